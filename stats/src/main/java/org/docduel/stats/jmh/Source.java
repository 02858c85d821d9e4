package org.docduel.stats.jmh;

/**
 * Where a number came from: a result file and the place of the result in it.
 *
 * @param file the file as the user named it
 * @param index zero-based place of the result in the file's array
 */
public record Source(String file, int index) {

  /** Checks the index. */
  public Source {
    if (index < 0) {
      throw new IllegalArgumentException("index must not be negative, but is " + index);
    }
  }

  /** The file and the one-based result, as error messages name them. */
  @Override
  public String toString() {
    return file + ", result " + (index + 1);
  }
}
