package org.docduel.stats.jmh;

import java.util.List;
import org.docduel.stats.jmh.Observations.Source;

/**
 * Input that cannot be used. The message is one line that says where, what is wrong, and what to
 * do; it is fit to be shown to a user as it stands.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the line; control characters in it become blanks. */
  public BadInputException(String message) {
    super(oneLine(message));
  }

  /** With what is wrong with a result of a file. */
  public BadInputException(Source source, String message) {
    this(source + ": " + message);
  }

  /** With the line and the failure behind it. */
  public BadInputException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** The same with the first reasons why some input was left out, which may have led to it. */
  public BadInputException after(List<String> leftOut) {
    return leftOut.isEmpty()
        ? this
        : new BadInputException(
            getMessage() + "; left out: " + Printable.some(leftOut, 3, "; "), this);
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
