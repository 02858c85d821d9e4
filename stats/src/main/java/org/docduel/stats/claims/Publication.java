package org.docduel.stats.claims;

/**
 * What makes claims.
 *
 * @param authors its authors
 * @param title its title
 * @param year its year
 * @param link where it is, or where its code is
 */
public record Publication(String authors, String title, String year, String link) {
  /** Authors, year and title in one line. */
  @Override
  public String toString() {
    return authors + " (" + year + "), " + title;
  }
}
