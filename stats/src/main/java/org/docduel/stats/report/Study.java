package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Summary;

/**
 * Results that measure the same thing, compared over the values of one parameter.
 *
 * @param compare the parameter whose values are compared; empty when nothing varies
 * @param subjects its values, in order of first appearance
 */
record Study(
    String name,
    Mode mode,
    String compare,
    List<String> subjects,
    List<String> by,
    Map<String, String> constants,
    List<Score> scores) {
  private static final String MODE = "mode";
  private static final String THREADS = "threads";

  private static final int LONGEST_VALUE = 10_000;
  private static final int MOST_VARYING = 200;

  /**
   * Scores that differ in the subject alone.
   *
   * @param label of the group; empty when there is but one
   */
  record Group(String label, List<Score> scores) {}

  /**
   * The studies of a report, in order of first appearance.
   *
   * @param asked the parameter to compare; when absent, what {@link ComparedSubjects#usual} says of
   *     all results, and where that does not vary, of those of a study
   * @throws BadInputException if the parameter is unknown
   */
  static List<Study> of(
      List<SelectedResult> results,
      Optional<String> asked,
      Statistic statistic,
      List<SidecarFile> sidecars) {
    asked.ifPresent(parameter -> SelectedResult.requireKnown(List.of(parameter), results));
    List<String> all = varying(results);
    requireReadable(results, all.size());
    String usual = asked.orElseGet(() -> usual(results, sidecars));
    boolean acrossBenchmarks =
        asked
            .map(JmhResult.BENCHMARK::equals)
            .orElseGet(() -> all.stream().allMatch(JmhResult.BENCHMARK::equals));
    Map<List<String>, List<SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      String what =
          acrossBenchmarks
              ? result.observations().quantity().unit()
              : result.field(JmhResult.BENCHMARK);
      groups
          .computeIfAbsent(List.of(what, result.field(MODE), loop(result)), k -> new ArrayList<>())
          .add(result);
    }
    List<Study> studies =
        groups.values().stream()
            .map(members -> study(members, usual, statistic, sidecars, acrossBenchmarks))
            .toList();
    return studies.stream().map(study -> study.distinctlyNamed(studies)).toList();
  }

  private static String usual(List<SelectedResult> results, List<SidecarFile> sidecars) {
    return ComparedSubjects.usual(
            SidecarFile.competing(sidecars, results).stream().map(SelectedResult::fields).toList())
        .orElse("");
  }

  /** A page is for people: what nobody can read is refused before it takes minutes. */
  private static void requireReadable(List<SelectedResult> results, int varying) {
    for (SelectedResult result : results) {
      result
          .fields()
          .forEach((name, value) -> {
            int length = name.length() + value.length();
            if (length > LONGEST_VALUE) {
              throw new BadInputException(
                  result.results().get(0).source(),
                  "parameter '%s' has %d characters; a report takes at most %d: choose other results with --where"
                      .formatted(Html.shortened(name), length, LONGEST_VALUE));
            }
          });
    }
    if (varying > MOST_VARYING) {
      throw new BadInputException(
          results.get(0).results().get(0).source(),
          "the results differ in %d parameters; a report takes at most %d: choose some with --where"
              .formatted(varying, MOST_VARYING));
    }
  }

  private static List<String> varying(List<SelectedResult> results) {
    return SelectedResult.varying(results).stream().filter(name -> !name.equals(MODE)).toList();
  }

  // What is achieved when a rate is offered cannot be compared with what is achieved at most.
  private static String loop(SelectedResult result) {
    return Magnitude.of(result.field(Score.RATE)).orElse(0) > 0 ? "open loop" : "closed loop";
  }

  private static Study study(
      List<SelectedResult> members,
      String usual,
      Statistic statistic,
      List<SidecarFile> sidecars,
      boolean acrossBenchmarks) {
    List<String> varying = varying(members);
    String compared =
        Optional.of(usual).filter(varying::contains).orElseGet(() -> usual(members, sidecars));
    List<String> by = varying.stream().filter(name -> !name.equals(compared)).toList();
    Map<List<String>, List<SelectedResult>> sideBySide = new LinkedHashMap<>();
    for (SelectedResult member : members) {
      sideBySide
          .computeIfAbsent(by.stream().map(member::field).toList(), k -> new ArrayList<>())
          .add(member);
    }
    Map<String, String> constants = new LinkedHashMap<>(members.get(0).fields());
    constants.keySet().removeAll(varying);
    constants.keySet().removeAll(List.of(JmhResult.BENCHMARK, MODE));
    constants.remove(THREADS, "1");
    JmhResult first = members.get(0).results().get(0);
    String name = first.shortName();
    return new Study(
        acrossBenchmarks && members.size() > 1 ? name.replaceAll("\\..*", "") : name,
        first.mode(),
        compared,
        compared.isEmpty()
            ? List.of()
            : members.stream().map(member -> member.field(compared)).distinct().toList(),
        by,
        constants,
        sideBySide.values().stream()
            .flatMap(List::stream)
            .map(member -> Score.of(member, statistic, sidecars))
            .toList());
  }

  private Study distinctlyNamed(List<Study> studies) {
    List<Study> same = studies.stream().filter(other -> other.name.equals(name)).toList();
    String more = same.stream().map(Study::mode).distinct().count() > 1 ? ", " + spoken() : "";
    String loop = loop(scores.get(0).selected());
    if (same.stream().anyMatch(other -> !loop(other.scores.get(0).selected()).equals(loop))) {
      more += ", " + loop;
    }
    return new Study(name + more, mode, compare, subjects, by, constants, scores);
  }

  private String spoken() {
    return switch (mode) {
      case THROUGHPUT -> "throughput";
      case AVERAGE_TIME -> "average time";
      case SAMPLE_TIME -> "sampled times";
      case SINGLE_SHOT -> "single shots";
    };
  }

  /** A result that speaks for the benchmark and its protocol. */
  JmhResult first() {
    return scores.get(0).first();
  }

  Quantity quantity() {
    return scores.get(0).quantity();
  }

  /** Whether the numbers are times or rates of operations. */
  boolean timed() {
    return quantity().kind() != Quantity.Kind.OTHER;
  }

  /** Whether every result has an offered rate. */
  boolean openLoop() {
    return scores.stream().allMatch(score -> score.offered().isPresent());
  }

  /** Whether results of different durability are told apart by a parameter. */
  boolean separatesDurability() {
    return by.contains(Score.DURABILITY) || compare.equals(Score.DURABILITY);
  }

  /** The subject of a score as a reader sees it; the benchmark's name when nothing is compared. */
  String subject(Score score) {
    return compare.isEmpty() ? name : Ranking.name(compare, score.field(compare));
  }

  /** The place of a score's subject, which gives it colour and shape. */
  int series(Score score) {
    return Math.max(0, subjects.indexOf(score.field(compare)));
  }

  /** The group of a score as a reader sees it. */
  String label(Score score) {
    return Ranking.label(score.selected(), by);
  }

  /** The groups, in order of first appearance. */
  List<Group> groups() {
    return groups(by);
  }

  /**
   * The groups when a parameter is laid out along an axis: they differ neither in it nor in what
   * follows from it, as the payload does from 200x20B.
   */
  List<Group> groupsWithout(String parameter) {
    return groups(
        by.stream().filter(name -> !name.equals(parameter) && !follows(name, parameter)).toList());
  }

  private boolean follows(String field, String parameter) {
    Map<String, String> values = new LinkedHashMap<>();
    return scores.stream()
        .allMatch(score -> {
          String earlier = values.putIfAbsent(score.field(parameter), score.field(field));
          return earlier == null || earlier.equals(score.field(field));
        });
  }

  private List<Group> groups(List<String> names) {
    Map<List<String>, List<Score>> groups = new LinkedHashMap<>();
    for (Score score : scores) {
      groups
          .computeIfAbsent(names.stream().map(score::field).toList(), k -> new ArrayList<>())
          .add(score);
    }
    return groups.values().stream()
        .map(members -> new Group(Ranking.label(members.get(0).selected(), names), members))
        .toList();
  }

  /**
   * One result with what the report says about it.
   *
   * @param durability of acknowledged writes; empty when nobody said
   * @param plans how its query was answered, each plan once; empty when nobody said
   */
  record Score(
      SelectedResult selected,
      Summary summary,
      Statistic statistic,
      double level,
      String durability,
      List<PlanFact> plans) {
    static final String DURABILITY = "durability";

    /** The parameter that holds the offered rate, operations a second; 0 for a closed loop. */
    static final String RATE = "rate";

    private static final double CONFIDENCE = 0.95;

    static Score of(SelectedResult selected, Statistic statistic, List<SidecarFile> files) {
      Set<String> sources =
          selected.results().stream().map(r -> r.source().file()).collect(Collectors.toSet());
      List<Sidecar> beside =
          files.stream()
              .filter(file -> sources.contains(file.resultFile()))
              .map(SidecarFile::sidecar)
              .toList();
      String parameter = selected.field(DURABILITY);
      String stated = SidecarFile.promise(selected, beside);
      return new Score(
          selected,
          Summary.of("", selected.observations(), CONFIDENCE),
          statistic,
          statistic.level(selected.observations()),
          parameter.isEmpty() ? stated : parameter,
          beside.stream()
              .flatMap(sidecar -> sidecar.plans().stream())
              .filter(plan -> SidecarFile.isAbout(plan.store(), plan.parameters(), selected))
              .distinct()
              .toList());
    }

    Observations observations() {
      return selected.observations();
    }

    Quantity quantity() {
      return selected.observations().quantity();
    }

    /** The value of a field; the empty string when the result has no such field. */
    String field(String name) {
      return selected.field(name);
    }

    /** The first of the results that were merged, which speaks for all about the protocol. */
    JmhResult first() {
      return selected.results().get(0);
    }

    /** The offered rate; nothing for a closed loop. */
    OptionalDouble offered() {
      return Magnitude.of(field(RATE)).stream().filter(rate -> rate > 0).findFirst();
    }

    /** The interval of the level: there is one of means alone. No time or rate is below 0. */
    Interval interval() {
      Interval interval = summary.interval();
      if (statistic != Statistic.MEAN) {
        return new Interval(Double.NaN, Double.NaN, interval.confidence());
      }
      return quantity().kind() == Quantity.Kind.OTHER
          ? interval
          : new Interval(Math.max(0, interval.lower()), interval.upper(), interval.confidence());
    }

    /**
     * Seconds an operation takes of a rate, operations a second of a time; NaN of anything else: no
     * throughput is one over a median or a percentile.
     */
    double inverse() {
      boolean known = statistic == Statistic.MEAN && quantity().kind() != Quantity.Kind.OTHER;
      return known ? selected.callsAtOnce() / level : Double.NaN;
    }

    /** Operations a second; NaN where the level says nothing of them. */
    double perSecond() {
      boolean rate = quantity().rate() && statistic == Statistic.MEAN;
      return rate ? level : quantity().rate() ? Double.NaN : inverse();
    }

    /**
     * The numbers of a secondary metric, where every merged result has them and all are usable:
     * times in seconds, rates as rates.
     */
    Optional<Observations> secondary(String name) {
      List<Observations> parts = new ArrayList<>();
      try {
        for (JmhResult result : selected.results()) {
          Optional<JmhMetric> found = result.metricOfForks(name);
          if (found.isEmpty()) {
            return Optional.empty();
          }
          parts.add(found.get().observations(result.source()));
        }
        return Optional.of(Observations.concat(parts));
      } catch (BadInputException e) {
        // a profiler may print NaN where it saw nothing, which must not cost the whole report
        return Optional.empty();
      }
    }
  }
}
