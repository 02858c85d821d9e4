package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.report.Charts.Across;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table.Columns;

/**
 * What one fork of a result measured, iteration by iteration: the score and everything beside it.
 *
 * @param number of the fork, from 1
 * @param metrics each with as many values as the fork has iterations
 */
record TimeSeries(Score score, int number, Map<String, List<Double>> metrics) {
  private static final String SCORE = "score";
  private static final String OPERATIONS_P99 = "operations.p99";
  private static final String P99 = ".p99";
  private static final String LESSER_PERCENTILE = "\\.(p\\d+(\\.\\d+)?|max)$";
  private static final int LONG_RUN = 5;
  private static final int MOST = 6;

  /** The forks of a result that have iterations. */
  private static List<TimeSeries> of(Score score) {
    List<TimeSeries> forks = new ArrayList<>();
    int number = 0;
    for (JmhResult result : score.selected().results()) {
      JmhMetric primary = result.primary();
      for (List<Double> values : primary.rawData()) {
        forks.add(new TimeSeries(score, ++number, metrics(result, number, values)));
      }
      for (List<Histogram> histograms : primary.rawHistograms()) {
        List<Double> means = histograms.stream().map(Histogram::mean).toList();
        Map<String, List<Double>> metrics = metrics(result, ++number, means);
        metrics.put(OPERATIONS_P99, histograms.stream().map(h -> h.percentile(0.99)).toList());
        forks.add(new TimeSeries(score, number, metrics));
      }
    }
    forks.removeIf(fork -> fork.iterations() == 0);
    return forks;
  }

  // A metric that has another number of values than the score cannot be laid beside it.
  private static Map<String, List<Double>> metrics(
      JmhResult result, int number, List<Double> values) {
    Map<String, List<Double>> metrics = new LinkedHashMap<>();
    metrics.put(SCORE, values);
    result
        .secondary()
        .forEach((name, metric) -> {
          if (number <= metric.rawData().size()
              && metric.rawData().get(number - 1).size() == values.size()) {
            metrics.put(name, metric.rawData().get(number - 1));
          }
        });
    return metrics;
  }

  private int iterations() {
    return values(SCORE).size();
  }

  private List<Double> values(String metric) {
    return metrics.getOrDefault(metric, List.of());
  }

  /** Length of an iteration; 0 when it is not stated. */
  private double seconds() {
    return JmhResult.seconds(score.first().protocol().measurementTime());
  }

  /** All metrics of some forks, the score first, 99th percentiles next. */
  private static Set<String> names(List<TimeSeries> forks) {
    Set<String> found = new LinkedHashSet<>();
    forks.forEach(fork -> found.addAll(fork.metrics.keySet()));
    Set<String> names = new LinkedHashSet<>(List.of(SCORE));
    found.stream().filter(name -> name.endsWith(P99)).forEach(names::add);
    names.addAll(found);
    return names;
  }

  /**
   * Whether a metric is worth a plot: it differs anywhere; of the percentiles of one thing the 99th
   * alone; not what the score says already.
   */
  private static boolean tells(
      String name, Set<String> names, Study study, List<TimeSeries> forks) {
    String p99 = name.replaceAll(LESSER_PERCENTILE, P99);
    boolean lesser = !p99.equals(name) && names.contains(p99);
    boolean score = name.equals("throughput") && study.mode() == Mode.THROUGHPUT;
    long different =
        forks.stream()
            .flatMap(fork -> fork.values(name).stream())
            .filter(Double::isFinite)
            .distinct()
            .count();
    return name.equals(SCORE) || (different > 1 && !lesser && !score);
  }

