package org.docduel.stats.report.chart;

import java.util.List;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Marker;
import org.docduel.stats.report.draw.Point;

/** Names of series beside their mark, wrapped to the width of the drawing. */
final class Legend {

  private static final double LINE = 22;

  private Legend() {}

  /** Draws the entries; answers where the next thing may start. */
  static double markers(Canvas canvas, List<Key> keys, double top) {
    double x = 0;
    double y = top + 12;
    for (Key key : keys) {
      String label = Lettering.LABEL.fit(key.label(), canvas.width() - 20);
      double width = 18 + Lettering.LABEL.widthOf(label) + 20;
      if (x > 0 && x + width - 20 > canvas.width()) {
        x = 0;
        y += LINE;
      }
      canvas.marker(Marker.series(key.shape()), new Point(x + 6, y - 4.5), 5, key.ink());
      canvas.text(new Point(x + 18, y), label, Lettering.LABEL);
      x += width;
    }
    return keys.isEmpty() ? top : y + LINE;
  }

  /**
   * One entry.
   *
   * @param label its name
   * @param ink its colour
   * @param shape the index of its marker
   */
  record Key(String label, Ink ink, int shape) {}
}
