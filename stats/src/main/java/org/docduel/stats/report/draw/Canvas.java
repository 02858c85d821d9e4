package org.docduel.stats.report.draw;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects marks and becomes a {@link Drawing}. Not safe for use by several threads. */
public final class Canvas {

  private final double width;
  private final StringBuilder body = new StringBuilder(4096);

  /**
   * An empty canvas.
   *
   * @param width in drawing units, above 0
   */
  public Canvas(double width) {
    if (!(width > 0)) {
      throw new IllegalArgumentException("a canvas needs a width above 0, not " + width);
    }
    this.width = width;
  }

  public double width() {
    return width;
  }

  /** A straight line. */
  public void line(Point from, Point to, Stroke stroke) {
    body.append("<path d=\"M").append(at(from)).append('L').append(at(to)).append('"');
    paint(null, stroke);
    body.append("/>\n");
  }

  /** A level line. */
  public void horizontal(double fromX, double toX, double y, Stroke stroke) {
    line(new Point(fromX, y), new Point(toX, y), stroke);
  }

  /** An upright line. */
  public void vertical(double x, double fromY, double toY, Stroke stroke) {
    line(new Point(x, fromY), new Point(x, toY), stroke);
  }

  /** A line through points; fewer than two points draw nothing. */
  public void polyline(List<Point> points, Stroke stroke) {
    if (points.size() < 2) {
      return;
    }
    body.append("<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      body.append(i == 0 ? 'M' : 'L').append(at(points.get(i)));
    }
    body.append('"');
    paint(null, stroke);
    body.append("/>\n");
  }

  /** A filled rectangle; a negative size draws nothing. */
  public void rectangle(Point corner, double w, double h, Ink fill) {
    if (w < 0 || h < 0) {
      return;
    }
    body.append(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\""
            .formatted(
                Coordinate.text(corner.x()),
                Coordinate.text(corner.y()),
                Coordinate.text(w),
                Coordinate.text(h)));
    paint(fill, null);
    body.append("/>\n");
  }

  /** A filled shape at a point, parted from what lies under it by a thin line of background. */
  public void marker(Marker shape, Point point, double radius, Ink ink) {
    body.append("<path d=\"").append(shape.path(point.x(), point.y(), radius)).append('"');
    paint(ink, Stroke.solid(Ink.BACKGROUND, 1));
    body.append("/>\n");
  }

  /** An outlined shape at a point: something that was looked for and not shown. */
  public void hollowMarker(Marker shape, Point point, double radius, Ink ink) {
    body.append("<path d=\"").append(shape.path(point.x(), point.y(), radius)).append('"');
    paint(Ink.BACKGROUND, Stroke.solid(ink, 1.8));
    body.append("/>\n");
  }

  /** Many equal round dots, as one mark. */
  public void dots(List<Point> points, double radius, Ink ink) {
    if (points.isEmpty()) {
      return;
    }
    body.append("<path stroke-linecap=\"round\" stroke-opacity=\"0.75\" d=\"");
    for (Point point : points) {
      body.append('M').append(at(point)).append("h.01");
    }
    body.append('"');
    paint(null, Stroke.solid(ink, 2 * radius));
    body.append("/>\n");
  }

  /** A line of text whose base line runs through the point. */
  public void text(Point point, String text, Lettering lettering) {
    body.append(
        "<text x=\"%s\" y=\"%s\" font-size=\"%s\""
            .formatted(
                Coordinate.text(point.x()),
                Coordinate.text(point.y()),
                Coordinate.text(lettering.size())));
    if (lettering.anchor() != Lettering.Anchor.START) {
      body.append(" text-anchor=\"").append(lettering.anchor().value()).append('"');
    }
    if (lettering.bold()) {
      body.append(" font-weight=\"bold\"");
    }
    paint(lettering.ink(), null);
    body.append('>').append(Markup.escape(text)).append("</text>\n");
  }

  /** Marks that share a tooltip. */
  public void titled(String tooltip, Runnable marks) {
    body.append("<g><title>").append(Markup.escape(tooltip)).append("</title>");
    marks.run();
    body.append("</g>\n");
  }

  /**
   * The finished drawing.
   *
   * @param height in drawing units
   * @param title what it shows, in a few words
   * @param description what a reader who cannot see it needs to know
   */
  public Drawing finish(double height, String title, String description) {
    return new Drawing(width, height, title, description, body.toString());
  }

  private static String at(Point point) {
    return Coordinate.text(point.x()) + " " + Coordinate.text(point.y());
  }

  private void paint(@Nullable Ink fill, @Nullable Stroke stroke) {
    List<String> classes = new ArrayList<>();
    if (fill != null) {
      classes.add("f-" + fill.cssName());
    }
    if (stroke != null) {
      classes.add("k-" + stroke.ink().cssName());
    }
    body.append(" class=\"").append(String.join(" ", classes)).append('"');
    if (fill != null) {
      body.append(" fill=\"").append(fill.light()).append('"');
    }
    if (stroke != null) {
      body.append(" stroke=\"").append(stroke.ink().light());
      body.append("\" stroke-width=\"").append(Coordinate.text(stroke.width())).append('"');
      if (!stroke.dash().isEmpty()) {
        body.append(" stroke-dasharray=\"").append(stroke.dash()).append('"');
      }
    }
  }
}
