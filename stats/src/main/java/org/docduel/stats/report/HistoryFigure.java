package org.docduel.stats.report;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.history.ChangePoints.Change;
import org.docduel.stats.history.History;
import org.docduel.stats.report.Charts.Axis;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Charts.Tick;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;

/** A picture of a history: a panel for each series, its changes of level as hollow diamonds. */
public final class HistoryFigure {
  private static final int MAX_TICKS = 6;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("MM-dd").withZone(ZoneOffset.UTC);

  private HistoryFigure() {}

  /** The picture as an SVG file. */
  public static String svg(History history, List<Change> changes) {
    int last = history.runs().size() - 1;
    List<Tick> ticks = new ArrayList<>();
    int every = last / MAX_TICKS + 1;
    for (int run = 0; run <= last; run += every) {
      ticks.add(new Tick(run, DAY.format(history.runs().get(run).time())));
    }
    Axis along = new Axis(0, Math.max(1, last), false, ticks);
    List<Svg> panels = new ArrayList<>();
    for (History.Series series : history.series()) {
      List<Svg.Point> points = new ArrayList<>();
      List<Interval> intervals = new ArrayList<>();
      List<Svg.Point> marks = new ArrayList<>();
      for (int run = 0; run <= last; run++) {
        Optional<Summary> summary = series.points().get(run);
        if (summary.isPresent()) {
          Svg.Point point = new Svg.Point(run, summary.get().mean());
          points.add(point);
          intervals.add(summary.get().shownInterval());
          int place = run;
          changes.stream()
              .filter(change -> change.series().equals(series) && change.run() == place)
              .forEach(change -> marks.add(point));
        }
      }
      Line line = new Line(series.label(), panels.size(), points, intervals, marks, List.of());
      panels.add(
          Charts.lines(
              series.label(),
              Numbers.onAxis(series.quantity()),
              "runs by date",
              along,
              List.of(line),
              List.of()));
    }
    return Svg.file(panels);
  }
}
