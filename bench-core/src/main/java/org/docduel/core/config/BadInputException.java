package org.docduel.core.config;

/**
 * Something a person gave (an argument, a parameter, an address) that cannot be used. The message
 * is one line that says what, where and what to do; the launcher prints it alone and exits with
 * status 2.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadInputException(String message) {
    super(message);
  }

  public BadInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A message as {@link String#format} makes it. */
  @SuppressWarnings(
      "AnnotateFormatMethod") // its annotation would be a library more for all modules
  public static BadInputException of(String message, Object... values) {
    return new BadInputException(message.formatted(values));
  }

  /** For a parameter with a value that it does not take. */
  public static BadInputException parameter(String parameter, String value, String accepted) {
    return of("-p %s=%s: accepted is %s", parameter, value, accepted);
  }
}
