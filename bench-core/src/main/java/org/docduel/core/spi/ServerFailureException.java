package org.docduel.core.spi;

/**
 * The server itself cannot go on: it is gone, or it has no disk or memory left. Nothing that is
 * tried later on it would do better, so a run ends with it.
 */
public class ServerFailureException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With what lies behind it. */
  public ServerFailureException(String message, Throwable cause) {
    super(message, cause);
  }
}
