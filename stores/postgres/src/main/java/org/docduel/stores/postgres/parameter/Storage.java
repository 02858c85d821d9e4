package org.docduel.stores.postgres.parameter;

import org.docduel.core.config.StoreConfig;

/**
 * How a table's rows are stored.
 *
 * @param fillFactor how full its pages are packed, in percent
 * @param compression what becomes of long values
 */
public record Storage(int fillFactor, Compression compression) {
  private static final int FULL = 100;

  /** Full pages, compressed as the server is set. */
  public static final Storage DEFAULT = new Storage(FULL, Compression.SERVER);

  /**
   * As a store's settings say.
   *
   * @param config the settings
   * @return the storage
   */
  public static Storage of(StoreConfig config) {
    return new Storage(
        PostgresParameters.FILL_FACTOR.in(config), PostgresParameters.COMPRESSION.in(config));
  }

  /**
   * What follows the columns in {@code CREATE TABLE}.
   *
   * @return the clause with a space before it, or nothing
   */
  public String with() {
    return fillFactor == FULL ? "" : " WITH (fillfactor = " + fillFactor + ")";
  }
}
