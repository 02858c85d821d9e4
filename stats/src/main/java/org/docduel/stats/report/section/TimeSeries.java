package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.Histogram;
import org.docduel.stats.input.JmhMetric;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.Mode;
import org.docduel.stats.load.IterationTime;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;

/**
 * What the forks of one result measured, iteration by iteration: the score and everything beside
 * it.
 *
 * @param score the result
 * @param seconds length of an iteration; 0 when it is not stated
 * @param forks one for each fork: metric to its values, as many as the fork has iterations, NaN
 *     where there is none
 * @param units of the metrics
 */
record TimeSeries(
    Score score, double seconds, List<Map<String, List<Double>>> forks, Map<String, String> units) {

  /** The name of the score among the metrics. */
  static final String SCORE = "score";

  /** The name of the 99th percentile of operations that histograms recorded. */
  static final String OPERATIONS_P99 = "operations.p99";

  private static final String P99 = ".p99";
  private static final Pattern PERCENTILE = Pattern.compile("(.+)\\.(?:p\\d+(?:\\.\\d+)?|max)");

  TimeSeries {
    forks = List.copyOf(forks);
  }

  /** The series of a result. */
  static TimeSeries of(Score score) {
    List<Map<String, List<Double>>> forks = new ArrayList<>();
    Map<String, String> units = new LinkedHashMap<>();
    for (JmhResult result : score.selected().results()) {
      JmhMetric primary = result.primary();
      for (int fork = 0; fork < primary.rawData().size(); fork++) {
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        put(metrics, units, SCORE, primary, primary.rawData().get(fork));
        beside(result, fork, metrics, units);
        forks.add(metrics);
      }
      for (int fork = 0; fork < primary.rawHistograms().size(); fork++) {
        List<Histogram> histograms = primary.rawHistograms().get(fork);
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        put(metrics, units, SCORE, primary, histograms.stream().map(Histogram::mean).toList());
        put(
            metrics,
            units,
            OPERATIONS_P99,
            primary,
            histograms.stream().map(histogram -> histogram.percentile(0.99)).toList());
        beside(result, fork, metrics, units);
        forks.add(metrics);
      }
    }
    forks.removeIf(fork -> iterations(fork) == 0);
    double seconds = IterationTime.seconds(score.first().protocol().measurementTime());
    return new TimeSeries(score, seconds, forks, units);
  }

  private static void put(
      Map<String, List<Double>> metrics,
      Map<String, String> units,
      String name,
      JmhMetric metric,
      List<Double> values) {
    metrics.put(name, values);
    units.putIfAbsent(name, metric.unit().name());
  }

  // A metric that has another number of values than the score cannot be laid beside it.
  private static void beside(
      JmhResult result, int fork, Map<String, List<Double>> metrics, Map<String, String> units) {
    int iterations = iterations(metrics);
    result
        .secondary()
        .forEach((name, metric) -> {
          if (fork < metric.rawData().size() && metric.rawData().get(fork).size() == iterations) {
            put(metrics, units, name, metric, metric.rawData().get(fork));
          }
        });
  }

  static int iterations(Map<String, List<Double>> fork) {
    return fork.getOrDefault(SCORE, List.of()).size();
  }

  int longest() {
    return forks.stream().mapToInt(TimeSeries::iterations).max().orElse(0);
  }

  /** All metrics of some series, the score first, 99th percentiles next. */
  static List<String> names(List<TimeSeries> all) {
    Set<String> names = new LinkedHashSet<>(List.of(SCORE));
    Set<String> found = new LinkedHashSet<>();
    all.forEach(series -> found.addAll(series.units().keySet()));
    found.stream().filter(name -> name.endsWith(P99)).forEach(names::add);
    names.addAll(found);
    return List.copyOf(names);
  }

  /**
   * Those of the metrics that are worth a plot: what differs anywhere; of the percentiles of one
   * thing the 99th alone; not what the score says already.
   */
  static List<String> telling(Study study, List<TimeSeries> all) {
    List<String> names = names(all);
    boolean rate = study.mode() == Mode.THROUGHPUT;
    return names.stream()
        .filter(name -> !isLesserPercentile(name, names))
        .filter(name -> !(rate && name.equals("throughput")))
        .filter(name -> name.equals(SCORE) || differs(name, all))
        .toList();
  }

  private static boolean isLesserPercentile(String name, List<String> names) {
    Matcher matcher = PERCENTILE.matcher(name);
    return matcher.matches() && !name.endsWith(P99) && names.contains(matcher.group(1) + P99);
  }

  private static boolean differs(String name, List<TimeSeries> all) {
    return all.stream()
            .flatMap(series -> series.forks().stream())
            .flatMap(fork -> fork.getOrDefault(name, List.of()).stream())
            .filter(Double::isFinite)
            .distinct()
            .count()
        > 1;
  }
}
