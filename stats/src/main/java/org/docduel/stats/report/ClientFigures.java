package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ClientCurve;
import org.docduel.stats.ranking.ClientCurve.Point;
import org.docduel.stats.ranking.ClientCurveTables;
import org.docduel.stats.report.Charts.Axis;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Charts.Tick;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Group;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;

/** Throughput and response times against clients, where a study has several numbers of threads. */
record ClientFigures(Study study) {
  static final String THREADS = "threads";

  private static final double WIDE_RANGE = 4;
  private static final int MAX_GROUPS = 6;

  /** A curve and the subject that it is of. */
  private record SubjectCurve(Score score, ClientCurve curve) {}

  /** Whether there is a curve to draw. */
  static boolean apply(Study study) {
    return !ClientCurve.of(study.scores().stream().map(Score::selected).toList()).isEmpty();
  }

  /** The figures, the table and what they say; none without curves. */
  List<Block> blocks() {
    List<ClientCurve> all = ClientCurve.of(study.scores().stream().map(Score::selected).toList());
    List<Block> blocks = new ArrayList<>();
    if (all.isEmpty()) {
      return blocks;
    }
    Stream.concat(
            study.contest().ranking().stream()
                .flatMap(ranking -> ClientCurveTables.overtakings(ranking).stream()),
            ClientCurveTables.sentences(all).stream())
        .map(Html.Prose::new)
        .forEach(blocks::add);
    List<Svg> panels = new ArrayList<>();
    boolean tails = false;
    for (Group group : study.groupsWithout(THREADS).stream().limit(MAX_GROUPS).toList()) {
      List<SubjectCurve> curves = curves(group);
      if (!curves.isEmpty()) {
        panels.add(
            panel(
                group,
                curves,
                "operations/s",
                Numbers.onAxis(Quantity.rate("ops/s")),
                Point::meanThroughput,
                Point::throughputInterval,
                true));
        if (curves.stream().allMatch(each -> each.curve.points().get(0).p99().length > 0)) {
          tails = true;
          panels.add(
              panel(
                  group,
                  curves,
                  "99th percentile of response times",
                  Numbers.onAxis(Quantity.SECONDS_PER_OPERATION),
                  Point::meanP99,
                  Point::p99Interval,
                  false));
        }
      }
    }
    String caption =
        "Throughput"
            + (tails ? " and response times" : "")
            + " of all clients together, with 95 % intervals over forks."
            + " A hollow diamond marks the knee.";
    blocks.add(new Html.Figure("clients", caption, panels, ClientCurveTables.table(all)));
    blocks.add(new Html.TableBlock(ClientCurveTables.table(all)));
    return blocks;
  }

  private List<SubjectCurve> curves(Group group) {
    List<SubjectCurve> curves = new ArrayList<>();
    Study.grouped(group.scores(), study::subject)
        .forEach((subject, scores) -> {
          List<SelectedResult> results = scores.stream().map(Score::selected).toList();
          ClientCurve.of(results).stream()
              .limit(1)
              .forEach(curve -> curves.add(new SubjectCurve(scores.get(0), curve)));
        });
    return curves;
  }

  private Svg panel(
      Group group,
      List<SubjectCurve> curves,
      String what,
      DoubleFunction<String> format,
      ToDoubleFunction<Point> level,
      Function<Point, Interval> interval,
      boolean withKnee) {
    List<Line> lines = new ArrayList<>();
    List<Long> clients =
        curves.stream()
            .flatMap(each -> each.curve.points().stream())
            .map(Point::clients)
            .distinct()
            .sorted()
            .toList();
    for (SubjectCurve each : curves) {
      List<Svg.Point> knee =
          each.curve.knee().stream()
              .filter(any -> withKnee)
              .map(found -> new Svg.Point(found.clients(), found.capacity()))
              .toList();
      lines.add(
          new Line(
              study.subject(each.score),
              study.series(each.score),
              each.curve.points().stream()
                  .map(point -> new Svg.Point(point.clients(), level.applyAsDouble(point)))
                  .toList(),
              each.curve.points().stream().map(interval).toList(),
              knee));
    }
    double low = clients.get(0);
    double high = clients.get(clients.size() - 1);
    List<Tick> ticks =
        clients.stream().map(count -> new Tick(count, Numbers.count(count))).toList();
    Axis along = new Axis(low, high, high / low >= WIDE_RANGE, ticks);
    String heading = group.label().isEmpty() ? what : what + ", " + group.label();
    return Charts.lines(heading, format, "clients", along, lines, List.of());
  }
}
