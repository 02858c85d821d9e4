package org.docduel.stats.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.LinearScale;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Stroke;
import org.docduel.stats.report.value.Shown;

/**
 * Every observation as a dot in the order it was made, one strip for each result, around the
 * result's own median. Forks stand apart by a band; a short line is the median of its fork.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param rows of strips that belong together
 */
public record StripGrid(String title, String description, List<Row> rows) implements Chart {

  private static final double SMALLEST = 165;
  private static final double STRIP = 78;
  private static final double PLOT = 46;
  private static final double HEADING = 26;
  private static final double LEAST_SPREAD = 0.02;
  private static final double ROOMY = 210;
  private static final int CROWDED = 150;

  /** Copies the rows. */
  public StripGrid {
    rows = List.copyOf(rows);
  }

  /**
   * Strips of one group.
   *
   * @param heading name of the group; empty when there is but one
   * @param strips left to right
   */
  public record Row(String heading, List<Strip> strips) {

    /** Copies the strips. */
    public Row {
      strips = List.copyOf(strips);
    }
  }

  /**
   * The observations of one result.
   *
   * @param label its name
   * @param ink of its series
   * @param forks observations of each fork, in run order, finite
   * @param median of all observations, above 0
   * @param shown the median with its unit
   */
  public record Strip(
      String label, Ink ink, List<List<Double>> forks, double median, String shown) {

    /** Copies the observations. */
    public Strip {
      forks = forks.stream().map(List::copyOf).toList();
    }

    private double farthest() {
      return forks.stream()
          .flatMap(List::stream)
          .mapToDouble(value -> Math.abs(value / median - 1))
          .max()
          .orElse(0);
    }

    private int size() {
      return forks.stream().mapToInt(List::size).sum();
    }
  }

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    int most = rows.stream().mapToInt(row -> row.strips().size()).max().orElse(1);
    double y = 0;
    for (Row row : rows) {
      double head = row.heading().isEmpty() ? 0 : HEADING;
      if (head > 0) {
        canvas.text(
            new Point(0, y + 14), Lettering.HEADING.fit(row.heading(), width), Lettering.HEADING);
      }
      Grid grid = Grid.filling(width, SMALLEST, Math.max(most, 2), STRIP, y + head);
      for (int i = 0; i < row.strips().size(); i++) {
        drawStrip(canvas, row.strips().get(i), grid.corner(i), grid.panelWidth());
      }
      y = grid.bottom(row.strips().size()) + 8;
    }
    return canvas.finish(Math.max(1, y - 4), title, description);
  }

  private static void drawStrip(Canvas canvas, Strip strip, Point corner, double width) {
    double top = corner.y() + 20;
    double bottom = top + PLOT;
    double spread = Math.max(LEAST_SPREAD, strip.farthest() * 1.08);
    String range = "±" + Shown.percentNumber(spread).replaceAll("\\.\\d$", "") + "\u00a0%";
    String median = width < ROOMY ? strip.shown() : "median " + strip.shown();
    double medianWidth = Lettering.SMALL.widthOf(median);
    canvas.text(
        new Point(corner.x(), corner.y() + 14),
        Lettering.LABEL.fit(strip.label(), width - medianWidth - 8),
        Lettering.LABEL);
    canvas.text(
        new Point(corner.x() + width, corner.y() + 14), median, Lettering.SMALL.at(Anchor.END));
    double left = corner.x();
    double right = corner.x() + width;
    LinearScale vertical = new LinearScale(-spread, spread, bottom - 4, top + 4, spread);
    double step = (right - left) / Math.max(1, strip.size());
    double radius = strip.size() > CROWDED ? 1.3 : 2.1;
    double x = left;
    for (int fork = 0; fork < strip.forks().size(); fork++) {
      List<Double> values = strip.forks().get(fork);
      double end = x + values.size() * step;
      if (fork % 2 == 0) {
        canvas.rectangle(new Point(x, top), end - x, PLOT, Ink.BAND);
      }
      drawFork(canvas, strip, fork, vertical, new Point(x, step), radius);
      x = end;
    }
    canvas.horizontal(left, right, vertical.at(0), Stroke.dashed(Ink.AXIS, 0.8));
    canvas.text(
        new Point(right, bottom + 0.5), range, new Lettering(9.5, Ink.MUTED, Anchor.END, false));
  }

  private static void drawFork(
      Canvas canvas,
      Strip strip,
      int fork,
      LinearScale vertical,
      Point startAndStep,
      double radius) {
    List<Double> values = strip.forks().get(fork);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      points.add(
          new Point(
              startAndStep.x() + (i + 0.5) * startAndStep.y(),
              vertical.at(values.get(i) / strip.median() - 1)));
    }
    double middle = vertical.at(median(values) / strip.median() - 1);
    double end = startAndStep.x() + values.size() * startAndStep.y();
    String tooltip =
        "%s, fork %d of %d: %s, fork median %s of the median"
            .formatted(
                strip.label(),
                fork + 1,
                strip.forks().size(),
                Shown.count(values.size(), "observation", "observations"),
                Shown.percent(median(values) / strip.median()));
    canvas.titled(
        tooltip,
        () -> {
          canvas.dots(points, radius, strip.ink());
          if (strip.forks().size() > 1 && values.size() > 1) {
            canvas.horizontal(startAndStep.x() + 1, end - 1, middle, Stroke.solid(Ink.TEXT, 1.2));
          }
        });
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int upper = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[upper]
        : Arrays.stream(sorted, upper - 1, upper + 1).average().orElseThrow();
  }
}
