package org.docduel.stats.jmh;

/**
 * Input that cannot be used. The message is one line that says what is wrong, where, and what to
 * do; it is fit to be shown to a user as it stands.
 */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message one line: where, what, what to do
   */
  public BadInputException(String message) {
    super(oneLine(message));
  }

  /**
   * Creates the exception for a result of a file.
   *
   * @param source the file and result
   * @param message what is wrong and what to do
   */
  public BadInputException(Source source, String message) {
    this(source + ": " + message);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param message one line: where, what, what to do
   * @param cause the failure behind it
   */
  public BadInputException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /**
   * Creates the exception for a result of a file, with its cause.
   *
   * @param source the file and result
   * @param message what is wrong and what to do
   * @param cause the failure behind it
   */
  public BadInputException(Source source, String message, Throwable cause) {
    this(source + ": " + message, cause);
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
