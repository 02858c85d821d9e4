package org.docduel.core.config;

/**
 * How a store is to be opened.
 *
 * @param pool how many connections all sessions share, each borrowed for one update, 0 to 10,000; 0
 *     for a connection for each session
 */
public record StoreConfig(
    Durability durability,
    PayloadEncoding encoding,
    UpdateKind update,
    int pool,
    StoreSettings settings) {
  /** The parameter that chooses the pool's size. */
  public static final Parameter<Integer> POOL =
      Parameter.number(
          "pool",
          0,
          10_000,
          "connections that all workers share (0: each worker has its own)",
          "pool=0,200");

  private static final StoreConfig DEFAULTS =
      new StoreConfig(
          Durability.DEFAULT, PayloadEncoding.TEXT, UpdateKind.SET, 0, StoreSettings.none());

  /**
   * Refuses a pool out of bounds.
   *
   * @throws BadInputException when it is
   */
  public StoreConfig {
    POOL.parse(Integer.toString(pool));
  }

  /** Every setting at its default. */
  public static StoreConfig defaults() {
    return DEFAULTS;
  }

  /** With another promise. */
  public StoreConfig withDurability(Durability newDurability) {
    return new StoreConfig(newDurability, encoding, update, pool, settings);
  }

  /** With another encoding. */
  public StoreConfig withEncoding(PayloadEncoding newEncoding) {
    return new StoreConfig(durability, newEncoding, update, pool, settings);
  }

  /** With another kind of update. */
  public StoreConfig withUpdate(UpdateKind newUpdate) {
    return new StoreConfig(durability, encoding, newUpdate, pool, settings);
  }

  /**
   * With another pool.
   *
   * @param newPool how many connections; 0 for one for each session
   */
  public StoreConfig withPool(int newPool) {
    return new StoreConfig(durability, encoding, update, newPool, settings);
  }

  /** With other values for the store's own parameters. */
  public StoreConfig withSettings(StoreSettings newSettings) {
    return new StoreConfig(durability, encoding, update, pool, newSettings);
  }
}
