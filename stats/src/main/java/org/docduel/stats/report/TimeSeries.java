package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.JmhResult;
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

/**
 * What a result measured over its run: the score and everything beside it.
 *
 * @param metrics by name, each with as many values as the score
 */
record TimeSeries(Score score, Map<String, Metric> metrics) {
  private static final String SCORE = "score";
  private static final String OPERATIONS_P99 = "operations.p99";
  private static final String P99 = ".p99";
  private static final String LESSER_PERCENTILE = "\\.(p\\d+(\\.\\d+)?|max)$";
  private static final int LONG_RUN = 5;
  private static final int MOST = 6;

  /** Values fork by fork, NaN where a profiler saw nothing. */
  private record Metric(Quantity quantity, List<double[]> forks) {
    static Metric of(Observations observations) {
      return new Metric(
          observations.quantity(), observations.forks().stream().map(ForkSeries::values).toList());
    }

    static Metric of(List<JmhMetric> parts) {
      List<double[]> forks = new ArrayList<>();
      for (JmhMetric part : parts) {
        for (List<Double> fork : part.rawData()) {
          forks.add(fork.stream().mapToDouble(part.unit()::toObservation).toArray());
        }
      }
      return new Metric(parts.get(0).unit().quantity(), forks);
    }

    List<Integer> iterations() {
      return forks.stream().map(fork -> fork.length).toList();
    }
  }

  /** The score first, 99th percentiles next. */
  private static TimeSeries of(Score score) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    Metric timed = Metric.of(score.observations());
    metrics.put(SCORE, timed);
    if (score.observations().operations().isPresent()) {
      metrics.put(OPERATIONS_P99, Metric.of(score.observations().map(TimeSeries::p99)));
    }
    List<String> names = new ArrayList<>(score.first().secondary().keySet());
    names.sort(Comparator.comparing(name -> !name.endsWith(P99)));
    for (String name : names) {
      List<JmhMetric> parts =
          score.selected().results().stream().flatMap(one -> one.metric(name).stream()).toList();
      Metric metric = Metric.of(parts);
      if (metric.iterations().equals(timed.iterations())) {
        metrics.put(name, metric);
      }
    }
    return new TimeSeries(score, metrics);
  }

  private static ForkSeries p99(ForkSeries fork) {
    double[] values = fork.histograms().stream().mapToDouble(h -> h.percentile(0.99)).toArray();
    return ForkSeries.ofValues(fork.machine(), values);
  }

  /** The length of an iteration in seconds; 0 when it is not stated. */
  private double seconds() {
    return JmhResult.seconds(score.first().protocol().measurementTime());
  }

  /** What was measured over the run, a figure for each group with a run of several iterations. */
  static List<Block> figures(Study study) {
    List<Group> groups = new ArrayList<>(study.groups());
    groups.removeIf(group ->
        study.mode() == Mode.SINGLE_SHOT
            || group.scores().stream()
                .flatMap(score -> score.observations().forks().stream())
                .noneMatch(fork -> fork.size() >= LONG_RUN));
    List<Block> blocks = new ArrayList<>();
    groups.stream().limit(MOST).forEach(group -> blocks.add(figure(study, group)));
    if (groups.size() > MOST) {
      String left = Numbers.count(groups.size() - (long) MOST, "group is", "groups are");
      blocks.add(new Html.Prose(left + " more not drawn; choose some of them with --where."));
    }
    return blocks;
  }

  /** One iteration of a fork. */
  private record Iteration(TimeSeries series, int fork, int place) {
    double value(String metric) {
      Metric values = series.metrics.get(metric);
      return values == null ? Double.NaN : values.forks.get(fork)[place];
    }

    /** When it ended, in seconds; its number where its length is not stated. */
    double end() {
      return (place + 1) * (series.seconds() > 0 ? series.seconds() : 1);
    }
  }

  private List<List<Iteration>> forks() {
    List<List<Iteration>> forks = new ArrayList<>();
    for (int count : Metric.of(score.observations()).iterations()) {
      List<Iteration> fork = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        fork.add(new Iteration(this, forks.size(), i));
      }
      forks.add(fork);
    }
    return forks;
  }

  private static Block figure(Study study, Group group) {
    List<TimeSeries> all = group.scores().stream().map(TimeSeries::of).toList();
    List<List<Iteration>> forks = all.stream().flatMap(each -> each.forks().stream()).toList();
    List<Iteration> rows = forks.stream().flatMap(List::stream).toList();
    boolean timed = all.stream().allMatch(each -> each.seconds() > 0);
    double end = rows.stream().mapToDouble(Iteration::end).max().orElse(1);
    Map<String, Quantity> metrics = new LinkedHashMap<>();
    all.forEach(each ->
        each.metrics.forEach((name, values) -> metrics.putIfAbsent(name, values.quantity())));
    String compared = group.scores().get(0).selected().metric();
    double[] levels = rows.stream().mapToDouble(row -> row.value(SCORE)).toArray();
    List<Svg> panels = new ArrayList<>();
    metrics.forEach((metric, quantity) -> {
      double[] values = rows.stream().mapToDouble(row -> row.value(metric)).toArray();
      boolean told =
          Arrays.equals(values, levels)
              || (metric.equals("throughput") && compared.isEmpty() && study.quantity().rate());
      if (metric.equals(SCORE) || (!told && tells(metric, metrics.keySet(), values))) {
        List<Line> lines = new ArrayList<>();
        for (List<Iteration> fork : forks) {
          Score score = fork.get(0).series.score;
          List<Point> points =
              fork.stream()
                  .map(row -> new Point(row.end(), row.value(metric)))
                  .filter(point -> Double.isFinite(point.y()))
                  .toList();
          lines.add(new Line(study.subject(score), study.series(score), points));
        }
        panels.add(
            Charts.lines(
                heading(metric.equals(SCORE) ? compared : metric, quantity),
                Numbers.onAxis(quantity),
                timed ? "seconds of measurement" : "iteration",
                Axis.between(0, end, false, Numbers::compact),
                lines,
                List.of()));
      }
    });
    String where = group.label();
    String name = (where.isEmpty() ? "timeline" : "timeline-" + Html.fileName(where));
    Columns<Iteration> columns =
        new Columns<Iteration>()
            .text("subject", "subject", row -> study.subject(row.series.score))
            .count("fork", "fork", row -> row.fork + 1L)
            .count("iteration", "iteration", row -> row.place + 1L)
            .data("seconds", row -> row.series.seconds() > 0 ? row.end() : Double.NaN);
    metrics.keySet().forEach(metric -> columns.data(metric, row -> row.value(metric)));
    return new Html.Figure(
        name,
        (where.isEmpty() ? "" : where + ": ") + "Over the run, one line for each fork.",
        panels,
        columns.table(name, "Iteration by iteration", rows));
  }

  /** Whether a metric differs anywhere; of the percentiles of one thing the 99th alone does. */
  private static boolean tells(String name, Set<String> names, double[] values) {
    String p99 = name.replaceAll(LESSER_PERCENTILE, P99);
    boolean lesser = !p99.equals(name) && names.contains(p99);
    return !lesser
        && DoubleStream.of(values).filter(Double::isFinite).distinct().limit(2).count() > 1;
  }

  private static String heading(String metric, Quantity quantity) {
    String name =
        switch (metric) {
          case "" -> quantity.rate() ? "throughput" : "time per operation";
          case OPERATIONS_P99 -> "99th percentile of operations";
          default -> metric;
        };
    boolean bare = quantity.time() || Set.of("", "#", "---").contains(quantity.unit());
    return bare ? name : name + ", " + quantity.unit();
  }
}
