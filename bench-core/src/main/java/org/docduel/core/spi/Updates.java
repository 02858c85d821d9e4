package org.docduel.core.spi;

/** Changes one document at a time. */
@FunctionalInterface
public interface Updates {
  /**
   * Sets the number in the document with a key, and waits for the server's acknowledgement.
   *
   * @throws StoreException when the server refuses or does not answer in time; the update may or
   *     may not have happened
   */
  long update(long key, long value);
}
