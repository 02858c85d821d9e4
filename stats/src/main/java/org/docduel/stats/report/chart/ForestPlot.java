package org.docduel.stats.report.chart;

import java.util.List;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.Marker;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Scale;
import org.docduel.stats.report.draw.Stroke;
import org.docduel.stats.report.value.Display;

/**
 * Time reductions with their intervals, one row each, against the threshold.
 *
 * @param title what is compared
 * @param baseline name of the slower side, for the direction of the axis
 * @param candidate name of the faster side
 * @param threshold the time reduction asked for, a fraction below 1
 * @param rows in the order shown
 */
public record ForestPlot(
    String title, String baseline, String candidate, double threshold, List<ForestRow> rows)
    implements Chart {

  private static final double WIDE_ENOUGH = 640;
  private static final double VALUES = 170;
  private static final double VERDICT = 96;

  /** Copies the rows. */
  public ForestPlot {
    rows = List.copyOf(rows);
  }

  /** How a row was decided. */
  public enum Outcome {
    SUPERIOR(Ink.SUPERIOR),
    INFERIOR(Ink.INFERIOR),
    UNDECIDED(Ink.UNDECIDED);

    private final Ink ink;

    Outcome(Ink ink) {
      this.ink = ink;
    }
  }

  /**
   * One comparison.
   *
   * @param label of the group
   * @param delta observed time reduction, a fraction
   * @param lower end of its interval
   * @param upper end of its interval
   * @param outcome how it was decided
   * @param verdict the decision in words
   * @param overall whether the row sums up the others
   */
  public record ForestRow(
      String label,
      double delta,
      double lower,
      double upper,
      Outcome outcome,
      String verdict,
      boolean overall) {}

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    boolean wide = width >= WIDE_ENOUGH;
    double labels = wide ? labelWidth() : 0;
    double left = wide ? labels + 16 : 8;
    double right = wide ? width - VALUES - VERDICT - 20 : width - 8;
    double rowHeight = wide ? 30 : 50;
    double top = wide ? 44 : 40;
    double bottom = top + rowHeight * rows.size() + separators() * 8;
    Scale scale = ReductionScale.covering(rows, threshold, left, right);

    drawFrame(canvas, scale, new Point(left, top), bottom);
    if (wide) {
      Lettering head = Lettering.SMALL.at(Anchor.END);
      canvas.text(new Point(width - VERDICT - 8, top - 12), "time reduction [interval]", head);
      canvas.text(new Point(width - VERDICT + 12, top - 12), "verdict", Lettering.SMALL);
    }
    double y = top;
    boolean first = true;
    for (ForestRow row : rows) {
      if (row.overall() && !first && separatorBefore(row)) {
        canvas.horizontal(0, width, y + 4, Stroke.GRID);
        y += 8;
      }
      drawRow(canvas, row, scale, new Point(labels, y), rowHeight, wide);
      y += rowHeight;
      first = false;
    }
    return canvas.finish(bottom + 46, title, description());
  }

  private void drawFrame(Canvas canvas, Scale scale, Point corner, double bottom) {
    double top = corner.y();
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      double x = scale.at(tick);
      canvas.vertical(x, top, bottom, tick == 0 ? Stroke.AXIS : Stroke.GRID);
      String text = Display.roundPercent(tick);
      double half = Lettering.SMALL.widthOf(text) / 2;
      if (x - half > last + 6) {
        double inside = Math.min(x, canvas.width() - half);
        Lettering small = Lettering.SMALL.at(Anchor.MIDDLE);
        canvas.text(new Point(Math.max(half, inside), bottom + 16), text, small);
        last = x + half;
      }
    }
    double x = scale.at(threshold);
    canvas.vertical(x, top - 6, bottom, Stroke.dashed(Ink.TEXT, 1.4));
    String text = "Δ = " + Display.roundPercent(threshold);
    Lettering heading = Lettering.SMALL.in(Ink.TEXT).at(Anchor.MIDDLE).strong();
    double half = heading.widthOf(text) / 2;
    double inside = Math.max(half, Math.min(canvas.width() - half, x));
    canvas.text(new Point(inside, top - 12), text, heading);
    drawDirections(canvas, scale, new Point(corner.x(), bottom + 36));
  }

  private void drawDirections(Canvas canvas, Scale scale, Point start) {
    double zero = scale.at(0);
    double y = start.y();
    String faster = Lettering.SMALL.fit(candidate + " faster →", canvas.width() - zero - 8);
    String slower = "← " + candidate + " slower";
    canvas.text(new Point(zero + 6, y), faster, Lettering.SMALL);
    if (Lettering.SMALL.widthOf(slower) < zero - start.x() - 8) {
      canvas.text(new Point(zero - 6, y), slower, Lettering.SMALL.at(Anchor.END));
    }
  }

  private void drawRow(
      Canvas canvas, ForestRow row, Scale scale, Point corner, double height, boolean wide) {
    Lettering label = row.overall() ? Lettering.LABEL.strong() : Lettering.LABEL;
    double y = corner.y() + (wide ? height / 2 : height - 14);
    String bounds =
        Double.isInfinite(row.lower())
            ? "no interval"
            : Display.percentNumber(row.lower()) + ", " + Display.percentNumber(row.upper());
    String values = "%s [%s]".formatted(Display.percent(row.delta()), bounds);
    Lettering verdict = Lettering.LABEL.in(row.outcome().ink).strong();
    if (wide) {
      canvas.text(
          new Point(corner.x(), y + 4.5), label.fit(row.label(), corner.x()), label.at(Anchor.END));
      canvas.text(new Point(canvas.width() - VERDICT - 8, y + 4.5), values, label.at(Anchor.END));
      canvas.text(new Point(canvas.width() - VERDICT + 12, y + 4.5), row.verdict(), verdict);
    } else {
      double line = corner.y() + 18;
      String reduction = Display.percent(row.delta());
      double end = canvas.width() - verdict.widthOf(row.verdict()) - 10;
      double start = end - label.widthOf(reduction) - 12;
      canvas.rectangle(new Point(0, line - 12), canvas.width(), 16, Ink.BACKGROUND);
      canvas.text(new Point(0, line), label.fit(row.label(), start), label);
      canvas.text(new Point(end, line), reduction, label.at(Anchor.END));
      canvas.text(new Point(canvas.width(), line), row.verdict(), verdict.at(Anchor.END));
    }
    canvas.titled(
        row.label() + ": " + values + ", " + row.verdict(), () -> drawMark(canvas, row, scale, y));
  }

  private void drawMark(Canvas canvas, ForestRow row, Scale scale, double y) {
    double lowest = ReductionScale.lowest(rows, threshold);
    Ink ink = row.outcome().ink;
    if (Double.isFinite(row.lower()) && Double.isFinite(row.upper())) {
      double from = scale.at(row.lower());
      double to = scale.at(row.upper());
      canvas.horizontal(from, to, y, Stroke.solid(ink, 2.2));
      if (row.lower() >= lowest) {
        canvas.vertical(from, y - 4, y + 4, Stroke.solid(ink, 1.6));
      }
      canvas.vertical(to, y - 4, y + 4, Stroke.solid(ink, 1.6));
    }
    Point point = new Point(scale.at(row.delta()), y);
    Marker shape = row.overall() ? Marker.DIAMOND : Marker.CIRCLE;
    double radius = row.overall() ? 6 : 5;
    if (row.outcome() == Outcome.UNDECIDED) {
      canvas.hollowMarker(shape, point, radius, ink);
    } else {
      canvas.marker(shape, point, radius, ink);
    }
  }

  private boolean separatorBefore(ForestRow row) {
    int index = rows.indexOf(row);
    return index > 0 && !rows.get(index - 1).overall();
  }

  private long separators() {
    return rows.stream().filter(row -> row.overall() && separatorBefore(row)).count();
  }

  private double labelWidth() {
    return rows.stream()
        .mapToDouble(row ->
            (row.overall() ? Lettering.LABEL.strong() : Lettering.LABEL).widthOf(row.label()))
        .map(width -> Math.min(width + 6, 260))
        .max()
        .orElse(0);
  }

  private String description() {
    long superior = rows.stream().filter(row -> row.outcome() == Outcome.SUPERIOR).count();
    return "Time reduction of %s against %s with its interval, %d rows, %d at least %s faster"
        .formatted(candidate, baseline, rows.size(), superior, Display.roundPercent(threshold));
  }
}
