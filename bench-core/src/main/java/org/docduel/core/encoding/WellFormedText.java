package org.docduel.core.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/** Whether a Java string is Unicode: encoders differ in what they make of half a surrogate pair. */
public final class WellFormedText {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte MARK = '?';
  private static final long MARKS = 0x3F3F_3F3F_3F3F_3F3FL;
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private WellFormedText() {}

  /** Whether UTF-8 can hold it: every surrogate has its other half. */
  public static boolean is(String text) {
    int length = text.length();
    // The union of all bits stays below the surrogates for most texts: one pass without branches.
    int union = 0;
    for (int i = 0; i < length; i++) {
      union |= text.charAt(i);
    }
    return union < Character.MIN_SURROGATE || everySurrogateIsPaired(text);
  }

  /**
   * Refuses a text that is no Unicode.
   *
   * @param what says what it is, up to the quote before {@code name}
   * @throws RejectedDocumentException when it has half of a surrogate pair
   */
  public static void require(String what, String name, String text) {
    if (!is(text)) {
      throw new RejectedDocumentException(
          what + name + "' has half of a surrogate pair, which UTF-8 cannot hold");
    }
  }

  /**
   * Whether a string that was encoded already is Unicode, in a fraction of the time: half a pair
   * becomes a question mark, so that only a string with one has to be looked at.
   */
  static boolean is(String text, byte[] utf8) {
    return !hasMark(utf8) || is(text);
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

  private static boolean hasMark(byte[] utf8) {
    int i = 0;
    for (; i <= utf8.length - Long.BYTES; i += Long.BYTES) {
      // A byte is zero where a mark was; only a zero byte borrows while its highest bit is unset.
      long zeroed = (long) LONGS.get(utf8, i) ^ MARKS;
      if ((zeroed - LOWEST_BITS & ~zeroed & HIGHEST_BITS) != 0) {
        return true;
      }
    }
    for (; i < utf8.length; i++) {
      if (utf8[i] == MARK) {
        return true;
      }
    }
    return false;
  }
}
