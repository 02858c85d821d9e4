package org.docduel.stats.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A drawing: marks become SVG. Every mark carries its light colour, so that a picture stands on its
 * own; the style sheet gives each its dark one. Lengths are drawing units, y grows downwards.
 */
final class Svg {
  /** The width of all drawings: words keep their size on a phone and on a desk. */
  static final double WIDTH = 440;

  /** Left and right of the drawings in a file; above them is a little less. */
  static final double MARGIN = 16;

  static final double TOP = 12;

  /** Between the drawings in a file. */
  static final double GAP = 24;

  /** Letters such as j reach a little beyond their place. */
  private static final double EDGE = 3;

  private static final String FONTS =
      "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

  private static final Pattern FORBIDDEN =
      Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufffe\\uffff]");

  private final StringBuilder body = new StringBuilder(4096);

  /** The same marks for pixels. */
  private final List<Consumer<Pixels>> marks = new ArrayList<>();

  private final String title;
  private double height;

  /** An empty drawing of {@link #WIDTH}; its title says what it shows to who cannot see it. */
  Svg(String title) {
    this.title = title;
  }

  record Point(double x, double y) {}

  /** Shapes of points, so that a series can be told without its colour. */
  enum Marker {
    CIRCLE("M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z"),
    SQUARE("M-.9-.9H.9V.9H-.9Z"),
    DIAMOND("M-1.3 0L0-1.3L1.3 0L0 1.3Z"),
    TRIANGLE("M-1.15 1L0-1L1.15 1Z");

    private final String path;

    Marker(String path) {
      this.path = path;
    }

    /** Another one where the colours begin again. */
    static Marker series(int index) {
      return values()[(index + index / Ink.SERIES) % values().length];
    }
  }

  /** Which end of a text stands at its place. */
  enum Anchor {
    START(0),
    MIDDLE(0.5),
    END(1);

    private final double before;

    Anchor(double before) {
      this.before = before;
    }
  }

  record TextStyle(double size, Ink ink, Anchor anchor, boolean bold) {
    static final TextStyle LABEL = new TextStyle(12.5, Ink.TEXT, Anchor.START, false);
    static final TextStyle STRONG = new TextStyle(12.5, Ink.TEXT, Anchor.START, true);
    static final TextStyle SMALL = new TextStyle(11.5, Ink.MUTED, Anchor.START, false);

    /** Widths of letters in ems, a little above those of the widest common sans-serif fonts. */
    private static final Map<String, Double> EMS =
        Map.of("iljI.,:;'|!", 0.34, " ()[]{}/ftr-\u00a0", 0.42, "mMW%@…", 1.0);

    private static final String WIDE = "−+=<>≥≤";

    TextStyle at(Anchor changed) {
      return new TextStyle(size, ink, changed, bold);
    }

    TextStyle in(Ink changed) {
      return new TextStyle(size, changed, anchor, bold);
    }

    double widthOf(String text) {
      double width = text.codePoints().mapToDouble(TextStyle::emWidth).sum() * size;
      return bold ? width * 1.12 : width;
    }

    /** A text in lines of a width, broken between words. */
    List<String> lines(String text, double width) {
      List<String> lines = new ArrayList<>();
      for (String token : text.split(" ", -1)) {
        int last = lines.size() - 1;
        String longer = last < 0 ? token : lines.get(last) + " " + token;
        if (last >= 0 && widthOf(longer) <= width) {
          lines.set(last, longer);
        } else {
          lines.add(token);
        }
      }
      return lines;
    }

    /** A text cut to a width, with an ellipsis where something was cut off. */
    private String fit(String text, double width) {
      int end = Math.min(text.length(), 400);
      String fitted = end < text.length() ? text.substring(0, end) + "…" : text;
      while (end > 1 && widthOf(fitted) > width) {
        fitted = text.substring(0, --end) + "…";
      }
      return fitted;
    }

    private static double emWidth(int letter) {
      for (Map.Entry<String, Double> each : EMS.entrySet()) {
        if (each.getKey().indexOf(letter) >= 0) {
          return each.getValue();
        }
      }
      boolean wide = Character.isUpperCase(letter) || WIDE.indexOf(letter) >= 0;
      return wide ? 0.78 : letter > 0x2e00 ? 1.05 : 0.645;
    }
  }

  void line(double fromX, double fromY, double toX, double toY, Ink ink, double width) {
    polyline(List.of(new Point(fromX, fromY), new Point(toX, toY)), ink, width, false);
  }

  /** A line through points; fewer than two draw nothing. */
  void polyline(List<Point> points, Ink ink, double width, boolean dashed) {
    if (points.size() > 1) {
      body.append("<path fill=\"none\" stroke-linejoin=\"round\"");
      body.append(dashed ? " stroke-dasharray=\"5 4\" d=\"" : " d=\"");
      for (int i = 0; i < points.size(); i++) {
        body.append(i == 0 ? 'M' : 'L').append(at(points.get(i)));
      }
      body.append('"').append(stroke(ink, width)).append("/>\n");
      marks.add(pixels -> pixels.polyline(points, ink, width, dashed));
    }
  }

  /** A horizontal bar; a faint one where nothing is shown. */
  void bar(double fromX, double toX, double middle, double width, Ink ink, boolean faint) {
    body.append("<path fill=\"none\" d=\"M").append(at(new Point(fromX, middle)));
    body.append('H').append(text(toX)).append(faint ? "\" stroke-opacity=\"0.35\"" : "\"");
    body.append(stroke(ink, width)).append("/>\n");
    marks.add(pixels -> pixels.bar(fromX, toX, middle, width, ink, faint));
  }

  /** A filled shape, parted from what lies under it by a thin line; hollow for what is open. */
  void marker(Marker shape, Point point, double radius, Ink ink, boolean hollow) {
    body.append("<path transform=\"translate(").append(at(point));
    body.append(")scale(").append(text(radius)).append(")\" d=\"").append(shape.path);
    body.append("\" fill=\"").append(hollow ? Ink.BACKGROUND.light : ink.light).append('"');
    body.append(stroke(hollow ? ink : Ink.BACKGROUND, (hollow ? 1.8 : 1) / radius)).append("/>\n");
    marks.add(pixels -> pixels.marker(shape, point, radius, ink, hollow));
  }

  /** Equal round dots as one mark. */
  void dots(List<Point> points, double radius, Ink ink) {
    body.append("<path stroke-linecap=\"round\" stroke-opacity=\"0.7\" d=\"");
    points.forEach(point -> body.append('M').append(at(point)).append("h.01"));
    body.append('"').append(stroke(ink, 2 * radius)).append("/>\n");
    marks.add(pixels -> pixels.dots(points, radius, ink));
  }

  /** A line of text, moved sideways where it would be cut off at an edge. */
  void text(double x, double y, String text, TextStyle style) {
    if (text.isEmpty()) {
      return;
    }
    String fitted = style.fit(text, WIDTH - 2 * EDGE);
    double width = style.widthOf(fitted);
    double before = width * style.anchor.before;
    double inside = Math.max(before + EDGE, Math.min(WIDTH - EDGE - width + before, x));
    body.append("<text x=\"").append(text(inside)).append("\" y=\"").append(text(y));
    body.append("\" font-size=\"").append(text(style.size)).append("\" text-anchor=\"");
    body.append(style.anchor.name().toLowerCase(Locale.ROOT)).append('"');
    body.append(style.bold ? " font-weight=\"bold\"" : "");
    body.append(" fill=\"").append(style.ink.light).append("\">");
    body.append(escape(fitted)).append("</text>\n");
    marks.add(pixels -> pixels.text(inside - before, y, fitted, style));
  }

  /** Names of series beside their mark, in as many lines as they need; answers where they end. */
  double legend(Map<String, Integer> series, double top) {
    double x = 0;
    double y = top + 12;
    for (Map.Entry<String, Integer> each : series.entrySet()) {
      double width = 18 + TextStyle.LABEL.widthOf(each.getKey());
      if (x > 0 && x + width > WIDTH) {
        x = 0;
        y += 20;
      }
      int place = each.getValue();
      marker(Marker.series(place), new Point(x + 6, y - 4.5), 5, Ink.of(place), false);
      text(x + 16, y, each.getKey(), TextStyle.LABEL);
      x += width + 14;
    }
    return y + 14;
  }

  /** Ends the drawing at a height. */
  Svg finish(double bottom) {
    height = bottom;
    return this;
  }

  double height() {
    return height;
  }

  /** Draws the marks again, in their order. */
  void draw(Pixels pixels) {
    marks.forEach(mark -> mark.accept(pixels));
  }

  /** The drawing as part of a page, which brings the style sheet. */
  String inline() {
    return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\" font-family=\"%s\">\n%s</svg>"
        .formatted(text(WIDTH), text(height), escape(title), FONTS, body);
  }

  /** Drawings below each other as a file, light or dark as the viewer prefers. */
  static String file(List<Svg> parts) {
    StringBuilder groups = new StringBuilder(8192);
    double y = 0;
    for (Svg part : parts) {
      groups.append("<g transform=\"translate(0 ").append(text(y)).append(")\">\n");
      groups.append(part.body).append("</g>\n");
      y += part.height + GAP;
    }
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" viewBox="-16 -12 %1$s %2$s" role="img" \
    font-family="%3$s">
    <title>%4$s</title>
    <style>
    %5$s</style>
    <rect x="-16" y="-12" width="100%%" height="100%%" fill="%6$s"/>
    %7$s</svg>
    """
        .formatted(
            text(WIDTH + 2 * MARGIN),
            text(y),
            FONTS,
            escape(parts.get(0).title),
            Ink.styleSheet(),
            Ink.BACKGROUND.light,
            groups);
  }

  private static String stroke(Ink ink, double width) {
    return " stroke=\"" + ink.light + "\" stroke-width=\"" + text(width) + '"';
  }

  private static String at(Point point) {
    return text(point.x) + " " + text(point.y);
  }

  /** A coordinate with two decimals at most. */
  private static String text(double coordinate) {
    BigDecimal rounded = BigDecimal.valueOf(coordinate).setScale(2, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Text made safe inside markup; control characters, which no markup may hold, are U+FFFD. */
  static String escape(String text) {
    return FORBIDDEN
        .matcher(text)
        .replaceAll("\ufffd")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /**
   * The colours of a report, each for light and dark screens.
   *
   * <p>The series colours keep apart under the three common forms of colour blindness; they follow
   * the order blue, vermilion, green, purple, ochre, sky of Okabe and Ito's palette ("Color
   * Universal Design", 2008), darkened or lightened until each has a contrast of at least 3:1 on
   * its background.
   */
  enum Ink {
    SERIES_1("#0068a8", "#58aef0"),
    SERIES_2("#c4500c", "#ff9459"),
    SERIES_3("#008060", "#3ecf9e"),
    SERIES_4("#a24a86", "#e79acb"),
    SERIES_5("#976800", "#efc04e"),
    SERIES_6("#3a88b8", "#a3d8f7"),
    SERIES_7("#6a3d1c", "#d0a57f"),
    SERIES_8("#5d6670", "#b9c1ca"),
    BACKGROUND("#ffffff", "#15181d"),
    BAND("#f4f6f8", "#1d2228"),
    GRID("#e3e7eb", "#2d343c"),
    AXIS("#9aa3ad", "#66717d"),
    MUTED("#5a6570", "#a3adb8"),
    TEXT("#1b1f24", "#e8ebee"),
    SUPERIOR("#00734f", "#3ecf9e"),
    INFERIOR("#b8400a", "#ff9459"),
    UNDECIDED("#6b7580", "#98a3ae");

    /** How many colours series have. */
    static final int SERIES = 8;

    final String light;
    private final String dark;

    Ink(String light, String dark) {
      this.light = light;
      this.dark = dark;
    }

    /** The colour of the series at an index. */
    static Ink of(int index) {
      return values()[index % SERIES];
    }

    /**
     * Each colour as a variable such as {@code --series-1}, light by default and dark where it is
     * preferred, and marks that follow it.
     */
    static String styleSheet() {
      StringBuilder bright = new StringBuilder();
      StringBuilder dim = new StringBuilder();
      StringBuilder marks = new StringBuilder();
      for (Ink ink : values()) {
        String name = "--" + ink.name().toLowerCase(Locale.ROOT).replace('_', '-');
        bright.append(name).append(':').append(ink.light).append(';');
        dim.append(name).append(':').append(ink.dark).append(';');
        for (String property : List.of("fill", "stroke")) {
          marks.append("[%1$s=\"%2$s\"]{%1$s:var(%3$s)}\n".formatted(property, ink.light, name));
        }
      }
      return ":root{color-scheme:light dark;%s}\n@media screen and (prefers-color-scheme:dark){:root{%s}}\n%s"
          .formatted(bright, dim, marks);
    }
  }
}
