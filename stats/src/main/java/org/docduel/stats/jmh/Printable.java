package org.docduel.stats.jmh;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Texts as terminals, spreadsheets and people can take them. */
public final class Printable {
  /** Control characters, and those that turn the direction of text or separate lines. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\p{Cf}\\u2028\\u2029]");

  private static final Pattern FORMULA = Pattern.compile("[=+@].*|-(?![0-9.]).+");

  private Printable() {}

  /** A text that a terminal shows as it is: each control character becomes &#92;uXXXX. */
  public static String of(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(match -> String.format(Locale.ROOT, "\\\\u%04X", match.group().codePointAt(0)));
  }

  /** Names in a row; of more than a reader looks at the first, and how many more there are. */
  public static String some(List<String> names, int max, String between) {
    int listed = names.size() <= max ? names.size() : max - 1;
    return String.join(between, names.subList(0, listed))
        + (listed < names.size() ? " and " + (names.size() - listed) + " more" : "");
  }

  /**
   * A cell that no spreadsheet computes: what begins like a formula gets an apostrophe before it.
   */
  public static String cell(String value) {
    return FORMULA.matcher(value).matches() ? "'" + value : value;
  }
}
