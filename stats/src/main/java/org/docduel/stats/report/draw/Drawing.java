package org.docduel.stats.report.draw;

/**
 * A finished picture.
 *
 * @param width in drawing units
 * @param height in drawing units
 * @param title what it shows, in a few words
 * @param description what a reader who cannot see it needs to know
 * @param body SVG marks
 */
public record Drawing(double width, double height, String title, String description, String body) {

  private static final String FONTS =
      "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

  /** The picture as part of a page, which brings the style sheet. */
  public String inline() {
    return "<svg viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\" font-family=\"%s\">%s</svg>"
        .formatted(
            Coordinate.text(width), Coordinate.text(height), label(), FONTS, body.stripTrailing());
  }

  /** The picture as a file of its own, light or dark as the viewer prefers. */
  public String standalone() {
    String w = Coordinate.text(width);
    String h = Coordinate.text(height);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" \
    font-family="%s">
    <title>%s</title>
    <desc>%s</desc>
    <style>
    %s</style>
    <rect width="%s" height="%s" class="f-background" fill="%s"/>
    %s</svg>
    """
        .formatted(
            w,
            h,
            w,
            h,
            FONTS,
            Markup.escape(title),
            Markup.escape(description),
            Ink.styleSheet(),
            w,
            h,
            Ink.BACKGROUND.light(),
            body);
  }

  private String label() {
    return Markup.escape(description.isEmpty() ? title : title + ". " + description);
  }
}
