package org.docduel.core.spi.suite;

import org.docduel.core.spi.StoreException;

/** A question took longer than it may; the server has stopped working on it. */
public final class TimeLimitException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With what lies behind it. */
  public TimeLimitException(String message, Throwable cause) {
    super(message, cause);
  }
}
