package org.docduel.core.spi;

/**
 * A store could not do what was asked. The message is one line that names the store and what it was
 * doing.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a cause below. */
  public StoreException(String message) {
    super(message);
  }

  /** With what lies behind it. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
