package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.stats.Histogram;
import org.docduel.stats.report.chart.Axes;
import org.docduel.stats.report.chart.CurvePanels;
import org.docduel.stats.report.chart.StackedBars;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** Latencies of single operations, where the runs recorded them: percentiles and buckets. */
public final class Latency {

  private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final long BEYOND = 10;
  private static final List<Bucket> BUCKETS =
      List.of(
          new Bucket("0–10 ms", "ms_0_10", 0.010),
          new Bucket("11–50 ms", "ms_11_50", 0.050),
          new Bucket("51–100 ms", "ms_51_100", 0.100),
          new Bucket("101–500 ms", "ms_101_500", 0.500),
          new Bucket("501–1,000 ms", "ms_501_1000", 1.0),
          new Bucket("over 1,000 ms", "ms_over_1000", Double.POSITIVE_INFINITY));

  private Latency() {}

  private record Bucket(String name, String csvName, double upTo) {}

  private record Recorded(Score score, Histogram operations) {}

  /** The blocks; nothing where no result has a histogram. */
  public static List<Block> of(Study study, Names names) {
    List<Recorded> recorded = new ArrayList<>();
    for (Score score : study.scores()) {
      score.observations().operations().ifPresent(h -> recorded.add(new Recorded(score, h)));
    }
    if (recorded.isEmpty() || !study.timed()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(percentiles(study, names, recorded));
    blocks.add(buckets(study, names, recorded));
    return blocks;
  }

  private static Block percentiles(Study study, Names names, List<Recorded> recorded) {
    List<CurvePanels.Panel> panels = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<CurvePanels.Line> lines = new ArrayList<>();
      for (Recorded one : recorded) {
        if (group.scores().contains(one.score())) {
          lines.add(
              new CurvePanels.Line(
                  study.variant(one.score()), study.series(one.score()), points(one.operations())));
        }
      }
      if (!lines.isEmpty()) {
        panels.add(new CurvePanels.Panel(group.label(), lines, List.of()));
      }
    }
    List<Axes.Tick> stops = new ArrayList<>();
    for (double share : SHARES) {
      stops.add(new Axes.Tick(nines(share), label(share)));
    }
    return new Block.Figure(
        names.file("latency-percentiles"),
        "Latency percentiles of single operations, from the merged histograms of all forks and"
            + " iterations. A percentile is shown where at least %d operations lie beyond it.%s"
                .formatted(BEYOND, names.conditions()),
        new CurvePanels(
            "Latency percentiles",
            "%d results".formatted(recorded.size()),
            Axes.stops("percentile", stops, false, names.measure()::tick),
            panels),
        percentileTable(names, recorded));
  }

  private static List<Point> points(Histogram operations) {
    List<Point> points = new ArrayList<>();
    for (double share : SHARES) {
      if (known(operations, share)) {
        points.add(new Point(nines(share), operations.percentile(share)));
      }
    }
    return points;
  }

  private static boolean known(Histogram operations, double share) {
    return operations.total() * (1 - share) >= BEYOND || share == SHARES[0];
  }

  // Every nine gets the same length: p99 lies as far from p90 as p99.9 from p99.
  private static double nines(double share) {
    return -Math.log10(1 - share);
  }

  private static String label(double share) {
    return "p" + String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "");
  }

  private static DataTable percentileTable(Names names, List<Recorded> recorded) {
    Measure measure = names.measure();
    List<Column> columns = new ArrayList<>(names.keyColumns());
    columns.add(Column.number("operations", "operations"));
    for (double share : SHARES) {
      columns.add(
          Column.number(label(share) + ", " + measure.unit(), label(share).replace('.', '_')));
    }
    columns.add(Column.number("max, " + measure.unit(), "max"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Recorded one : recorded) {
      Histogram operations = one.operations();
      List<Cell> cells = new ArrayList<>(names.keyCells(one.score()));
      cells.add(Cell.count(operations.total(), Shown.count(operations.total())));
      for (double share : SHARES) {
        double value = operations.percentile(share);
        cells.add(
            known(operations, share) ? Cell.number(value, measure.number(value)) : Cell.none());
      }
      cells.add(Cell.number(operations.max(), measure.number(operations.max())));
      rows.add(DataTable.Row.of(cells));
    }
    return new DataTable(
        names.file("latency-percentiles"), "Latency percentiles of operations", columns, rows);
  }

  private static Block buckets(Study study, Names names, List<Recorded> recorded) {
    List<StackedBars.Row> rows = new ArrayList<>();
    for (Recorded one : recorded) {
      long[] counts = counts(one.operations());
      List<Double> shares = new ArrayList<>();
      List<String> shown = new ArrayList<>();
      for (long count : counts) {
        double share = count / (double) one.operations().total();
        shares.add(share);
        shown.add("%s (%s)".formatted(Shown.count(count), Shown.percent(share)));
      }
      String group = study.label(one.score());
      String label = (group.isEmpty() ? "" : group + ", ") + study.variant(one.score());
      rows.add(new StackedBars.Row(label, shares, shown, ""));
    }
    DataTable table = bucketTable(names, recorded);
    Optional<Recorded> slow =
        recorded.stream().filter(one -> one.operations().max() > BUCKETS.get(0).upTo()).findFirst();
    if (slow.isEmpty()) {
      return new Block.Prose(
          "Latency buckets: every recorded operation took 10 ms or less, so there is no picture.");
    }
    List<StackedBars.Part> parts = new ArrayList<>();
    for (int i = 0; i < BUCKETS.size(); i++) {
      parts.add(new StackedBars.Part(BUCKETS.get(i).name(), Ink.step(i)));
    }
    return new Block.Figure(
        names.file("latency-buckets"),
        "Share of operations in each latency bucket.",
        new StackedBars("Latency buckets", "%d results".formatted(recorded.size()), parts, rows),
        table);
  }

  private static long[] counts(Histogram operations) {
    long[] counts = new long[BUCKETS.size()];
    int bucket = 0;
    for (int i = 0; i < operations.size(); i++) {
      while (operations.value(i) > BUCKETS.get(bucket).upTo()) {
        bucket++;
      }
      counts[bucket] += operations.count(i);
    }
    return counts;
  }

  private static DataTable bucketTable(Names names, List<Recorded> recorded) {
    List<Column> columns = new ArrayList<>(names.keyColumns());
    BUCKETS.forEach(bucket -> columns.add(Column.number(bucket.name(), bucket.csvName())));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Recorded one : recorded) {
      List<Cell> cells = new ArrayList<>(names.keyCells(one.score()));
      for (long count : counts(one.operations())) {
        cells.add(Cell.count(count, Shown.count(count)));
      }
      rows.add(DataTable.Row.of(cells));
    }
    return new DataTable(
        names.file("latency-buckets"), "Operations in each latency bucket", columns, rows);
  }
}
