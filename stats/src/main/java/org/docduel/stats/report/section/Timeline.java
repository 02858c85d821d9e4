package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.Observations;
import org.docduel.stats.input.Mode;
import org.docduel.stats.report.chart.Axes;
import org.docduel.stats.report.chart.CurvePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** Runs of many timed iterations as series in time, so that decay over a run shows. */
public final class Timeline {

  private static final int LONG_RUN = 20;
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) (ms|s|m|min|hr)");

  private Timeline() {}

  /** A figure for the scores, one for high percentiles and one for every secondary metric. */
  public static List<Block> of(Study study, Names names) {
    List<Score> runs =
        study.mode() == Mode.SINGLE_SHOT
            ? List.of()
            : study.scores().stream().filter(Timeline::isLong).toList();
    if (runs.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    boolean rate = study.timed() && study.mode() == Mode.THROUGHPUT;
    List<Series> scores = new ArrayList<>();
    for (Score run : runs) {
      scores.addAll(series(study, run, run.observations(), v -> rate ? 1 / v : v));
    }
    Measure measure = names.measure();
    String what = rate ? "Throughput, operations per second" : "Time per operation";
    blocks.add(figure(names, "timeline", what, scores, rate ? Shown::tick : measure::tick));
    percentiles(study, names, runs).ifPresent(blocks::add);
    for (String metric : study.secondaryNames()) {
      List<Series> lines = new ArrayList<>();
      for (Score run : runs) {
        run.secondary(metric)
            .ifPresent(found -> lines.addAll(series(study, run, found, value -> value)));
      }
      if (lines.stream().anyMatch(Series::moves)) {
        blocks.add(figure(names, "timeline-" + FileName.of(metric), metric, lines, Shown::tick));
      }
    }
    return blocks;
  }

  private record Series(
      String group, String variant, int index, double seconds, List<Double> values) {

    boolean moves() {
      return values.stream().distinct().count() > 1;
    }

    List<Point> points() {
      List<Point> points = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        if (Double.isFinite(values.get(i))) {
          points.add(new Point((i + 1) * seconds / unit(), values.get(i)));
        }
      }
      return points;
    }

    private double unit() {
      return seconds > 0 ? 60 : 1;
    }
  }

  private static boolean isLong(Score score) {
    return score.observations().forks().stream().anyMatch(fork -> fork.size() >= LONG_RUN);
  }

  private static List<Series> series(
      Study study, Score run, Observations observations, DoubleUnaryOperator value) {
    List<Series> all = new ArrayList<>();
    double seconds = seconds(run.first().protocol().measurementTime());
    for (ForkSeries fork : observations.forks()) {
      List<Double> values = Arrays.stream(fork.values()).map(value).boxed().toList();
      all.add(new Series(study.label(run), study.variant(run), study.series(run), seconds, values));
    }
    return all;
  }

  private static Optional<Block> percentiles(Study study, Names names, List<Score> runs) {
    List<Series> lines = new ArrayList<>();
    for (Score run : runs) {
      double seconds = seconds(run.first().protocol().measurementTime());
      for (ForkSeries fork : run.observations().forks()) {
        if (!fork.histograms().isEmpty()) {
          List<Double> values = fork.histograms().stream().map(h -> h.percentile(0.99)).toList();
          lines.add(
              new Series(study.label(run), study.variant(run), study.series(run), seconds, values));
        }
      }
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            figure(
                names,
                "timeline-p99",
                "99th percentile of the operations of each iteration",
                lines,
                names.measure()::tick));
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

  private static Block figure(
      Names names, String name, String what, List<Series> all, DoubleFunction<String> tick) {
    List<CurvePanels.Panel> panels = new ArrayList<>();
    List<String> groups = all.stream().map(Series::group).distinct().toList();
    double end = 0;
    for (String group : groups) {
      List<CurvePanels.Line> lines = new ArrayList<>();
      for (Series series : all) {
        if (series.group().equals(group)) {
          List<Point> points = series.points();
          lines.add(new CurvePanels.Line(series.variant(), series.index(), points));
          end = points.stream().mapToDouble(Point::x).reduce(end, Math::max);
        }
      }
      panels.add(new CurvePanels.Panel(group, lines, List.of()));
    }
    boolean timed = all.stream().allMatch(series -> series.seconds() > 0);
    String across = timed ? "minutes of measurement" : "iteration";
    return new Block.Figure(
        names.file(name),
        what
            + " over the run, one line for each fork; time goes on from left to right."
            + names.conditions(),
        new CurvePanels(what, all.size() + " forks", Axes.plain(across, end, tick), panels),
        numbers(names, name, what, all));
  }

  private static DataTable numbers(Names names, String name, String what, List<Series> all) {
    List<DataTable.Row> rows = new ArrayList<>();
    for (int fork = 0; fork < all.size(); fork++) {
      Series series = all.get(fork);
      for (int i = 0; i < series.values().size(); i++) {
        double value = series.values().get(i);
        rows.add(
            DataTable.Row.of(
                List.of(
                    Cell.text(series.group()),
                    Cell.text(series.variant()),
                    Cell.count(i + 1L, Shown.count(i + 1L)),
                    Cell.number((i + 1) * series.seconds(), Shown.tick((i + 1) * series.seconds())),
                    Cell.number(value, Shown.significant(value, 4)))));
      }
    }
    return new DataTable(
        names.file(name),
        what + ", iteration by iteration",
        List.of(
            Column.text("group", "group"),
            Column.text("variant", "variant"),
            Column.number("iteration", "iteration"),
            Column.number("seconds", "seconds"),
            Column.number("value", "value")),
        rows);
  }
}
