package org.docduel.core.server;

/**
 * A server that should have started did not, or one that ran is gone, or another client of the run.
 * The message is one line.
 */
public final class ServerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
