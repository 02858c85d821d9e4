package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.stats.Histogram;
import org.docduel.stats.input.JmhMetric;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.input.Mode;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;

/**
 * What one run measured, iteration by iteration: the score and everything beside it.
 *
 * @param score the result
 * @param seconds length of an iteration; 0 when it is not stated
 * @param forks one for each fork
 */
record Course(Score score, double seconds, List<Fork> forks) {

  /** The name of the score among the metrics. */
  static final String SCORE = "score";

  /** The name of the 99th percentile of operations that histograms recorded. */
  static final String OPERATIONS_P99 = "operations.p99";

  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) (ms|s|m|min|hr)");

  /** Copies the forks. */
  Course {
    forks = List.copyOf(forks);
  }

  /** The metrics of a fork by name; each has as many values as the fork has iterations. */
  record Fork(List<Metric> metrics) {
    Fork {
      metrics = List.copyOf(metrics);
    }

    Optional<Metric> metric(String name) {
      return metrics.stream().filter(metric -> metric.name().equals(name)).findFirst();
    }

    int iterations() {
      return metrics.get(0).values().size();
    }
  }

  /**
   * A metric over the iterations of a fork.
   *
   * @param name in the file; {@link #SCORE} for the score
   * @param unit in the file
   * @param values in the unit; NaN where there is none
   */
  record Metric(String name, String unit, List<Double> values) {
    Metric {
      values = List.copyOf(values);
    }
  }

  /** The course of a result. */
  static Course of(Score score) {
    List<Fork> forks = new ArrayList<>();
    for (JmhResult result : score.selected().results()) {
      JmhMetric primary = result.primary();
      if (primary.rawHistograms().isEmpty()) {
        for (int fork = 0; fork < primary.rawData().size(); fork++) {
          List<Metric> metrics = new ArrayList<>();
          metrics.add(metric(SCORE, primary, primary.rawData().get(fork)));
          forks.add(beside(result, fork, metrics));
        }
      } else {
        for (int fork = 0; fork < primary.rawHistograms().size(); fork++) {
          forks.add(beside(result, fork, ofHistograms(primary, primary.rawHistograms().get(fork))));
        }
      }
    }
    return new Course(
        score,
        seconds(score.first().protocol().measurementTime()),
        forks.stream().filter(fork -> fork.iterations() > 0).toList());
  }

  private static Metric metric(String name, JmhMetric metric, List<Double> values) {
    return new Metric(name, metric.unit().name(), values);
  }

  private static List<Metric> ofHistograms(JmhMetric primary, List<Histogram> histograms) {
    return Stream.of(
            metric(SCORE, primary, histograms.stream().map(Histogram::mean).toList()),
            metric(
                OPERATIONS_P99,
                primary,
                histograms.stream().map(histogram -> histogram.percentile(0.99)).toList()))
        .toList();
  }

  // A metric that has another number of values than the score cannot be laid beside it.
  private static Fork beside(JmhResult result, int fork, List<Metric> metrics) {
    int iterations = metrics.get(0).values().size();
    List<Metric> all = new ArrayList<>(metrics);
    result
        .secondary()
        .forEach((name, metric) -> {
          boolean beside =
              fork < metric.rawData().size() && metric.rawData().get(fork).size() == iterations;
          if (beside) {
            all.add(metric(name, metric, metric.rawData().get(fork)));
          }
        });
    return new Fork(all);
  }

  int longest() {
    return forks.stream().mapToInt(Fork::iterations).max().orElse(0);
  }

  /** All metrics of some courses, the score first, 99th percentiles next. */
  static List<String> names(List<Course> courses) {
    Set<String> names = new LinkedHashSet<>();
    courses.stream()
        .flatMap(course -> course.forks().stream())
        .flatMap(fork -> fork.metrics().stream())
        .forEach(metric -> names.add(metric.name()));
    List<String> ordered = new ArrayList<>();
    names.stream().filter(name -> name.equals(SCORE)).forEach(ordered::add);
    names.stream().filter(name -> name.endsWith(Tails.P99)).forEach(ordered::add);
    names.stream().filter(name -> !ordered.contains(name)).forEach(ordered::add);
    return ordered;
  }

  /**
   * Those of the metrics worth a plot: what differs anywhere, of percentiles of one thing the 99th
   * alone, and not what the score says already.
   */
  static List<String> telling(Study study, List<Course> courses) {
    List<String> names = names(courses);
    boolean rate = study.mode() == Mode.THROUGHPUT;
    return names.stream()
        .filter(name -> !Tails.isLesser(name, names))
        .filter(name -> !(rate && name.equals("throughput")))
        .filter(name -> name.equals(SCORE) || differs(name, courses))
        .toList();
  }

  private static boolean differs(String name, List<Course> courses) {
    return courses.stream()
            .flatMap(course -> course.forks().stream())
            .flatMap(fork -> fork.metric(name).stream())
            .flatMap(metric -> metric.values().stream())
            .filter(Double::isFinite)
            .distinct()
            .count()
        > 1;
  }

  /** The unit of a metric. */
  static MetricUnit unit(String name, List<Course> courses) {
    return courses.stream()
        .flatMap(course -> course.forks().stream())
        .flatMap(fork -> fork.metric(name).stream())
        .map(metric -> new MetricUnit(metric.unit()))
        .findFirst()
        .orElseThrow();
  }

  /** Seconds of JMH's time of an iteration; 0 when it states none. */
  static double seconds(String time) {
    Matcher matcher = TIME.matcher(time);
    if (!matcher.matches()) {
      return 0;
    }
    double number = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> number / 1000;
      case "s" -> number;
      case "hr" -> number * 3600;
      default -> number * 60;
    };
  }
}
