package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.stats.Histogram;
import org.docduel.stats.report.chart.LinePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;

/** Latencies of single operations, where the runs recorded them: percentiles and buckets. */
public final class Latencies {
  private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final long BEYOND = 10;
  private static final double PLOT = 190;
  private static final int MOST_PANELS = 24;

  // The bounds of the buckets that load tests of document stores print, in seconds.
  private static final double[] BOUNDS = {0.010, 0.050, 0.100, 0.500, 1.0, Double.MAX_VALUE};
  private static final String[] BUCKETS = {
    "0–10 ms", "11–50 ms", "51–100 ms", "101–500 ms", "501–1,000 ms", "over 1,000 ms"
  };
  private static final String[] CSV = {
    "ms_0_10", "ms_11_50", "ms_51_100", "ms_101_500", "ms_501_1000", "ms_over_1000"
  };

  private Latencies() {}

  /** The blocks; nothing where no result has a histogram. */
  public static List<Block> of(StudyContext context) {
    Study study = context.study();
    List<Score> recorded =
        study.scores().stream().filter(s -> s.observations().operations().isPresent()).toList();
    if (recorded.isEmpty() || !study.timed()) {
      return List.of();
    }
    return List.of(percentiles(context, recorded), buckets(context, recorded));
  }

  private static Block percentiles(StudyContext context, List<Score> recorded) {
    Study study = context.study();
    List<LinePanels.Panel> panels = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<LinePanels.SeriesLine> lines = new ArrayList<>();
      for (Score score : group.scores()) {
        score
            .observations()
            .operations()
            .ifPresent(operations ->
                lines.add(
                    new LinePanels.SeriesLine(
                        study.subject(score), study.series(score), points(operations))));
      }
      if (!lines.isEmpty() && panels.size() < MOST_PANELS) {
        panels.add(
            new LinePanels.Panel(group.label(), context.measure()::tick, true, lines, List.of()));
      }
    }
    List<LinePanels.Stop> stops = new ArrayList<>();
    for (double share : SHARES) {
      stops.add(new LinePanels.Stop(nines(share), label(share)));
    }
    Columns<Score> columns =
        context.columns().count("operations", "operations", score -> of(score).total());
    for (double share : SHARES) {
      columns.number(
          context.measure().heading(label(share)),
          label(share).replace('.', '_'),
          score -> known(of(score), share) ? of(score).percentile(share) : Double.NaN,
          context::number);
    }
    columns.number(
        context.measure().heading("max"), "max", score -> of(score).max(), context::number);
    return context
        .figures()
        .draw(
            context.file("latency-percentiles"),
            "Latency percentiles of single operations, from the merged histograms of all forks and"
                + " iterations. A percentile is shown where at least %d operations lie beyond it.%s"
                    .formatted(BEYOND, context.conditions()),
            new LinePanels(
                "Latency percentiles",
                "%d results".formatted(recorded.size()),
                LinePanels.Across.stops("percentile", stops, false),
                false,
                PLOT,
                panels),
            columns.table(
                context.file("latency-percentiles"),
                "Latency percentiles of operations",
                recorded));
  }

  private static Histogram of(Score score) {
    Optional<Histogram> operations = score.observations().operations();
    return operations.orElseThrow();
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

  private static Block buckets(StudyContext context, List<Score> recorded) {
    Columns<Score> columns = context.columns();
    for (int i = 0; i < BUCKETS.length; i++) {
      double above = i == 0 ? Double.NEGATIVE_INFINITY : BOUNDS[i - 1];
      double upTo = BOUNDS[i];
      columns.count(BUCKETS[i], CSV[i], score -> count(of(score), above, upTo));
    }
    return new Block.TableBlock(
        columns.table(
            context.file("latency-buckets"), "Operations in each latency bucket", recorded),
        false);
  }

  private static long count(Histogram operations, double above, double upTo) {
    long count = 0;
    for (int i = 0; i < operations.size(); i++) {
      if (operations.value(i) > above && operations.value(i) <= upTo) {
        count += operations.count(i);
      }
    }
    return count;
  }
}
