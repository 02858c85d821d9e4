package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.fork.StoreState;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * What the profilers of {@code -prof} measured, a line for each combination and metric: the mean of
 * the iterations that have a value. JMH's own score counts an iteration without one as 0.
 */
final class ProfilerMetrics {
  /** Beyond this nobody reads them here. */
  private static final int MOST_LINES = 40;

  /** What the harness measures by itself: the client, and the times of open and closed loops. */
  private static final List<String> OWN = List.of("client.", "response.", "service.");

  private record Line(String label, String metric, double score, String unit) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Collects.
   *
   * @param results all results of a benchmark
   * @param labels how combinations are called
   */
  ProfilerMetrics(List<RunResult> results, Labels labels) {
    for (RunResult result : results) {
      String label = labels.of(StoreState.parameters(result.getParams()));
      Map<String, DoubleSummaryStatistics> means = new TreeMap<>();
      Map<String, String> units = new HashMap<>();
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
      means.forEach((metric, of) ->
          lines.add(new Line(label, metric, of.getAverage(), units.getOrDefault(metric, ""))));
    }
  }

  /** JMH's profilers and those of servers name their metrics {@code profiler.metric}. */
  private static boolean isOfProfiler(String metric) {
    return metric.indexOf('.') > 0 && OWN.stream().noneMatch(metric::startsWith);
  }

  /**
   * The table.
   *
   * @return its lines; none when nothing was measured
   */
  List<String> lines() {
    if (lines.isEmpty()) {
      return List.of();
    }
    int label = lines.stream().mapToInt(line -> line.label().length()).max().orElse(0);
    int metric = lines.stream().mapToInt(line -> line.metric().length()).max().orElse(0);
    String title = "metrics of -prof, means";
    List<String> table = new ArrayList<>(List.of(title));
    for (Line line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
      table.add(
          String.format(
              Locale.ROOT,
              "  %-" + Math.max(1, label) + "s  %-" + metric + "s  %15s %s",
              line.label(),
              line.metric(),
              Math.abs(line.score()) >= 1000
                  ? String.format(Locale.ROOT, "%,.0f", line.score())
                  : String.format(Locale.ROOT, "%.4g", line.score()),
              line.unit()));
    }
    if (lines.size() > MOST_LINES) {
      table.add("  and " + (lines.size() - MOST_LINES) + " more: the JSON has them all");
    }
    return table;
  }
}
