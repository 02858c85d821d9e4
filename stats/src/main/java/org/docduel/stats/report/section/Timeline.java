package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.input.Mode;
import org.docduel.stats.report.chart.CurvePanels;
import org.docduel.stats.report.chart.Tracks;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Shown;

/**
 * Runs of several timed iterations as plots under each other over one time axis, so that what
 * follows from what can be seen: the score, the 99th percentile, whatever else was measured.
 */
public final class Timeline {

  private static final int SERIES = 5;
  private static final int MOST_FIGURES = 12;
  private static final double PLOT = 48;
  private static final double MINUTE = 60;
  private static final double LONG = 180;

  private Timeline() {}

  /** A figure for each group with such a run. */
  public static List<Block> of(Study study, Names names) {
    List<Block> blocks = new ArrayList<>();
    if (study.mode() == Mode.SINGLE_SHOT) {
      return blocks;
    }
    int left = 0;
    for (Study.Group group : study.groups()) {
      List<Course> courses = new ArrayList<>();
      for (Score score : group.scores()) {
        courses.add(Course.of(score));
      }
      courses.removeIf(course -> course.longest() < SERIES);
      if (!courses.isEmpty() && blocks.size() < MOST_FIGURES) {
        blocks.add(figure(study, names, group.label(), courses));
      } else if (!courses.isEmpty()) {
        left++;
      }
    }
    if (left > 0) {
      blocks.add(
          new Block.Prose(
              "%s more not drawn; choose some of them with --where."
                  .formatted(Shown.count(left, "group is", "groups are"))));
    }
    return blocks;
  }

  private static Block figure(Study study, Names names, String group, List<Course> courses) {
    boolean timed = courses.stream().allMatch(course -> course.seconds() > 0);
    double seconds = courses.stream().mapToDouble(c -> c.longest() * c.seconds()).max().orElse(0);
    Clock clock = timed ? Clock.of(seconds) : new Clock("iteration", 0);
    List<Tracks.Track> tracks = new ArrayList<>();
    for (String metric : Course.telling(study, courses)) {
      tracks.add(track(study, courses, metric, clock));
    }
    double end = courses.stream().mapToDouble(c -> clock.at(c, c.longest())).max().orElse(1);
    int forks = courses.stream().mapToInt(course -> course.forks().size()).sum();
    String name = group.isEmpty() ? "timeline" : "timeline-" + FileName.of(group);
    return new Block.Figure(
        names.file(name),
        "%sOver the run, %s. The plots share their time axis, so that causes and consequences stand under each other.%s"
            .formatted(
                group.isEmpty() ? "" : group + ": ",
                forks == courses.size() ? "one line for each result" : "one line for each fork",
                names.conditions()),
        new Tracks(
            group.isEmpty() ? "Over the run" : "Over the run, " + group,
            "%d plots of %d forks".formatted(tracks.size(), forks),
            new Tracks.Across(clock.name(), 0, end),
            PLOT,
            tracks),
        numbers(names, name, group, courses));
  }

  /**
   * The time axis.
   *
   * @param name of the unit
   * @param unit in seconds; 0 for iterations
   */
  private record Clock(String name, double unit) {
    static Clock of(double seconds) {
      return seconds >= LONG
          ? new Clock("minutes of measurement", MINUTE)
          : new Clock("seconds of measurement", 1);
    }

    /** The end of an iteration, which is when its metrics were read. */
    double at(Course course, int iteration) {
      return unit == 0 ? iteration : iteration * course.seconds() / unit;
    }
  }

  private static Tracks.Track track(Study study, List<Course> courses, String metric, Clock clock) {
    List<CurvePanels.Line> lines = new ArrayList<>();
    for (Course course : courses) {
      for (Course.Fork fork : course.forks()) {
        fork.metric(metric)
            .map(found -> points(course, found, clock))
            .ifPresent(points ->
                lines.add(
                    new CurvePanels.Line(
                        study.variant(course.score()), study.series(course.score()), points)));
      }
    }
    MetricUnit unit = Course.unit(metric, courses);
    return new Tracks.Track(heading(study, metric, unit), tick(unit), false, lines, List.of());
  }

  private static List<Point> points(Course course, Course.Metric metric, Clock clock) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < metric.values().size(); i++) {
      if (Double.isFinite(metric.values().get(i))) {
        points.add(new Point(clock.at(course, i + 1), metric.values().get(i)));
      }
    }
    return points;
  }

  private static String heading(Study study, String metric, MetricUnit unit) {
    String name =
        switch (metric) {
          case Course.SCORE ->
              study.mode() == Mode.THROUGHPUT ? "throughput" : "time per operation";
          case Course.OPERATIONS_P99 -> "99th percentile of operations";
          default -> metric;
        };
    boolean bare = unit.name().equals("#") || unit.name().equals("---") || unit.name().isEmpty();
    return bare ? name : name + ", " + unit.name();
  }

  static DoubleFunction<String> tick(MetricUnit unit) {
    boolean bytes =
        unit.name().equals("bytes") || unit.name().equals("B") || unit.name().startsWith("B/");
    return bytes ? Shown::bytes : Shown::compact;
  }

  private static DataTable numbers(Names names, String name, String group, List<Course> courses) {
    List<String> metrics = Course.names(courses);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("variant", "variant"));
    columns.add(Column.number("fork", "fork"));
    columns.add(Column.number("iteration", "iteration"));
    columns.add(Column.number("seconds", "seconds"));
    for (String metric : metrics) {
      columns.add(Column.number(metric + ", " + Course.unit(metric, courses).name(), metric));
    }
    List<DataTable.Row> rows = new ArrayList<>();
    for (Course course : courses) {
      for (int fork = 0; fork < course.forks().size(); fork++) {
        rows(names, course, fork, metrics, rows);
      }
    }
    return new DataTable(
        names.file(name),
        (group.isEmpty() ? "" : group + ": ") + "iteration by iteration",
        columns,
        rows);
  }

  private static void rows(
      Names names, Course course, int number, List<String> metrics, List<DataTable.Row> rows) {
    Course.Fork fork = course.forks().get(number);
    for (int i = 0; i < fork.iterations(); i++) {
      double end = (i + 1) * course.seconds();
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(names.study().variant(course.score())));
      cells.add(Cell.count(number + 1L, Shown.count(number + 1L)));
      cells.add(Cell.count(i + 1L, Shown.count(i + 1L)));
      cells.add(end > 0 ? Cell.number(end, Shown.tick(end)) : Cell.none());
      int iteration = i;
      for (String metric : metrics) {
        cells.add(
            fork.metric(metric)
                .map(found -> found.values().get(iteration))
                .filter(Double::isFinite)
                .map(value -> Cell.number(value, Shown.significant(value, 4)))
                .orElse(Cell.none()));
      }
      rows.add(DataTable.Row.of(cells));
    }
  }
}
