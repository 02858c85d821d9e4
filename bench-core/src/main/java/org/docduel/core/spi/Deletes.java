package org.docduel.core.spi;

/** Removes one document at a time. */
@FunctionalInterface
public interface Deletes {
  /**
   * Removes the document with an id, and waits for the server's acknowledgement.
   *
   * @return how many were removed: 1, or 0 when there was none
   * @throws StoreException when the server refuses or does not answer in time; the document may or
   *     may not be there
   */
  long delete(long id);
}
