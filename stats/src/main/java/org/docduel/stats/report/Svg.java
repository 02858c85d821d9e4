package org.docduel.stats.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A drawing: marks become SVG. Every mark carries its light colour, so that a picture stands on its
 * own, and a class by which a page recolours it for dark screens. Lengths are drawing units, y
 * grows downwards.
 */
final class Svg {
  /** The width of all drawings: words keep their size on a phone and on a desk. */
  static final double WIDTH = 440;

  /** Letters such as j reach a little beyond their place. */
  private static final double EDGE = 3;

  private static final String FONTS =
      "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

  private final StringBuilder body = new StringBuilder(4096);
  private final String title;
  private double height;

  /** An empty drawing of {@link #WIDTH}; its title says what it shows to who cannot see it. */
  Svg(String title) {
    this.title = title;
  }

  record Point(double x, double y) {}

  record Stroke(Ink ink, double width, boolean dashed) {
    static final Stroke GRID = new Stroke(Ink.GRID, 1, false);
    static final Stroke AXIS = new Stroke(Ink.AXIS, 1, false);

    static Stroke of(Ink ink, double width) {
      return new Stroke(ink, width, false);
    }
  }

  /** Shapes of points, so that a series can be told without its colour. */
  enum Marker {
    CIRCLE,
    SQUARE,
    DIAMOND,
    TRIANGLE;

    static Marker series(int index) {
      return values()[Math.floorMod(index, values().length)];
    }

    private String path(Point p, double r) {
      return switch (this) {
        case CIRCLE -> {
          String half = "a" + text(r) + " " + text(r) + " 0 1 0 ";
          yield "M" + at(p.x - r, p.y) + half + text(2 * r) + " 0" + half + text(-2 * r) + " 0Z";
        }
        case SQUARE -> polygon(p, 0.9 * r, -1, -1, 1, -1, 1, 1, -1, 1);
        case DIAMOND -> polygon(p, 1.3 * r, -1, 0, 0, -1, 1, 0, 0, 1);
        case TRIANGLE -> polygon(p, 1.15 * r, -1, 0.87, 0, -0.87, 1, 0.87);
      };
    }

    /** Corners as pairs of places around a point. */
    private static String polygon(Point p, double size, double... corners) {
      StringBuilder path = new StringBuilder();
      for (int i = 0; i < corners.length; i += 2) {
        path.append(i == 0 ? 'M' : 'L');
        path.append(at(p.x + size * corners[i], p.y + size * corners[i + 1]));
      }
      return path.append('Z').toString();
    }
  }

  /** Which end of a text stands at its place. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  record Lettering(double size, Ink ink, Anchor anchor, boolean bold) {
    static final Lettering LABEL = new Lettering(12.5, Ink.TEXT, Anchor.START, false);
    static final Lettering SMALL = new Lettering(11.5, Ink.MUTED, Anchor.START, false);

    Lettering at(Anchor changed) {
      return new Lettering(size, ink, changed, bold);
    }

    Lettering in(Ink changed) {
      return new Lettering(size, changed, anchor, bold);
    }

    Lettering strong() {
      return new Lettering(size, ink, anchor, true);
    }

    /** The width of a text: a little above that of the widest common sans-serif fonts. */
    double widthOf(String text) {
      double width = text.codePoints().mapToDouble(Lettering::emWidth).sum() * size;
      return bold ? width * 1.12 : width;
    }

    /** A text cut to a width, with an ellipsis where something was cut off. */
    String fit(String text, double width) {
      String whole = text.length() > 400 ? text.substring(0, 400) + "…" : text;
      if (widthOf(whole) <= width) {
        return whole;
      }
      int end = whole.length();
      while (end > 1 && widthOf(whole.substring(0, end) + "…") > width) {
        end--;
      }
      return whole.substring(0, end) + "…";
    }

