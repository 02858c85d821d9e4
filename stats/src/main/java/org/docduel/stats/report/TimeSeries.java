package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/**
 * What the forks of one result measured, iteration by iteration: the score and everything beside
 * it.
 *
 * @param seconds length of an iteration; 0 when it is not stated
 */
record TimeSeries(Score score, double seconds, List<Map<String, List<Double>>> forks) {
  private static final String SCORE = "score";
  private static final String OPERATIONS_P99 = "operations.p99";
  private static final String P99 = ".p99";
  private static final Pattern PERCENTILE = Pattern.compile("(.+)\\.(?:p\\d+(?:\\.\\d+)?|max)");
  private static final int LONG_RUN = 5;
  private static final int MOST = 6;

  private static TimeSeries of(Score score) {
    List<Map<String, List<Double>>> forks = new ArrayList<>();
    for (JmhResult result : score.selected().results()) {
      JmhMetric primary = result.primary();
      for (List<Double> values : primary.rawData()) {
        forks.add(fork(result, forks.size(), values));
      }
      for (List<Histogram> histograms : primary.rawHistograms()) {
        Map<String, List<Double>> metrics =
            fork(result, forks.size(), histograms.stream().map(Histogram::mean).toList());
        metrics.put(OPERATIONS_P99, histograms.stream().map(h -> h.percentile(0.99)).toList());
        forks.add(metrics);
      }
    }
    forks.removeIf(fork -> iterations(fork) == 0);
    return new TimeSeries(
        score, JmhResult.seconds(score.first().protocol().measurementTime()), forks);
  }

  // A metric that has another number of values than the score cannot be laid beside it.
  private static Map<String, List<Double>> fork(JmhResult result, int fork, List<Double> values) {
    Map<String, List<Double>> metrics = new LinkedHashMap<>();
    metrics.put(SCORE, values);
    result
        .secondary()
        .forEach((name, metric) -> {
          if (fork < metric.rawData().size()
              && metric.rawData().get(fork).size() == values.size()) {
            metrics.put(name, metric.rawData().get(fork));
          }
        });
    return metrics;
  }

  private static int iterations(Map<String, List<Double>> fork) {
    return fork.getOrDefault(SCORE, List.of()).size();
  }

  private int longest() {
    return forks.stream().mapToInt(TimeSeries::iterations).max().orElse(0);
  }

  /** All metrics of some series, the score first, 99th percentiles next. */
  private static List<String> names(List<TimeSeries> all) {
    Set<String> found = new LinkedHashSet<>();
    all.forEach(series -> series.forks.forEach(fork -> found.addAll(fork.keySet())));
    Set<String> names = new LinkedHashSet<>(List.of(SCORE));
    found.stream().filter(name -> name.endsWith(P99)).forEach(names::add);
    names.addAll(found);
    return List.copyOf(names);
  }

  /**
   * Those of the metrics that are worth a plot: what differs anywhere; of the percentiles of one
   * thing the 99th alone; not what the score says already.
   */
  private static List<String> telling(Study study, List<TimeSeries> all) {
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
            .flatMap(series -> series.forks.stream())
            .flatMap(fork -> fork.getOrDefault(name, List.of()).stream())
            .filter(Double::isFinite)
            .distinct()
            .count()
        > 1;
  }

  /** What was measured over the run, a figure for each group with a run of several iterations. */
  static List<Block> figures(Study study, String prefix) {
    List<Block> blocks = new ArrayList<>();
    int left = 0;
    for (Study.Group group : study.groups()) {
      List<TimeSeries> all =
          study.mode() == Mode.SINGLE_SHOT
              ? List.of()
              : group.scores().stream()
                  .map(TimeSeries::of)
                  .filter(series -> series.longest() >= LONG_RUN)
                  .toList();
      if (!all.isEmpty() && blocks.size() < MOST) {
        blocks.add(figure(study, prefix, group.label(), all));
      } else if (!all.isEmpty()) {
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

  private static Block figure(Study study, String prefix, String group, List<TimeSeries> all) {
    boolean timed = all.stream().allMatch(series -> series.seconds > 0);
    double end =
        all.stream().mapToDouble(s -> s.longest() * (timed ? s.seconds : 1)).max().orElse(1);
    Across across =
        new Across(timed ? "seconds of measurement" : "iteration", List.of(), false, 0, end);
    List<Svg> panels = new ArrayList<>();
    for (String metric : telling(study, all)) {
      List<Line> lines = new ArrayList<>();
      for (TimeSeries series : all) {
        for (Map<String, List<Double>> fork : series.forks) {
          lines.add(series.line(study, fork.getOrDefault(metric, List.of()), timed));
        }
      }
      lines.removeIf(line -> line.points().isEmpty());
      String unit = all.get(0).unit(metric);
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
    String name = prefix + (group.isEmpty() ? "timeline" : "timeline-" + Html.fileName(group));
    return new Html.Figure(
        name,
        (group.isEmpty() ? "" : group + ": ") + "Over the run, one line for each fork.",
        panels,
        numbers(study, name, all));
  }

  private Line line(Study study, List<Double> values, boolean timed) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (Double.isFinite(values.get(i))) {
        points.add(new Point((i + 1) * (timed ? seconds : 1), values.get(i)));
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

  private record Iteration(TimeSeries series, int fork, int number) {
    double value(String metric) {
      List<Double> values = series.forks.get(fork).getOrDefault(metric, List.of());
      double value = number < values.size() ? values.get(number) : Double.NaN;
      return Double.isFinite(value) ? value : Double.NaN;
    }
  }

  private static Table numbers(Study study, String name, List<TimeSeries> all) {
    List<Iteration> iterations = new ArrayList<>();
    for (TimeSeries series : all) {
      for (int fork = 0; fork < series.forks.size(); fork++) {
        for (int i = 0; i < iterations(series.forks.get(fork)); i++) {
          iterations.add(new Iteration(series, fork, i));
        }
      }
    }
    Columns<Iteration> columns =
        new Columns<Iteration>()
            .text("subject", "subject", row -> study.subject(row.series.score))
            .count("fork", "fork", row -> row.fork + 1L)
            .count("iteration", "iteration", row -> row.number + 1L)
            .data(
                "seconds",
                row -> row.series.seconds > 0 ? (row.number + 1) * row.series.seconds : Double.NaN);
    for (String metric : names(all)) {
      columns.data(metric, row -> row.value(metric));
    }
    return columns.table(name, "Iteration by iteration", iterations);
  }
}
