package org.docduel.core.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A store could not do what was asked. Whatever asks a server throws it when the server refuses or
 * does not answer in time. The message is one line that names the store and what it was doing.
 */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * A document that the store cannot hold, or an id that is taken. Nothing of the batch was kept
   * unless the store's documentation says so.
   */
  public static final class RejectedDocumentException extends StoreException {
    private static final long serialVersionUID = 1L;

    public RejectedDocumentException(String message, Throwable cause) {
      super(message, cause);
    }

    /** For a document that was refused before it was sent. */
    public RejectedDocumentException(String message) {
      super(message);
    }
  }

  /**
   * The server itself cannot go on: it is gone, or it has no disk or memory left. Nothing that is
   * tried later on it would do better, so a run ends with it.
   */
  public static class ServerFailureException extends StoreException {
    private static final long serialVersionUID = 1L;

    public ServerFailureException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A question took longer than it may; the server has stopped working on it. */
  public static final class TimeLimitException extends StoreException {
    private static final long serialVersionUID = 1L;

    /**
     * In a store, by its name.
     *
     * @param cause what the driver threw; null when the client ended it
     */
    public TimeLimitException(String store, Duration limit, @Nullable Throwable cause) {
      super(store + ": a query took more than " + limit.toSeconds() + " s", cause);
    }
  }
}
