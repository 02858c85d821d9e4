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

  /** Draws entries with the shape of their series; answers where the next thing may start. */
  static double markers(Canvas canvas, List<Key> keys, double top) {
    return draw(canvas, keys, top, false);
  }

  /** Draws entries with a filled square. */
  static double swatches(Canvas canvas, List<Key> keys, double top) {
    return draw(canvas, keys, top, true);
  }

  private static double draw(Canvas canvas, List<Key> keys, double top, boolean swatches) {
    double x = 0;
    double y = top + 12;
    for (Key key : keys) {
      double room = canvas.width() - 20;
      String label = Lettering.LABEL.fit(key.label(), room);
      double width = 18 + Lettering.LABEL.widthOf(label) + 20;
      if (x > 0 && x + width - 20 > canvas.width()) {
        x = 0;
        y += LINE;
      }
      if (swatches) {
        canvas.rectangle(new Point(x, y - 10), 11, 11, key.ink());
      } else {
        canvas.marker(Marker.series(key.shape()), new Point(x + 6, y - 4.5), 5, key.ink());
      }
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
