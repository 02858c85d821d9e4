package org.docduel.stats.report.draw;

/** Text made safe inside markup. */
public final class Markup {

  private Markup() {}

  /**
   * Replaces what markup gives a meaning to. Control characters, which no markup may hold, become
   * U+FFFD.
   */
  public static String escape(String text) {
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
}