  /** What was measured over the run, a figure for each group with a run of several iterations. */
  static List<Block> figures(Study study, String prefix) {
    List<Block> blocks = new ArrayList<>();
    int left = 0;
    for (Study.Group group : study.groups()) {
      List<TimeSeries> forks =
          group.scores().stream()
              .map(TimeSeries::of)
              .filter(all -> all.stream().anyMatch(fork -> fork.iterations() >= LONG_RUN))
              .flatMap(List::stream)
              .toList();
      boolean drawn = !forks.isEmpty() && study.mode() != Mode.SINGLE_SHOT;
      if (drawn && blocks.size() < MOST) {
        blocks.add(figure(study, prefix, group.label(), forks));
      } else if (drawn) {
        left++;
      }
    }
    if (left > 0) {
      blocks.add(
          new Html.Prose(
              "%s more not drawn; choose some of them with --where."
                  .formatted(Numbers.count(left, "group is", "groups are"))));
    }
    return blocks;
  }

  private static Block figure(Study study, String prefix, String group, List<TimeSeries> forks) {
    boolean timed = forks.stream().allMatch(fork -> fork.seconds() > 0);
    double end =
        forks.stream().mapToDouble(f -> f.iterations() * (timed ? f.seconds() : 1)).max().orElse(1);
    Across across =
        new Across(timed ? "seconds of measurement" : "iteration", List.of(), false, 0, end);
    List<Svg> panels = new ArrayList<>();
    Set<String> names = names(forks);
    for (String metric : names) {
      if (tells(metric, names, study, forks)) {
        List<Line> lines = new ArrayList<>();
        forks.forEach(fork -> lines.add(fork.line(study, metric, timed)));
        lines.removeIf(line -> line.points().isEmpty());
        String unit = forks.get(0).unit(metric);
        boolean bare = unit.equals("#") || unit.equals("---") || unit.isEmpty();
        boolean bytes = unit.equals("bytes") || unit.equals("B") || unit.startsWith("B/");
        panels.add(
            Charts.lines(
                heading(study, metric) + (bare ? "" : ", " + unit),
                bytes ? Numbers::bytes : Numbers::compact,
                across,
                lines,
                List.of()));
      }
    }
    String name = prefix + (group.isEmpty() ? "timeline" : "timeline-" + Html.fileName(group));
    record Iteration(TimeSeries fork, int number) {}
    Columns<Iteration> columns =
        new Columns<Iteration>()
            .text("subject", "subject", row -> study.subject(row.fork.score))
            .count("fork", "fork", row -> row.fork.number)
            .count("iteration", "iteration", row -> row.number + 1L)
            .data(
                "seconds",
                row -> row.fork.seconds() > 0 ? (row.number + 1) * row.fork.seconds() : Double.NaN);
    for (String metric : names) {
      columns.data(metric, row -> row.fork.value(metric, row.number));
    }
    return new Html.Figure(
        name,
        (group.isEmpty() ? "" : group + ": ") + "Over the run, one line for each fork.",
        panels,
        columns.table(
            name,
            "Iteration by iteration",
            forks.stream()
                .flatMap(fork ->
                    IntStream.range(0, fork.iterations()).mapToObj(i -> new Iteration(fork, i)))
                .toList()));
  }

  private double value(String metric, int iteration) {
    double value = iteration < values(metric).size() ? values(metric).get(iteration) : Double.NaN;
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private Line line(Study study, String metric, boolean timed) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values(metric).size(); i++) {
      if (Double.isFinite(values(metric).get(i))) {
        points.add(new Point((i + 1) * (timed ? seconds() : 1), values(metric).get(i)));
      }
    }
    return new Line(study.subject(score), study.series(score), points);
  }

  private String unit(String metric) {
    JmhResult first = score.first();
    boolean primary = metric.equals(SCORE) || metric.equals(OPERATIONS_P99);
    return (primary ? first.primary() : first.metric(metric).orElse(first.primary())).unit().name();
  }

  private static String heading(Study study, String metric) {
    return switch (metric) {
      case SCORE -> study.mode() == Mode.THROUGHPUT ? "throughput" : "time per operation";
      case OPERATIONS_P99 -> "99th percentile of operations";
      default -> metric;
    };
  }
}
