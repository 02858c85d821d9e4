package org.docduel.stats.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.Point;

/**
 * Bars divided into parts.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param parts names and colours of the parts, in the order they are stacked
 * @param rows top to bottom
 */
public record StackedBars(String title, String description, List<Part> parts, List<Row> rows)
    implements Chart {

  private static final double WIDE_ENOUGH = 640;

  /** Copies the lists. */
  public StackedBars {
    parts = List.copyOf(parts);
    rows = List.copyOf(rows);
  }

  /** What every row is divided into. */
  public record Part(String name, Ink ink) {}

  /**
   * One bar.
   *
   * @param label its name
   * @param values one for each part, not negative
   * @param shown the same values as a reader sees them
   * @param total the text at the end of the bar
   */
  public record Row(String label, List<Double> values, List<String> shown, String total) {

    /** Copies the values. */
    public Row {
      values = List.copyOf(values);
      shown = List.copyOf(shown);
    }

    double sum() {
      return values.stream().mapToDouble(Double::doubleValue).sum();
    }
  }

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    boolean wide = width >= WIDE_ENOUGH;
    List<Legend.Key> keys = new ArrayList<>();
    for (Part part : parts) {
      keys.add(new Legend.Key(part.name(), part.ink(), 0));
    }
    double y = Legend.swatches(canvas, keys, 0) + 4;
    double labels = wide ? Math.min(300, widest(rows.stream().map(Row::label).toList())) + 12 : 0;
    double totals = widest(rows.stream().map(Row::total).toList()) + 10;
    double room = width - labels - totals;
    double largest = rows.stream().mapToDouble(Row::sum).max().orElse(0);
    for (Row row : rows) {
      if (wide) {
        canvas.text(
            new Point(labels - 12, y + 13),
            Lettering.LABEL.fit(row.label(), labels - 12),
            Lettering.LABEL.at(Anchor.END));
      } else {
        canvas.text(new Point(0, y + 12), Lettering.LABEL.fit(row.label(), width), Lettering.LABEL);
        y += 18;
      }
      drawBar(canvas, row, new Point(labels, y), largest > 0 ? room / largest : 0);
      y += wide ? 26 : 30;
    }
    return canvas.finish(y, title, description);
  }

  private void drawBar(Canvas canvas, Row row, Point corner, double perUnit) {
    double x = corner.x();
    for (int i = 0; i < parts.size(); i++) {
      double length = row.values().get(i) * perUnit;
      if (length > 0) {
        Point start = new Point(x, corner.y());
        Part part = parts.get(i);
        canvas.titled(
            "%s, %s: %s".formatted(row.label(), part.name(), row.shown().get(i)),
            () -> canvas.rectangle(start, Math.max(0.5, length - 0.75), 18, part.ink()));
      }
      x += length;
    }
    canvas.text(new Point(x + 7, corner.y() + 13.5), row.total(), Lettering.LABEL);
  }

  private static double widest(List<String> texts) {
    return texts.stream().mapToDouble(Lettering.LABEL::widthOf).max().orElse(0);
  }
}
