package org.docduel.core.launch;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.fork.StoreState;
import org.docduel.core.work.Latencies;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/** What was measured beside the scores, a line for each combination. Nothing gives no lines. */
final class MeasuredTables {
  /** With fewer values a percentile says nothing. */
  private static final long FEWEST = 20;

  /** What the tags begin with; a kind of operations follows a point. */
  private static final String RESPONSE = "response";

  private static final double NANOS_PER_MILLI = 1e6;

  /** Beyond this nobody reads them here. */
  private static final int MOST_METRICS = 40;

  /** What the harness measures by itself: the client, and the times of open and closed loops. */
  private static final List<String> OWN = List.of("client.", "response.", "service.");

  private final Labels labels;
  private final Comparator<String> order;

  /** In an order of the labels. */
  MeasuredTables(Labels labels, Comparator<String> order) {
    this.labels = labels;
    this.order = order.thenComparing(Comparator.naturalOrder());
  }

  /** Response times from an HdrHistogram log, the histograms of all forks added up. */
  List<String> responseTimes(String log) {
    Map<String, Histogram> byLabel = new TreeMap<>(order);
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof AbstractHistogram histogram
            && histogram.getTag() != null
            && histogram.getTag().startsWith(RESPONSE)) {
          byLabel
              .computeIfAbsent(
                  labels.of(parameters(histogram.getTag())) + kind(histogram.getTag()),
                  label -> Latencies.total())
              .add(histogram);
        }
      }
    }
    List<List<String>> rows = new ArrayList<>();
    byLabel.forEach((label, all) -> {
      List<String> row = new ArrayList<>(List.of(label, shown("%,d", all.getTotalCount())));
      for (double percent : new double[] {50, 95, 99, 99.9}) {
        row.add(
            all.getTotalCount() < FEWEST
                ? "-"
                : shown("%,.3f", all.getValueAtPercentile(percent) / NANOS_PER_MILLI));
      }
      row.add(shown("%,.3f", all.getMaxValue() / NANOS_PER_MILLI));
      rows.add(row);
    });
    return table(
        List.of("response times, ms", "operations", "p50", "p95", "p99", "p99.9", "max"), rows);
  }

  private static String kind(String tag) {
    String first = tag.substring(RESPONSE.length(), tag.indexOf(';'));
    return first.isEmpty() ? "" : " " + first.substring(1);
  }

  private static Map<String, String> parameters(String tag) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : tag.split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parameters.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return parameters;
  }

  /**
   * What a document takes on disk: its data, its share of the indexes, and the data beside the
   * payload. Below 1 the store has compressed more than it added.
   */
  List<String> storedSizes(List<StoreFact> stores) {
    List<List<String>> rows = new ArrayList<>();
    for (StoreFact store : stores) {
      Map<String, Double> sizes = store.sizes();
      double documents = sizes.getOrDefault("documents", 0.0);
      if (documents > 0 && sizes.containsKey("totalBytes")) {
        double index = sizes.getOrDefault("indexBytes", 0.0) / documents;
        double total = sizes.getOrDefault("totalBytes", 0.0) / documents;
        String payload = store.parameters().getOrDefault(PayloadSize.PARAMETER.name(), "");
        // documents of a person's own have no payload of a size
        boolean sized = !payload.isEmpty() && Character.isDigit(payload.charAt(0));
        String label = labels.of(store.parameters());
        rows.add(
            List.of(
                label,
                shown("%,.0f", total - index),
                shown("%,.0f", index),
                shown("%,.0f", total),
                sized
                    ? shown("%.2f", (total - index) / PayloadSize.PARAMETER.parse(payload).bytes())
                    : "-"));
      }
    }
    rows.sort(Comparator.comparing(row -> row.get(0), order));
    return table(
        List.of("on disk, bytes a document", "data", "indexes", "total", "data/payload"), rows);
  }

  /**
   * What the profilers of {@code -prof} measured: the mean of the iterations that have a value.
   * JMH's own score counts an iteration without one as 0.
   */
  List<String> profilerMetrics(List<RunResult> results) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult result : results) {
      String label = labels.of(StoreState.parameters(result.getParams()));
      Map<String, DoubleSummaryStatistics> means = new TreeMap<>();
      Map<String, String> units = new TreeMap<>();
      for (BenchmarkResult fork : result.getBenchmarkResults()) {
        for (IterationResult iteration : fork.getIterationResults()) {
          iteration
              .getSecondaryResults()
              .forEach((metric, value) -> {
                if (isOfProfiler(metric) && !Double.isNaN(value.getScore())) {
                  means
                      .computeIfAbsent(metric, name -> new DoubleSummaryStatistics())
                      .accept(value.getScore());
                  units.put(metric, value.getScoreUnit());
                }
              });
        }
      }
      means.forEach((metric, of) -> {
        double mean = of.getAverage();
        rows.add(
            List.of(
                label,
                metric,
                shown(Math.abs(mean) >= 1000 ? "%,.0f" : "%.4g", mean),
                units.getOrDefault(metric, "")));
      });
    }
    List<String> lines =
        table(
            List.of("metrics of -prof, means", "", "", ""),
            rows.subList(0, Math.min(MOST_METRICS, rows.size())));
    if (rows.size() <= MOST_METRICS) {
      return lines;
    }
    List<String> more = new ArrayList<>(lines);
    more.add("and " + (rows.size() - MOST_METRICS) + " more: the JSON has them all");
    return more;
  }

  /** JMH's profilers and those of servers name their metrics {@code profiler.metric}. */
  private static boolean isOfProfiler(String metric) {
    return metric.indexOf('.') > 0 && OWN.stream().noneMatch(metric::startsWith);
  }

  private static String shown(String format, Object number) {
    return String.format(Locale.ROOT, format, number);
  }

  /** The first column to the left, the others to the right. */
  private static List<String> table(List<String> headings, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<List<String>> all = new ArrayList<>(List.of(headings));
    all.addAll(rows);
    int[] widths =
        IntStream.range(0, headings.size())
            .map(column -> all.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder(row.get(0));
      for (int column = 1; column < row.size(); column++) {
        int end = IntStream.rangeClosed(0, column).map(i -> widths[i] + 2).sum() - 2;
        line.append(" ".repeat(end - line.length() - row.get(column).length()))
            .append(row.get(column));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
