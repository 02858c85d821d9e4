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
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.Sidecar.HighestRate;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;

/** Throughput and response times against clients, where a study has several numbers of threads. */
record ClientFigures(Study study, List<Sidecar> sidecars) {
  static final String THREADS = "threads";

  private static final double WIDE_RANGE = 4;
  private static final int MAX_GROUPS = 6;

  /**
   * A curve and the subject that it is of.
   *
   * @param series that gives it its colour
   * @param found the highest rates that searches found for it
   */
  private record SubjectCurve(
      String subject, int series, ClientCurve curve, List<HighestRate> found) {}

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
            Stream.concat(ClientCurveTables.sentences(all).stream(), highestRates().stream()))
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
            + " A hollow diamond marks the knee."
            + (highestRates().isEmpty()
                ? ""
                : " A hollow square is the highest rate that findmax found to be sustained.");
    blocks.add(new Html.Figure("clients", caption, panels, ClientCurveTables.table(all)));
    blocks.add(new Html.TableBlock(ClientCurveTables.table(all)));
    return blocks;
  }

  private List<SubjectCurve> curves(Group group) {
    boolean compared = study.compare().equals(THREADS); // so the curve is of all subjects
    List<SubjectCurve> curves = new ArrayList<>();
    Study.grouped(group.scores(), score -> compared ? study.name() : study.subject(score))
        .forEach((subject, scores) -> {
          Score first = scores.get(0);
          List<SelectedResult> results = scores.stream().map(Score::selected).toList();
          ClientCurve.of(results).stream()
              .limit(1)
              .forEach(curve ->
                  curves.add(
                      new SubjectCurve(
                          subject, compared ? 0 : study.series(first), curve, found(first))));
        });
    return curves;
  }

  /** What searches found for the combination of a score, whatever its number of threads. */
  private List<HighestRate> found(Score score) {
    return sidecars.stream()
        .flatMap(sidecar -> sidecar.highestRate().stream())
        .filter(found -> found.rate() > 0)
        .filter(found ->
            score.selected().measured().entrySet().containsAll(found.parameters().entrySet()))
        .toList();
  }

  /** A sentence for each search whose combination has a curve. */
  private List<String> highestRates() {
    return study.groupsWithout(THREADS).stream()
        .flatMap(group -> curves(group).stream())
        .flatMap(each ->
            each.found.stream()
                .map(found ->
                    "%s sustains %s offered operations a second with %s and 99 %% of responses within %s (findmax)."
                        .formatted(
                            each.subject,
                            Numbers.count(found.rate()),
                            Numbers.count(found.threads(), "client", "clients"),
                            Numbers.time(found.boundMillis() / 1000))))
        .distinct()
        .toList();
  }

  private Svg panel(
      Group group,
      List<SubjectCurve> curves,
      String what,
      DoubleFunction<String> format,
      ToDoubleFunction<Point> level,
      Function<Point, Interval> interval,
      boolean withMarks) {
    List<Line> lines = new ArrayList<>();
    List<Long> clients =
        curves.stream()
            .flatMap(each ->
                Stream.concat(
                    each.curve.points().stream().map(Point::clients),
                    each.found.stream().map(HighestRate::threads)))
            .distinct()
            .sorted()
            .toList();
    for (SubjectCurve each : curves) {
      List<Svg.Point> knee =
          each.curve.knee().stream()
              .filter(any -> withMarks)
              .map(found -> new Svg.Point(found.clients(), found.capacity()))
              .toList();
      lines.add(
          new Line(
              each.subject,
              each.series,
              each.curve.points().stream()
                  .map(point -> new Svg.Point(point.clients(), level.applyAsDouble(point)))
                  .toList(),
              each.curve.points().stream().map(interval).toList(),
              knee,
              each.found.stream()
                  .filter(any -> withMarks)
                  .map(found -> new Svg.Point(found.threads(), found.rate()))
                  .toList()));
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
