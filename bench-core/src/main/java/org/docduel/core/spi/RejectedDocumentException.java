package org.docduel.core.spi;

/**
 * A document that the store cannot hold, or an id that is taken. Nothing of the batch was kept
 * unless the store's documentation says so.
 */
public final class RejectedDocumentException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** With what lies behind it. */
  public RejectedDocumentException(String message, Throwable cause) {
    super(message, cause);
  }

  /** For a document that was refused before it was sent. */
  public RejectedDocumentException(String message) {
    super(message);
  }
}
