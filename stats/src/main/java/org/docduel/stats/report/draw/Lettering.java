package org.docduel.stats.report.draw;

/**
 * How a text is set.
 *
 * @param size of the letters, in drawing units
 * @param ink its colour
 * @param anchor which end of the text stands at the given place
 * @param bold whether it stands out
 */
public record Lettering(double size, Ink ink, Anchor anchor, boolean bold) {

  /** The end of a text that stands at the place it is given. */
  public enum Anchor {
    START("start"),
    MIDDLE("middle"),
    END("end");

    private final String value;

    Anchor(String value) {
      this.value = value;
    }

    String value() {
      return value;
    }
  }

  /** Names of rows and series. */
  public static final Lettering LABEL = new Lettering(12.5, Ink.TEXT, Anchor.START, false);

  /** Numbers on an axis and remarks. */
  public static final Lettering SMALL = new Lettering(11, Ink.MUTED, Anchor.START, false);

  /** The name of a panel. */
  public static final Lettering HEADING = new Lettering(13, Ink.TEXT, Anchor.START, true);

  public Lettering at(Anchor newAnchor) {
    return new Lettering(size, ink, newAnchor, bold);
  }

  public Lettering in(Ink newInk) {
    return new Lettering(size, newInk, anchor, bold);
  }

  public Lettering strong() {
    return new Lettering(size, ink, anchor, true);
  }

  /**
   * The width of a text in this lettering, in drawing units; an estimate that is a little above the
   * common sans-serif fonts, so that what fits on paper fits everywhere.
   */
  public double widthOf(String text) {
    double width = text.codePoints().mapToDouble(Lettering::emWidth).sum() * size;
    return bold ? width * 1.07 : width;
  }

  /** A text cut to a width, with an ellipsis where something was cut off. */
  public String fit(String text, double width) {
    if (widthOf(text) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 1 && widthOf(text.substring(0, end) + "…") > width) {
      end--;
    }
    return text.substring(0, end) + "…";
  }

  private static double emWidth(int letter) {
    if ("iljI.,:;'|!".indexOf(letter) >= 0) {
      return 0.3;
    }
    if (" ()[]{}/ftr-\u00a0\u202f".indexOf(letter) >= 0) {
      return 0.36;
    }
    if ("mMW%@…".indexOf(letter) >= 0) {
      return 0.92;
    }
    if (Character.isUpperCase(letter) || "−+=<>≥≤".indexOf(letter) >= 0) {
      return 0.7;
    }
    return letter > 0x2e00 ? 1.0 : 0.585;
  }
}
