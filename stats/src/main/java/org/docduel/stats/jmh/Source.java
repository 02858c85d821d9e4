package org.docduel.stats.jmh;

/**
 * Where a number came from.
 *
 * @param file the result file as the user named it
 * @param index zero-based place of the result in the file
 */
public record Source(String file, int index) {

  /** The file and the one-based result, as messages name them. */
  @Override
  public String toString() {
    return file + ", result " + (index + 1);
  }
}
