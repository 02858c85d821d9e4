package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Summary;

/**
 * Results of a contest that were measured in one mode, compared over the values of one parameter.
 *
 * @param compare the parameter whose values are compared; empty when nothing varies
 * @param subjects its values, in order of first appearance
 * @param by the other parameters that vary
 * @param places of all subjects of the page in the {@link Palette}
 */
record Study(
    Contest contest,
    String name,
    String compare,
    List<String> subjects,
    List<String> by,
    List<Score> scores,
    Map<String, Integer> places) {
  private static final String MODE = "mode";
  private static final Map<Mode, String> MODES =
      Map.of(
          Mode.THROUGHPUT, "throughput",
          Mode.AVERAGE_TIME, "average time",
          Mode.SAMPLE_TIME, "sampled times",
          Mode.SINGLE_SHOT, "single shots");
  private static final int LONGEST_VALUE = 10_000;
  private static final int MAX_VARYING = 200;

  /** Scores that differ in the subject alone. */
  record Group(String label, List<Score> scores) {}

  /**
   * The studies of a report: the contests, each by mode.
   *
   * @param requested the parameter to compare; empty when nobody said
   */
  static List<Study> of(
      List<Contest> contests, String requested, Statistic statistic, List<SidecarFile> sidecars) {
    List<Study> studies = new ArrayList<>();
    for (Contest contest : contests) {
      Map<Mode, List<SelectedResult>> modes =
          grouped(contest.results(), result -> result.results().get(0).mode());
      modes.forEach((mode, members) -> {
        List<String> varying = new ArrayList<>(SelectedResult.varying(members));
        varying.remove(MODE);
        String unsaid =
            varying.contains(requested) ? requested : defaultParameter(members, sidecars);
        String compare = contest.ranking().map(Ranking::parameter).orElse(unsaid);
        varying.remove(compare);
        studies.add(
            new Study(
                contest,
                modes.size() == 1 ? contest.name() : contest.name() + ", " + MODES.get(mode),
                compare,
                members.stream().map(member -> member.field(compare)).distinct().toList(),
                varying,
                grouped(members, member -> varying.stream().map(member::field).toList())
                    .values()
                    .stream()
                    .flatMap(List::stream)
                    .map(member -> Score.of(member, statistic, sidecars))
                    .toList(),
                Map.of()));
      });
    }
    Map<String, Integer> places =
        Palette.places(studies.stream().flatMap(study -> study.subjects.stream()).toList());
    return studies.stream().map(study -> study.withPlaces(places)).toList();
  }

  private Study withPlaces(Map<String, Integer> changed) {
    return new Study(contest, name, compare, subjects, by, scores, changed);
  }

  static <T, K> Map<K, List<T>> grouped(List<T> all, Function<T, K> key) {
    return all.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
  }

  private static String defaultParameter(List<SelectedResult> results, List<SidecarFile> sidecars) {
    return ComparedSubjects.defaultParameter(
            SidecarFile.competing(sidecars, results).stream().map(SelectedResult::fields).toList())
        .orElse("");
  }

  /** A page is for people: what nobody can read is refused before it takes minutes. */
  static void requireReadable(List<SelectedResult> results) {
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
    int varying = SelectedResult.varying(results).size();
    if (varying > MAX_VARYING) {
      throw new BadInputException(
          results.get(0).results().get(0).source(),
          "the results differ in %d parameters; a report takes at most %d: choose some with --where"
              .formatted(varying, MAX_VARYING));
    }
  }

  /** A result that speaks for the benchmark and its protocol. */
  JmhResult first() {
    return scores.get(0).first();
  }

  Mode mode() {
    return first().mode();
  }

  Quantity quantity() {
    return scores.get(0).quantity();
  }

  /** The statistic that is compared, in a word. */
  String statistic() {
    return scores.get(0).statistic().label();
  }

  /** Whether the numbers are times or rates of operations. */
  boolean timed() {
    return quantity().kind() != Quantity.Kind.OTHER;
  }

  /** Whether every result has an offered rate. */
  boolean openLoop() {
    return scores.stream().allMatch(score -> score.offered() > 0);
  }

  /** Whether scores are the rates that were offered, which say nothing of who is faster. */
  boolean byRate() {
    return scores.stream().allMatch(score -> score.selected().isOfferedRate());
  }

  /** The subject of a score as a reader sees it; the benchmark's name when nothing is compared. */
  String subject(Score score) {
    return compare.isEmpty() ? name : Ranking.name(compare, score.field(compare), subjects);
  }

  /** The place of a score's subject, which gives it colour and shape. */
  int series(Score score) {
    return series(score.field(compare));
  }

  /** The place of a subject, which gives it colour and shape. */
  int series(String subject) {
    return places.getOrDefault(subject, 0);
  }

  /** The group of a score as a reader sees it. */
  String label(Score score) {
    return Ranking.label(score.selected(), by);
  }

  /** The fields that no two results differ in. */
  Map<String, String> constants() {
    Map<String, String> constants = new LinkedHashMap<>(scores.get(0).selected().fields());
    constants.keySet().removeAll(by);
    constants.keySet().removeAll(List.of(compare, JmhResult.BENCHMARK, MODE));
    constants.remove("threads", "1");
    return constants;
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
    return groups(by.stream().filter(name -> !isDeterminedBy(name, parameter)).toList());
  }

  private boolean isDeterminedBy(String field, String parameter) {
    Map<String, String> values = new LinkedHashMap<>();
    return scores.stream()
        .allMatch(score -> {
          String earlier = values.putIfAbsent(score.field(parameter), score.field(field));
          return earlier == null || earlier.equals(score.field(field));
        });
  }

  private List<Group> groups(List<String> names) {
    return grouped(scores, score -> names.stream().map(score::field).toList()).values().stream()
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
      List<Sidecar> sidecars =
          files.stream()
              .filter(file -> sources.contains(file.resultFile()))
              .map(SidecarFile::sidecar)
              .toList();
      String parameter = selected.field(DURABILITY);
      return new Score(
          selected,
          Summary.of("", selected.observations(), CONFIDENCE),
          statistic,
          statistic.level(selected.observations()),
          parameter.isEmpty() ? SidecarFile.promise(selected, sidecars) : parameter,
          sidecars.stream()
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

    /**
     * A percentile of response times, in seconds: the mean of the forks, or the largest of all for
     * {@code max}; NaN where none was recorded.
     */
    double response(String percentile) {
      return secondary("response." + percentile)
          .map(times -> {
            double level =
                percentile.equals("max")
                    ? DoubleStream.of(times.values()).max().orElse(Double.NaN)
                    : times.mean();
            return times.quantity().inSeconds(level).orElse(Double.NaN);
          })
          .orElse(Double.NaN);
    }

    /** The offered rate; 0 for a closed loop. */
    double offered() {
      return Magnitude.of(field(RATE)).orElse(0);
    }

    /** Of means alone. */
    Interval interval() {
      return statistic == Statistic.MEAN
          ? summary.shownInterval()
          : new Interval(Double.NaN, Double.NaN, CONFIDENCE);
    }

    /**
     * Seconds an operation takes of a rate, operations a second of a time; NaN of anything else: no
     * throughput is one over a median or a percentile, and at an offered rate threads wait.
     */
    double inverse() {
      boolean invertible = statistic == Statistic.MEAN && quantity().kind() != Quantity.Kind.OTHER;
      long calls = quantity().rate() ? first().threads() : selected.callsAtOnce();
      return invertible && offered() == 0 ? calls / level : Double.NaN;
    }

    /**
     * The numbers of a secondary metric, where every merged result has them and all are usable:
     * times in seconds, rates as rates.
     */
    Optional<Observations> secondary(String name) {
      List<Observations> parts = new ArrayList<>();
      try {
        for (JmhResult result : selected.results()) {
          result
              .metricOfForks(name)
              .ifPresent(metric -> parts.add(metric.observations(result.source())));
        }
        boolean all = parts.size() == selected.results().size();
        return all ? Optional.of(Observations.concat(parts)) : Optional.empty();
      } catch (BadInputException e) {
        // a profiler may print NaN where it saw nothing, which must not cost the whole report
        return Optional.empty();
      }
    }
  }
}
