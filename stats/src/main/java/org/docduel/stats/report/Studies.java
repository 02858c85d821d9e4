package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Mode;
import org.docduel.stats.jmh.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Statistic;

/** Puts results in order: which belong to one study, and what is compared in it. */
final class Studies {

  private static final String MODE = "mode";
  private static final String THREADS = "threads";
  private static final int LONGEST_VALUE = 10_000;
  private static final int MOST_VARYING = 200;

  private Studies() {}

  /**
   * The studies of a report, in order of first appearance.
   *
   * @param results at least one
   * @param compare the parameter to compare; when absent, {@code store} or {@code variant} where it
   *     varies, else the first parameter that varies, else the benchmark
   * @param statistic that is compared
   * @param sidecars for durability and plans
   * @throws BadInputException if the parameter is unknown
   */
  static List<Study> of(
      List<SelectedResult> results,
      Optional<String> compare,
      Statistic statistic,
      List<SidecarFile> sidecars) {
    compare.ifPresent(parameter -> requireKnown(parameter, results));
    requireReadable(results);
    boolean acrossBenchmarks = compareBenchmarks(results, compare);
    Map<List<String>, List<SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      List<String> key =
          acrossBenchmarks
              ? List.of(result.field(MODE), result.observations().quantity().unit(), loop(result))
              : List.of(result.field(JmhResult.BENCHMARK), result.field(MODE), loop(result));
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(result);
    }
    List<Study> studies = new ArrayList<>();
    for (List<SelectedResult> members : groups.values()) {
      studies.add(study(members, compare, statistic, sidecars, acrossBenchmarks));
    }
    return distinctlyNamed(studies);
  }

  /** A page is for people: what nobody can read is refused before it takes minutes. */
  private static void requireReadable(List<SelectedResult> results) {
    for (SelectedResult result : results) {
      result
          .fields()
          .forEach((name, value) -> {
            if (name.length() + value.length() > LONGEST_VALUE) {
              throw new BadInputException(
                  result.results().get(0).source(),
                  "parameter '%s' has %d characters; a report takes at most %d: choose other results with --where"
                      .formatted(
                          Html.shortened(name), name.length() + value.length(), LONGEST_VALUE));
            }
          });
    }
    int varying = varying(results).size();
    if (varying > MOST_VARYING) {
      throw new BadInputException(
          results.get(0).results().get(0).source(),
          "the results differ in %d parameters; a report takes at most %d: choose some with --where"
              .formatted(varying, MOST_VARYING));
    }
  }

  // What is achieved when a rate is asked for cannot be compared with what is achieved at most.
  private static String loop(SelectedResult result) {
    return OpenLoop.asked(result.field(OpenLoop.RATE)).isPresent() ? "open loop" : "closed loop";
  }

  private static List<Study> distinctlyNamed(List<Study> studies) {
    List<Study> named = new ArrayList<>();
    for (Study study : studies) {
      List<Study> same = studies.stream().filter(s -> s.name().equals(study.name())).toList();
      String name = study.name();
      if (same.stream().map(Study::mode).distinct().count() > 1) {
        name += ", " + spoken(study.mode());
      }
      if (same.stream().map(Studies::loop).distinct().count() > 1) {
        name += ", " + loop(study);
      }
      named.add(study.withName(name));
    }
    return named;
  }

  private static String loop(Study study) {
    return loop(study.scores().get(0).selected());
  }

  private static String spoken(Mode mode) {
    return switch (mode) {
      case THROUGHPUT -> "throughput";
      case AVERAGE_TIME -> "average time";
      case SAMPLE_TIME -> "sampled times";
      case SINGLE_SHOT -> "single shots";
    };
  }

  // Benchmarks without parameters are compared with each other: one method against the other.
  private static boolean compareBenchmarks(List<SelectedResult> results, Optional<String> compare) {
    return compare
        .map(JmhResult.BENCHMARK::equals)
        .orElseGet(
            () -> varying(results).stream().allMatch(name -> name.equals(JmhResult.BENCHMARK)));
  }

  private static Study study(
      List<SelectedResult> members,
      Optional<String> compare,
      Statistic statistic,
      List<SidecarFile> sidecars,
      boolean acrossBenchmarks) {
    List<String> varying = varying(members);
    String compared =
        compare
            .filter(varying::contains)
            .or(() -> ComparedSubjects.usual(varying))
            .or(() -> varying.stream().filter(name -> !isLoad(name)).findFirst())
            .or(() -> varying.stream().filter(name -> !name.equals(OpenLoop.RATE)).findFirst())
            .orElse("");
    Set<String> subjects = new LinkedHashSet<>();
    if (!compared.isEmpty()) {
      members.forEach(member -> subjects.add(member.field(compared)));
    }
    Map<String, String> constants = new LinkedHashMap<>();
    members
        .get(0)
        .fields()
        .forEach((name, value) -> {
          if (!varying.contains(name) && !isHeading(name, value)) {
            constants.put(name, value);
          }
        });
    List<String> by = varying.stream().filter(name -> !name.equals(compared)).toList();
    List<Score> scores =
        ordered(members, by).stream()
            .map(member -> Score.of(member, member.label(varying), statistic, sidecars))
            .toList();
    JmhResult first = members.get(0).results().get(0);
    return new Study(
        acrossBenchmarks && members.size() > 1 ? typeOf(first) : first.shortName(),
        first.mode(),
        compared,
        List.copyOf(subjects),
        by,
        constants,
        scores);
  }

  private static boolean isLoad(String parameter) {
    return parameter.equals(THREADS) || parameter.equals(OpenLoop.RATE);
  }

  // Results that are compared stand side by side, whatever order they were measured in.
  private static List<SelectedResult> ordered(List<SelectedResult> members, List<String> by) {
    Map<List<String>, List<SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult member : members) {
      groups
          .computeIfAbsent(by.stream().map(member::field).toList(), k -> new ArrayList<>())
          .add(member);
    }
    return groups.values().stream().flatMap(List::stream).toList();
  }

  private static boolean isHeading(String name, String value) {
    return name.equals(JmhResult.BENCHMARK)
        || name.equals(MODE)
        || (name.equals(THREADS) && value.equals("1"));
  }

  private static String typeOf(JmhResult result) {
    String name = result.shortName();
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static List<String> varying(List<SelectedResult> results) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      result.fields().keySet().forEach(name -> values.put(name, new LinkedHashSet<>()));
    }
    values.remove(MODE);
    for (SelectedResult result : results) {
      values.forEach((name, seen) -> seen.add(result.field(name)));
    }
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void requireKnown(String parameter, List<SelectedResult> results) {
    Set<String> known = new LinkedHashSet<>();
    results.forEach(result -> known.addAll(result.fields().keySet()));
    if (!known.contains(parameter)) {
      throw new BadInputException(
          "unknown parameter '%s'; the results have %s"
              .formatted(parameter, String.join(", ", known)));
    }
  }
}
