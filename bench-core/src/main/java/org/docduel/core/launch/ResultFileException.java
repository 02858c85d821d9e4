package org.docduel.core.launch;

/** A result file cannot be written. The message is one line that names the file and its disk. */
public final class ResultFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With what was thrown below.
   *
   * @param message one line
   * @param cause the failure
   */
  public ResultFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