    private static double emWidth(int letter) {
      if ("iljI.,:;'|!".indexOf(letter) >= 0) {
        return 0.34;
      }
      if (" ()[]{}/ftr-\u00a0".indexOf(letter) >= 0) {
        return 0.42;
      }
      if ("mMW%@…".indexOf(letter) >= 0) {
        return 1.0;
      }
      if (Character.isUpperCase(letter) || "−+=<>≥≤".indexOf(letter) >= 0) {
        return 0.78;
      }
      return letter > 0x2e00 ? 1.05 : 0.645;
    }
  }

  void line(double fromX, double fromY, double toX, double toY, Stroke stroke) {
    polyline(List.of(new Point(fromX, fromY), new Point(toX, toY)), stroke);
  }

  /** A line through points; fewer than two draw nothing. */
  void polyline(List<Point> points, Stroke stroke) {
    if (points.size() < 2) {
      return;
    }
    body.append("<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      body.append(i == 0 ? 'M' : 'L').append(at(points.get(i).x, points.get(i).y));
    }
    body.append('"');
    paint(null, stroke);
    body.append("/>\n");
  }

  /** A shaded strip behind marks. */
  void band(double left, double right, double top, double bottom) {
    body.append("<path d=\"M").append(at(left, top)).append('H').append(text(right));
    body.append('V').append(text(bottom)).append('H').append(text(left)).append("Z\"");
    paint(Ink.GRID, null);
    body.append("/>\n");
  }

  /** A filled shape, parted from what lies under it by a thin line; hollow for what is open. */
  void marker(Marker shape, Point point, double radius, Ink ink, boolean hollow) {
    body.append("<path d=\"").append(shape.path(point, radius)).append('"');
    paint(
        hollow ? Ink.BACKGROUND : ink, Stroke.of(hollow ? ink : Ink.BACKGROUND, hollow ? 1.8 : 1));
    body.append("/>\n");
  }

  /** Many equal round dots as one mark. */
  void dots(List<Point> points, double radius, Ink ink) {
    if (points.isEmpty()) {
      return;
    }
    body.append("<path stroke-linecap=\"round\" stroke-opacity=\"0.7\" d=\"");
    for (Point point : points) {
      body.append('M').append(at(point.x, point.y)).append("h.01");
    }
    body.append('"');
    paint(null, Stroke.of(ink, 2 * radius));
    body.append("/>\n");
  }

  /** A line of text, moved sideways where it would be cut off at an edge. */
  void text(double x, double y, String text, Lettering lettering) {
    String shown = lettering.fit(text, WIDTH - 2 * EDGE);
    double width = lettering.widthOf(shown);
    double before =
        switch (lettering.anchor) {
          case START -> 0;
          case MIDDLE -> width / 2;
          case END -> width;
        };
    double inside = Math.max(before + EDGE, Math.min(WIDTH - EDGE - width + before, x));
    body.append("<text x=\"").append(text(inside)).append("\" y=\"").append(text(y));
    body.append("\" font-size=\"").append(text(lettering.size)).append('"');
    if (lettering.anchor != Anchor.START) {
      String anchor = lettering.anchor.name().toLowerCase(Locale.ROOT);
      body.append(" text-anchor=\"").append(anchor).append('"');
    }
    if (lettering.bold) {
      body.append(" font-weight=\"bold\"");
    }
    paint(lettering.ink, null);
    body.append('>').append(escape(shown)).append("</text>\n");
  }

  /** Marks that share a tooltip. */
  void titled(String tooltip, Runnable marks) {
    body.append("<g><title>").append(escape(tooltip)).append("</title>");
    marks.run();
    body.append("</g>\n");
  }

  /** Names of series beside their mark, in as many lines as they need; answers where they end. */
  double legend(List<String> names, List<Integer> series, double top) {
    double x = 0;
    double y = top + 12;
    for (int i = 0; i < names.size(); i++) {
      String label = Lettering.LABEL.fit(names.get(i), WIDTH - 20);
      double width = 18 + Lettering.LABEL.widthOf(label);
      if (x > 0 && x + width > WIDTH) {
        x = 0;
        y += 20;
      }
      marker(
          Marker.series(series.get(i)), new Point(x + 6, y - 4.5), 5, Ink.of(series.get(i)), false);
      text(x + 16, y, label, Lettering.LABEL);
      x += width + 14;
    }
    return names.isEmpty() ? top : y + 14;
  }

  /** Ends the drawing at a height. */
  Svg finish(double bottom) {
    height = bottom;
    return this;
  }

  /** The drawing as part of a page, which brings the style sheet. */
  String inline() {
    return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\" font-family=\"%s\">\n%s</svg>"
        .formatted(text(WIDTH), text(height), escape(title), FONTS, body);
  }

  /** Drawings below each other as a file, light or dark as the viewer prefers. */
  static String file(List<Svg> parts) {
    double gap = 24;
    double all = parts.stream().mapToDouble(part -> part.height + gap).sum();
    StringBuilder svg = new StringBuilder(8192);
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="-16 -12 %s %s" role="img" \
        font-family="%s">
        <title>%s</title>
        <style>
        %s</style>
        <rect x="-16" y="-12" width="100%%" height="100%%" class="f-background" fill="%s"/>
        """
            .formatted(
                text(WIDTH + 32),
                text(all),
                text(WIDTH + 32),
                text(all),
                FONTS,
                escape(parts.get(0).title),
                Ink.styleSheet(),
                Ink.BACKGROUND.light));
    double y = 0;
    for (Svg part : parts) {
      svg.append("<g transform=\"translate(0 ").append(text(y)).append(")\">\n");
      svg.append(part.body).append("</g>\n");
      y += part.height + gap;
    }
    return svg.append("</svg>\n").toString();
  }

  private void paint(@Nullable Ink fill, @Nullable Stroke stroke) {
    List<String> classes = new ArrayList<>();
    if (fill != null) {
      classes.add("f-" + fill.cssName());
    }
    if (stroke != null) {
      classes.add("k-" + stroke.ink.cssName());
    }
    body.append(" class=\"").append(String.join(" ", classes)).append('"');
    if (fill != null) {
      body.append(" fill=\"").append(fill.light).append('"');
    }
    if (stroke != null) {
      body.append(" stroke=\"").append(stroke.ink.light);
      body.append("\" stroke-width=\"").append(text(stroke.width)).append('"');
      if (stroke.dashed) {
        body.append(" stroke-dasharray=\"5 4\"");
      }
    }
  }

  private static String at(double x, double y) {
    return text(x) + " " + text(y);
  }

  /** A coordinate with two decimals at most. */
  private static String text(double coordinate) {
    BigDecimal rounded = BigDecimal.valueOf(coordinate).setScale(2, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Text made safe inside markup; control characters, which no markup may hold, are U+FFFD. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(letter -> {
          switch (letter) {
            case '&' -> safe.append("&amp;");
            case '<' -> safe.append("&lt;");
            case '>' -> safe.append("&gt;");
            case '"' -> safe.append("&quot;");
            case '\'' -> safe.append("&#39;");
            case '\n', '\t' -> safe.appendCodePoint(letter);
            default -> safe.appendCodePoint(isAllowed(letter) ? letter : 0xfffd);
          }
        });
    return safe.toString();
  }

  private static boolean isAllowed(int letter) {
    return letter >= 0x20
        && !(letter >= 0x7f && letter <= 0x9f)
        && !(letter >= 0xd800 && letter <= 0xdfff)
        && letter != 0xfffe
        && letter != 0xffff;
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
    BACKGROUND("#ffffff", "#15181d"),
    BAND("#f4f6f8", "#1d2228"),
    GRID("#e3e7eb", "#2d343c"),
    AXIS("#9aa3ad", "#66717d"),
    MUTED("#5a6570", "#a3adb8"),
    TEXT("#1b1f24", "#e8ebee"),
    SERIES_1("#0068a8", "#58aef0"),
    SERIES_2("#c4500c", "#ff9459"),
    SERIES_3("#008060", "#3ecf9e"),
    SERIES_4("#a24a86", "#e79acb"),
    SERIES_5("#976800", "#efc04e"),
    SERIES_6("#3a88b8", "#a3d8f7"),
    SERIES_7("#6a3d1c", "#d0a57f"),
    SERIES_8("#5d6670", "#b9c1ca"),
    SUPERIOR("#00734f", "#3ecf9e"),
    INFERIOR("#b8400a", "#ff9459"),
    UNDECIDED("#6b7580", "#98a3ae");

    private static final List<Ink> SERIES =
        List.of(SERIES_1, SERIES_2, SERIES_3, SERIES_4, SERIES_5, SERIES_6, SERIES_7, SERIES_8);

    private final String light;
    private final String dark;

    Ink(String light, String dark) {
      this.light = light;
      this.dark = dark;
    }

    /** The name of this colour in style sheets: {@code series-1}. */
    String cssName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The colour of the series at an index. */
    static Ink of(int index) {
      return SERIES.get(Math.floorMod(index, SERIES.size()));
    }

    /**
     * Style rules that give every mark its colour, light by default and dark where it is preferred.
     */
    static String styleSheet() {
      StringBuilder bright = new StringBuilder();
      StringBuilder dim = new StringBuilder();
      StringBuilder classes = new StringBuilder();
      for (Ink ink : values()) {
        String name = ink.cssName();
        bright.append("--").append(name).append(':').append(ink.light).append(';');
        dim.append("--").append(name).append(':').append(ink.dark).append(';');
        classes.append(".f-%1$s{fill:var(--%1$s)}.k-%1$s{stroke:var(--%1$s)}\n".formatted(name));
      }
      return ":root{color-scheme:light dark;%s}\n@media screen and (prefers-color-scheme:dark){:root{%s}}\n%s"
          .formatted(bright, dim, classes);
    }
  }
}
