package org.docduel.core.spi.suite;

import org.docduel.core.spi.StoreException;

/** A question took longer than it may; the server has stopped working on it. */
public final class TimeLimitException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * The client ended it.
   *
   * @param message one line that names the store and the limit
   */
  public TimeLimitException(String message) {
    super(message);
  }

  /**
   * With what lies behind it.
   *
   * @param message one line that names the store and the limit
   * @param cause what the driver threw
   */
  public TimeLimitException(String message, Throwable cause) {
    super(message, cause);
  }
}
