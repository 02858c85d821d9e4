package org.docduel.core.launch.result;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.work.Latencies;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What was measured beside the scores, a row for each combination. */
final class MeasuredTables {
  /** With fewer values a percentile says nothing. */
  private static final long MIN_SAMPLES = 20;

  private static final List<String> PERCENTILES = List.of("50", "95", "99", "99.9");

  /** What the tags of a log begin with; a kind of operations follows a point. */
  private static final String RESPONSE = "response";

  private static final double NANOS_PER_MILLI = 1e6;

  /** What the harness measures by itself: the client, and the times of open and closed loops. */
  private static final List<String> HARNESS_PREFIXES =
      List.of("client.", "response.", "service.", "fork.");

  private final Labels labels;
  private final Comparator<String> order;

  /** In the order of the results, of which are given the parameters and the benchmark. */
  MeasuredTables(Labels labels, List<Map<String, String>> results) {
    this.labels = labels;
    List<String> ordered = results.stream().map(labels::of).toList();
    order = Comparator.<String>comparingInt(ordered::indexOf).thenComparing(label -> label);
  }

  /** The parameters of a result, with its number of threads. */
  static Map<String, String> parameters(RunResult result) {
    Map<String, String> parameters =
        new LinkedHashMap<>(StoreState.combination(result.getParams()));
    parameters.put(Labels.THREADS, String.valueOf(result.getParams().getThreads()));
    return parameters;
  }

  /** From an HdrHistogram log, the histograms of all forks added up. */
  Output responseTimes(String log) {
    Map<String, Histogram> byLabel = new TreeMap<>(order);
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof AbstractHistogram histogram
            && histogram.getTag() != null
            && histogram.getTag().startsWith(RESPONSE)) {
          byLabel
              .computeIfAbsent(label(histogram.getTag()), key -> Latencies.total())
              .add(histogram);
        }
      }
    }
    Columns<Map.Entry<String, Histogram>> columns =
        new Columns<Map.Entry<String, Histogram>>()
            .text("label", "combination", Map.Entry::getKey)
            .count("operations", "operations", row -> row.getValue().getTotalCount());
    for (String percent : PERCENTILES) {
      columns.number(
          "p" + percent,
          "p" + percent,
          row ->
              row.getValue().getTotalCount() < MIN_SAMPLES
                  ? Double.NaN
                  : row.getValue().getValueAtPercentile(Double.parseDouble(percent))
                      / NANOS_PER_MILLI,
          millis -> Numbers.fixed(millis, 3));
    }
    columns.number(
        "max",
        "max",
        row -> row.getValue().getMaxValue() / NANOS_PER_MILLI,
        millis -> Numbers.fixed(millis, 3));
    String title = "response times, ms, all forks together";
    return output(columns.table("responses", title, List.copyOf(byLabel.entrySet())));
  }

  private String label(String tag) {
    Map<String, String> parameters =
        Arrays.stream(tag.split(";", -1))
            .filter(part -> part.indexOf('=') > 0)
            .map(part -> part.split("=", 2))
            .collect(
                Collectors.toMap(
                    part -> part[0],
                    part -> part[1],
                    (earlier, later) -> later,
                    LinkedHashMap::new));
    String kind = tag.substring(RESPONSE.length(), tag.indexOf(';'));
    return labels.of(parameters) + (kind.isEmpty() ? "" : " " + kind.substring(1));
  }

  private record Metric(String label, String name, double mean, String unit) {}

  /**
   * What the profilers of {@code -prof} measured: the mean of the iterations that have a value.
   * JMH's own score counts an iteration without one as 0.
   */
  Output profilerMetrics(List<RunResult> results) {
    List<Metric> rows = new ArrayList<>();
    for (RunResult result : results) {
      Map<String, List<Result<?>>> resultsByMetric = new TreeMap<>();
      for (IterationResult iteration : result.getAggregatedResult().getIterationResults()) {
        iteration
            .getSecondaryResults()
            .forEach((metric, value) -> {
              if (isOfProfiler(metric) && !Double.isNaN(value.getScore())) {
                resultsByMetric.computeIfAbsent(metric, name -> new ArrayList<>()).add(value);
              }
            });
      }
      String label = labels.of(parameters(result));
      resultsByMetric.forEach((name, values) -> {
        double mean = values.stream().mapToDouble(Result::getScore).average().orElseThrow();
        rows.add(new Metric(label, name, mean, values.get(0).getScoreUnit()));
      });
    }
    return output(
        new Columns<Metric>()
            .text("label", "combination", Metric::label)
            .text("metric", "metric", Metric::name)
            .number("mean", "mean", Metric::mean, Numbers::plain)
            .text("unit", "unit", Metric::unit)
            .table("metrics", "metrics of -prof, means", rows));
  }

  /** JMH's profilers and those of servers name their metrics {@code profiler.metric}. */
  private static boolean isOfProfiler(String metric) {
    return metric.indexOf('.') > 0 && HARNESS_PREFIXES.stream().noneMatch(metric::startsWith);
  }

  private static Output output(Table table) {
    return new Output(table.name()).table(table);
  }
}
