package org.docduel.core.encoding;

/** Whether a Java string is Unicode: encoders differ in what they make of half a surrogate pair. */
final class WellFormedText {
  private WellFormedText() {}

  /**
   * Whether every surrogate has its other half.
   *
   * @param text any string
   * @return true when UTF-8 can hold it
   */
  static boolean is(String text) {
    int length = text.length();
    // The union of all bits stays below the surrogates for most texts: one pass without branches.
    int union = 0;
    for (int i = 0; i < length; i++) {
      union |= text.charAt(i);
    }
    return union < Character.MIN_SURROGATE || everySurrogateIsPaired(text);
  }

  private static boolean everySurrogateIsPaired(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isLowSurrogate(c)) {
        return false;
      }
      if (Character.isHighSurrogate(c)) {
        i++;
        if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      }
    }
    return true;
  }
}
