package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.docduel.stats.diagnose.DriftTable;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.report.Charts.Axis;
import org.docduel.stats.report.Charts.Backdrop;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;

/**
 * Long runs on one clock: what is done, how long it takes, what is stored and what waits for a
 * vacuum, on the same scales for each result.
 */
record HoursFigure(Study study) {
  private static final int MAX_RESULTS = 4;
  private static final int MAX_MARKS = 80;
  private static final double SECONDS_PER_MINUTE = 60;

  private static final List<Panel> PANELS =
      List.of(
          new Panel("throughput", List.of("throughput")),
          new Panel("99th percentile of response times", List.of(Selection.RESPONSE)),
          new Panel("stored, bytes", List.of("pgstat.heap", "pgstat.index")),
          new Panel("dead row versions", List.of("pgstat.dead_tuples")));

  /** What a panel shows, by the names of metrics. */
  private record Panel(String heading, List<String> metrics) {}

  /** What is found, with its figure; nothing where no run is long. */
  List<Block> blocks() {
    Map<String, Score> scores = new LinkedHashMap<>();
    study.scores().stream()
        .filter(score -> DriftTable.isLong(score.selected()))
        .limit(MAX_RESULTS)
        .forEach(score -> scores.put(label(score), score));
    if (scores.isEmpty()) {
      return List.of();
    }
    Map<String, Selection.SelectedResult> results = new LinkedHashMap<>();
    scores.forEach((label, score) -> results.put(label, score.selected()));
    DriftTable drift = DriftTable.of(results);
    List<Block> blocks = new ArrayList<>();
    List<Svg> panels = new ArrayList<>();
    for (Panel panel : PANELS) {
      List<Line> all = new ArrayList<>();
      scores.values().forEach(score -> all.addAll(lines(panel, score)));
      if (!all.isEmpty()) {
        scores.forEach((label, score) -> panels.add(svg(panel, label, score, all)));
      }
    }
    Table table = drift.table();
    blocks.add(
        new Html.Figure(
            "hours",
            "The run on one clock, a line for each fork. Shaded: what does not count, fixed before"
                + " anything is looked at. Dashed: an autovacuum has ended; solid: a checkpoint.",
            panels,
            table));
    blocks.add(new Html.TableBlock(table));
    return blocks;
  }

  private String label(Score score) {
    String group = study.label(score);
    return study.subject(score) + (group.isEmpty() ? "" : ", " + group);
  }

  private static Svg svg(Panel panel, String label, Score score, List<Line> all) {
    List<Line> lines = lines(panel, score);
    double end =
        all.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::x).max().orElse(1);
    DoubleStream values =
        all.stream().flatMap(line -> line.points().stream()).mapToDouble(Point::y);
    Quantity quantity = quantity(panel, score);
    return Charts.lines(
        panel.heading + ": " + label,
        "minutes",
        Axis.linear(0, end, 5, Numbers::compact),
        Axis.around(values, 4, Numbers.onAxis(quantity)),
        lines,
        new Backdrop(
            DriftTable.steadyFrom(score.selected()) / SECONDS_PER_MINUTE,
            marks(score, "autovacuum"),
            marks(score, "checkpoint")));
  }

  private static Quantity quantity(Panel panel, Score score) {
    return metrics(score, panel.metrics.get(0)).stream()
        .map(metric -> metric.unit().quantity())
        .findFirst()
        .orElse(score.quantity());
  }

  private static List<JmhMetric> metrics(Score score, String name) {
    return score.selected().results().stream()
        .flatMap(result -> result.metric(name).stream())
        .toList();
  }

  private static List<Line> lines(Panel panel, Score score) {
    List<Line> lines = new ArrayList<>();
    for (String name : panel.metrics) {
      for (JmhMetric metric : metrics(score, name)) {
        for (ForkSeries fork : metric.forks()) {
          lines.add(new Line(name, panel.metrics.indexOf(name), points(score, fork.values())));
        }
      }
    }
    return lines;
  }

  private static List<Point> points(Score score, double[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> Double.isFinite(values[i]))
        .mapToObj(i -> new Point(minutes(score, i), values[i]))
        .toList();
  }

  /** When an iteration ended. */
  private static double minutes(Score score, int iteration) {
    return (iteration + 1) * score.first().iterationSeconds() / SECONDS_PER_MINUTE;
  }

  /** When iterations of the first fork ended in which a server's maintenance was counted. */
  private static List<Double> marks(Score score, String event) {
    List<Double> marks = new ArrayList<>();
    DriftTable.EVENTS.forEach((counter, name) -> {
      if (name.equals(event)) {
        metrics(score, counter).stream()
            .flatMap(metric -> metric.forks().stream())
            .limit(1)
            .map(ForkSeries::values)
            .forEach(counts ->
                IntStream.range(0, counts.length)
                    .filter(i -> counts[i] > 0)
                    .forEach(i -> marks.add(minutes(score, i))));
      }
    });
    return marks.size() > MAX_MARKS ? List.of() : marks;
  }
}
