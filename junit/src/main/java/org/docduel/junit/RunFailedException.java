package org.docduel.junit;

/** A run that did not come to its end, or not with all that was to be measured. */
public final class RunFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  RunFailedException(String message, int status) {
    super(message);
    this.status = status;
  }

  /**
   * The exit status of the launcher: 1 when a fork, a check or the answers failed, 2 when the input
   * is bad or a server cannot be had; -1 when the test was interrupted.
   */
  public int status() {
    return status;
  }
}
