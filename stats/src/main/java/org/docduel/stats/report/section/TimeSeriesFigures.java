package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.docduel.stats.input.Mode;
import org.docduel.stats.report.chart.LinePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.value.Display;

/**
 * Runs of several timed iterations as plots under each other over one time axis, so that causes and
 * consequences stand in one column: the score, the 99th percentile, whatever else was measured.
 */
public final class TimeSeriesFigures {
  private static final int LONG_RUN = 5;
  private static final int MOST = 6;
  private static final double PLOT = 48;
  private static final double MINUTE = 60;
  private static final double MANY_SECONDS = 180;

  private TimeSeriesFigures() {}

  /** A figure for each group with such a run. */
  public static List<Block> of(StudyContext context) {
    Study study = context.study();
    List<Block> blocks = new ArrayList<>();
    if (study.mode() == Mode.SINGLE_SHOT) {
      return blocks;
    }
    int left = 0;
    for (Study.Group group : study.groups()) {
      List<TimeSeries> all = new ArrayList<>();
      for (Score score : group.scores()) {
        TimeSeries series = TimeSeries.of(score);
        if (series.longest() >= LONG_RUN) {
          all.add(series);
        }
      }
      if (!all.isEmpty() && blocks.size() < MOST) {
        blocks.add(figure(context, group.label(), all));
      } else if (!all.isEmpty()) {
        left++;
      }
    }
    if (left > 0) {
      blocks.add(
          new Block.Prose(
              "%s more not drawn; choose some of them with --where."
                  .formatted(Display.count(left, "group is", "groups are"))));
    }
    return blocks;
  }

  private static Block figure(StudyContext context, String group, List<TimeSeries> all) {
    Study study = context.study();
    boolean timed = all.stream().allMatch(series -> series.seconds() > 0);
    double seconds = all.stream().mapToDouble(s -> s.longest() * s.seconds()).max().orElse(0);
    Clock clock = timed ? Clock.of(seconds) : new Clock("iteration", 0);
    List<LinePanels.Panel> panels = new ArrayList<>();
    for (String metric : TimeSeries.telling(study, all)) {
      panels.add(panel(study, all, metric, clock));
    }
    double end = all.stream().mapToDouble(s -> clock.at(s, s.longest())).max().orElse(1);
    int forks = all.stream().mapToInt(series -> series.forks().size()).sum();
    String name = group.isEmpty() ? "timeline" : "timeline-" + FileName.of(group);
    String caption =
        "%sOver the run, %s. The plots share their time axis.%s"
            .formatted(
                group.isEmpty() ? "" : group + ": ",
                forks == all.size() ? "one line for each result" : "one line for each fork",
                context.conditions());
    LinePanels chart =
        new LinePanels(
            group.isEmpty() ? "Over the run" : "Over the run, " + group,
            "%d plots of %d forks".formatted(panels.size(), forks),
            LinePanels.Across.numbers(clock.name(), false, 0, end),
            true,
            PLOT,
            panels);
    return context
        .figures()
        .draw(context.file(name), caption, chart, numbers(context, name, group, all));
  }

  /**
   * The time axis.
   *
   * @param name of the unit
   * @param unit in seconds; 0 for iterations
   */
  private record Clock(String name, double unit) {
    static Clock of(double seconds) {
      return seconds >= MANY_SECONDS
          ? new Clock("minutes of measurement", MINUTE)
          : new Clock("seconds of measurement", 1);
    }

    /** The end of an iteration, which is when its metrics were read. */
    double at(TimeSeries series, int iteration) {
      return unit == 0 ? iteration : iteration * series.seconds() / unit;
    }
  }

  private static LinePanels.Panel panel(
      Study study, List<TimeSeries> all, String metric, Clock clock) {
    List<LinePanels.SeriesLine> lines = new ArrayList<>();
    String unit = unit(all, metric);
    for (TimeSeries series : all) {
      for (Map<String, List<Double>> fork : series.forks()) {
        List<Double> values = fork.getOrDefault(metric, List.of());
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
          if (Double.isFinite(values.get(i))) {
            points.add(new Point(clock.at(series, i + 1), values.get(i)));
          }
        }
        if (!points.isEmpty()) {
          lines.add(
              new LinePanels.SeriesLine(
                  study.subject(series.score()), study.series(series.score()), points));
        }
      }
    }
    return new LinePanels.Panel(heading(study, metric, unit), tick(unit), false, lines, List.of());
  }

  private static String unit(List<TimeSeries> all, String metric) {
    return all.stream()
        .map(series -> series.units().getOrDefault(metric, ""))
        .filter(unit -> !unit.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static String heading(Study study, String metric, String unit) {
    String name =
        switch (metric) {
          case TimeSeries.SCORE ->
              study.mode() == Mode.THROUGHPUT ? "throughput" : "time per operation";
          case TimeSeries.OPERATIONS_P99 -> "99th percentile of operations";
          default -> metric;
        };
    boolean bare = unit.equals("#") || unit.equals("---") || unit.isEmpty();
    return bare ? name : name + ", " + unit;
  }

  private static DoubleFunction<String> tick(String unit) {
    boolean bytes = unit.equals("bytes") || unit.equals("B") || unit.startsWith("B/");
    return bytes ? Display::bytes : Display::compact;
  }

  private record Iteration(TimeSeries series, int fork, int number) {
    double value(String metric) {
      List<Double> values = series.forks().get(fork).getOrDefault(metric, List.of());
      double value = number < values.size() ? values.get(number) : Double.NaN;
      return Double.isFinite(value) ? value : Double.NaN;
    }

    double seconds() {
      return series.seconds() > 0 ? (number + 1) * series.seconds() : Double.NaN;
    }
  }

  private static DataTable numbers(
      StudyContext context, String name, String group, List<TimeSeries> all) {
    List<Iteration> iterations = new ArrayList<>();
    for (TimeSeries series : all) {
      for (int fork = 0; fork < series.forks().size(); fork++) {
        for (int i = 0; i < TimeSeries.iterations(series.forks().get(fork)); i++) {
          iterations.add(new Iteration(series, fork, i));
        }
      }
    }
    Columns<Iteration> columns =
        new Columns<Iteration>()
            .text(
                "subject",
                "subject",
                iteration -> context.study().subject(iteration.series().score()))
            .count("fork", "fork", iteration -> iteration.fork() + 1L)
            .count("iteration", "iteration", iteration -> iteration.number() + 1L)
            .number("seconds", "seconds", Iteration::seconds, Display::tick);
    for (String metric : TimeSeries.names(all)) {
      columns.number(
          heading(context.study(), metric, unit(all, metric)),
          metric,
          iteration -> iteration.value(metric),
          value -> Display.significant(value, 4));
    }
    return columns.table(
        context.file(name),
        (group.isEmpty() ? "" : group + ": ") + "iteration by iteration",
        iterations);
  }
}
