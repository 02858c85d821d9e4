package org.docduel.stats.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.docduel.stats.report.Svg.Ink;
import org.docduel.stats.report.Svg.Marker;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.report.Svg.TextStyle;

/** The marks of drawings as pixels, in light colours. */
final class Pixels {
  /** Pixels of a drawing unit: words stay sharp on dense screens. */
  static final int SCALE = 2;

  private static final float[] DASHES = {5, 4};

  static {
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true"); // else macOS shows a window's icon
    }
  }

  private final Graphics2D graphics;

  private Pixels(Graphics2D graphics) {
    this.graphics = graphics;
  }

  /**
   * Drawings below each other as a PNG file, laid out like {@link Svg#file}.
   *
   * @return empty where this Java has no fonts or no graphics, as some server images
   */
  static Optional<byte[]> png(List<Svg> parts) {
    double height = parts.stream().mapToDouble(part -> part.height() + Svg.GAP).sum();
    BufferedImage image =
        new BufferedImage(
            (int) Math.ceil(SCALE * (Svg.WIDTH + 2 * Svg.MARGIN)),
            (int) Math.ceil(SCALE * height),
            BufferedImage.TYPE_INT_RGB);
    try {
      draw(parts, image.createGraphics(), height);
    } catch (LinkageError | InternalError e) {
      return Optional.empty();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(out.toByteArray());
  }

  private static void draw(List<Svg> parts, Graphics2D graphics, double height) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(SCALE, SCALE);
    graphics.setColor(color(Ink.BACKGROUND));
    graphics.fillRect(0, 0, (int) Math.ceil(Svg.WIDTH + 2 * Svg.MARGIN), (int) Math.ceil(height));
    graphics.translate(Svg.MARGIN, Svg.TOP);
    for (Svg part : parts) {
      part.draw(new Pixels(graphics));
      graphics.translate(0, part.height() + Svg.GAP);
    }
    graphics.dispose();
  }

  private static Color color(Ink ink) {
    return Color.decode(ink.light);
  }

  private void stroke(Shape shape, Ink ink, BasicStroke stroke) {
    graphics.setColor(color(ink));
    graphics.setStroke(stroke);
    graphics.draw(shape);
  }

  private static BasicStroke solid(double width) {
    return new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
  }

  void polyline(List<Point> points, Ink ink, double width, boolean dashed) {
    Path2D path = new Path2D.Double();
    path.moveTo(points.get(0).x(), points.get(0).y());
    points.subList(1, points.size()).forEach(point -> path.lineTo(point.x(), point.y()));
    stroke(
        path,
        ink,
        dashed
            ? new BasicStroke(
                (float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
            : solid(width));
  }

  void bar(double fromX, double toX, double middle, double width, Ink ink, boolean faint) {
    Color full = color(ink);
    graphics.setColor(faint ? new Color(full.getRed(), full.getGreen(), full.getBlue(), 89) : full);
    graphics.setStroke(solid(width));
    graphics.draw(new Line2D.Double(fromX, middle, toX, middle));
  }

  void marker(Marker shape, Point point, double radius, Ink ink, boolean hollow) {
    AffineTransform place = AffineTransform.getTranslateInstance(point.x(), point.y());
    place.scale(radius, radius);
    Shape placed = place.createTransformedShape(shape(shape));
    graphics.setColor(color(hollow ? Ink.BACKGROUND : ink));
    graphics.fill(placed);
    stroke(placed, hollow ? ink : Ink.BACKGROUND, solid(hollow ? 1.8 : 1));
  }

  private static Shape shape(Marker marker) {
    return switch (marker) {
      case CIRCLE -> new Ellipse2D.Double(-1, -1, 2, 2);
      case SQUARE -> polygon(-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9);
      case DIAMOND -> polygon(-1.3, 0, 0, -1.3, 1.3, 0, 0, 1.3);
      case TRIANGLE -> polygon(-1.15, 1, 0, -1, 1.15, 1);
    };
  }

  private static Shape polygon(double... coordinates) {
    Path2D path = new Path2D.Double();
    path.moveTo(coordinates[0], coordinates[1]);
    for (int i = 2; i < coordinates.length; i += 2) {
      path.lineTo(coordinates[i], coordinates[i + 1]);
    }
    path.closePath();
    return path;
  }

  void dots(List<Point> points, double radius, Ink ink) {
    Color full = color(ink);
    graphics.setColor(new Color(full.getRed(), full.getGreen(), full.getBlue(), 178));
    for (Point each : points) {
      graphics.fill(
          new Ellipse2D.Double(each.x() - radius, each.y() - radius, 2 * radius, 2 * radius));
    }
  }

  /** A line of text from its left end; narrowed where a font is wider than a drawing expects. */
  void text(double left, double y, String text, TextStyle style) {
    Font font =
        new Font(Font.SANS_SERIF, style.bold() ? Font.BOLD : Font.PLAIN, 1)
            .deriveFont((float) style.size());
    double width = font.getStringBounds(text, graphics.getFontRenderContext()).getWidth();
    double narrowed = Math.min(1, style.widthOf(text) / Math.max(width, 1));
    graphics.setFont(font.deriveFont(AffineTransform.getScaleInstance(narrowed, 1)));
    graphics.setColor(color(style.ink()));
    graphics.drawString(text, (float) left, (float) y);
  }
}
