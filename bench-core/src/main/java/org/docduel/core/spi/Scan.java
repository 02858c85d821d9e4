package org.docduel.core.spi;

/** Reads whole documents in the ascending order of a whole number that each of them has. */
@FunctionalInterface
public interface Scan {
  /**
   * Reads and decodes the documents from a number on.
   *
   * @param limit the most that are wanted, 1 or more
   * @param visitor takes each document, in order
   * @throws StoreException when the server refuses or does not answer in time
   */
  void from(long number, int limit, ContentReader.Visitor visitor);
}
