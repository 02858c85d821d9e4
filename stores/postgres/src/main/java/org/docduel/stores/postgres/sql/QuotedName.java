package org.docduel.stores.postgres.sql;

/** Names inside messages, which are one line whatever the name. */
public final class QuotedName {
  private static final int MAX_CHARACTERS = 80;

  private QuotedName() {}

  /**
   * A name for a message.
   *
   * @param name any string
   * @return the name in single quotes; control characters and surrogates as escapes, and the end of
   *     a long one left out
   */
  public static String of(String name) {
    StringBuilder shown = new StringBuilder("'");
    for (int i = 0; i < Math.min(name.length(), MAX_CHARACTERS); i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        shown.append(String.format("\\u%04x", (int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.append(name.length() > MAX_CHARACTERS ? "...'" : "'").toString();
  }
}
