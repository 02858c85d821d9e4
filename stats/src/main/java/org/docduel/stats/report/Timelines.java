package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.report.Charts.Axis;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Group;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table.Columns;

/** What was measured over a run: score and other metrics, iteration by iteration. */
record Timelines(Study study) {
  private static final int LONG_RUN = 5;
  private static final int MAX_FIGURES = 6;
  private static final String SCORE = "score";
  private static final String OPERATIONS_P99 = "operations.p99";
  private static final String P99 = ".p99";
  private static final String LESSER_PERCENTILE = "\\.(p\\d+(\\.\\d+)?|max)$";

  /** An iteration of a fork, with all that was measured in it. */
  private record Iteration(
      Score score, int fork, int place, double seconds, Map<String, Double> values) {
    double value(String metric) {
      return values.getOrDefault(metric, Double.NaN);
    }

    /** When it ended, in seconds; its number where its length is not stated. */
    double end() {
      return (place + 1) * (seconds > 0 ? seconds : 1);
    }
  }

  /** Score and other metrics over the run, for each group with a run of several iterations. */
  List<Block> figures() {
    List<Group> groups = new ArrayList<>(study.groups());
    groups.removeIf(group ->
        study.mode() == Mode.SINGLE_SHOT
            || group.scores().stream()
                .flatMap(score -> score.selected().iterations().forks().stream())
                .noneMatch(fork -> fork.size() >= LONG_RUN));
    List<Block> blocks = new ArrayList<>();
    groups.stream().limit(MAX_FIGURES).forEach(group -> blocks.add(figure(group)));
    if (groups.size() > MAX_FIGURES) {
      String omitted = Numbers.count(groups.size() - (long) MAX_FIGURES, "group is", "groups are");
      blocks.add(new Html.Prose(omitted + " more not drawn; choose some of them with --where."));
    }
    return blocks;
  }

  private Block figure(Group group) {
    Map<String, Quantity> metrics = new LinkedHashMap<>();
    List<List<Iteration>> forks = new ArrayList<>();
    group.scores().forEach(score -> forks.addAll(iterations(score, metrics)));
    List<Iteration> rows = forks.stream().flatMap(List::stream).toList();
    boolean timed = rows.stream().allMatch(row -> row.seconds > 0);
    String xLabel = timed ? "seconds of measurement" : "iteration";
    double end = rows.stream().mapToDouble(Iteration::end).max().orElse(1);
    Axis along = Axis.linear(0, end, 5, Numbers::compact);
    String compared = group.scores().get(0).selected().metric();
    List<Svg> panels = new ArrayList<>();
    metrics.forEach((metric, quantity) -> {
      if (metric.equals(SCORE) || isInformative(metric, metrics.keySet(), rows)) {
        List<Line> lines = new ArrayList<>();
        for (List<Iteration> fork : forks) {
          Score score = fork.get(0).score;
          List<Point> points =
              fork.stream()
                  .map(row -> new Point(row.end(), row.value(metric)))
                  .filter(point -> Double.isFinite(point.y()))
                  .toList();
          lines.add(new Line(study.subject(score), study.series(score), points));
        }
        String heading = heading(metric.equals(SCORE) ? compared : metric, quantity);
        panels.add(
            Charts.lines(heading, Numbers.onAxis(quantity), xLabel, along, lines, List.of()));
      }
    });
    String where = group.label();
    String name = where.isEmpty() ? "timeline" : "timeline-" + Html.fileName(where);
    Columns<Iteration> columns =
        new Columns<Iteration>()
            .text("subject", "subject", row -> study.subject(row.score))
            .count("fork", "fork", row -> row.fork)
            .count("iteration", "iteration", row -> row.place + 1L)
            .data("seconds", row -> row.seconds > 0 ? row.end() : Double.NaN);
    metrics.keySet().forEach(metric -> columns.data(metric, row -> row.value(metric)));
    return new Html.Figure(
        name,
        (where.isEmpty() ? "" : where + ": ") + "Over the run, one line for each fork.",
        panels,
        columns.table(name, "Iteration by iteration", rows));
  }

  /**
   * The iterations of each fork.
   *
   * @param metrics gets what was measured, the score first, 99th percentiles next
   */
  private static List<List<Iteration>> iterations(Score score, Map<String, Quantity> metrics) {
    double seconds = score.first().iterationSeconds();
    Observations observations = score.selected().iterations();
    List<List<Iteration>> forks = new ArrayList<>();
    metrics.put(SCORE, observations.quantity());
    boolean hasHistograms = !observations.operations().isEmpty();
    if (hasHistograms) {
      metrics.put(OPERATIONS_P99, observations.quantity());
    }
    for (ForkSeries fork : observations.forks()) {
      List<Iteration> iterations = new ArrayList<>();
      forks.add(iterations);
      for (int i = 0; i < fork.size(); i++) {
        Map<String, Double> values = new HashMap<>(Map.of(SCORE, fork.value(i)));
        if (hasHistograms) {
          Histogram operations = fork.histograms().get(i);
          values.put(OPERATIONS_P99, Histogram.percentile(List.of(operations), 0.99));
        }
        iterations.add(new Iteration(score, forks.size(), i, seconds, values));
      }
    }
    List<String> names = new ArrayList<>(score.first().secondary().keySet());
    names.sort(Comparator.comparing(name -> !name.endsWith(P99)));
    for (String name : names) {
      List<JmhMetric> parts =
          score.selected().results().stream()
              .flatMap(result -> result.metric(name).stream())
              .toList();
      List<ForkSeries> values = parts.stream().flatMap(part -> part.forks().stream()).toList();
      if (values.stream()
          .map(ForkSeries::size)
          .toList()
          .equals(forks.stream().map(List::size).toList())) {
        metrics.putIfAbsent(name, parts.get(0).unit().quantity());
        for (Iteration row : forks.stream().flatMap(List::stream).toList()) {
          row.values.put(name, values.get(row.fork - 1).value(row.place));
        }
      }
    }
    return forks;
  }

  /**
   * Whether a metric differs anywhere and is not the score under another name; of the percentiles
   * of one thing the 99th alone does.
   */
  private boolean isInformative(String metric, Set<String> metrics, List<Iteration> rows) {
    String p99 = metric.replaceAll(LESSER_PERCENTILE, P99);
    boolean lesser = !p99.equals(metric) && metrics.contains(p99);
    boolean score =
        rows.stream().allMatch(row -> Double.compare(row.value(metric), row.value(SCORE)) == 0)
            || (metric.equals("throughput")
                && study.quantity().rate()
                && study.scores().get(0).selected().metric().isEmpty());
    return !lesser
        && !score
        && rows.stream().map(row -> row.value(metric)).filter(Double::isFinite).distinct().count()
            > 1;
  }

  private static String heading(String metric, Quantity quantity) {
    String name =
        switch (metric) {
          case "" -> quantity.rate() ? "throughput" : "time per operation";
          case OPERATIONS_P99 -> "99th percentile of operations";
          default -> metric;
        };
    boolean omitUnit = quantity.time() || Set.of("", "#", "---").contains(quantity.unit());
    return omitUnit ? name : name + ", " + quantity.unit();
  }
}
