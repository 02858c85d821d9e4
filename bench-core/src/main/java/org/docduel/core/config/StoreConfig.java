package org.docduel.core.config;

/**
 * How a store is to be opened.
 *
 * @param durability what an acknowledgement promises
 * @param encoding how binary payloads are written where there is no binary type
 * @param path how batches travel
 * @param updates what the update workload asks for
 */
public record StoreConfig(
    Durability durability, PayloadEncoding encoding, InsertPath path, UpdateOptions updates) {
  private static final StoreConfig DEFAULTS =
      new StoreConfig(
          Durability.DEFAULT, PayloadEncoding.TEXT, InsertPath.DEFAULT, UpdateOptions.defaults());

  /**
   * Every setting at its default.
   *
   * @return the shared instance
   */
  public static StoreConfig defaults() {
    return DEFAULTS;
  }

  /**
   * With another promise.
   *
   * @param newDurability what an acknowledgement promises
   * @return a changed copy
   */
  public StoreConfig withDurability(Durability newDurability) {
    return new StoreConfig(newDurability, encoding, path, updates);
  }

  /**
   * With another encoding.
   *
   * @param newEncoding how payloads are written
   * @return a changed copy
   */
  public StoreConfig withEncoding(PayloadEncoding newEncoding) {
    return new StoreConfig(durability, newEncoding, path, updates);
  }

  /**
   * With another way for batches.
   *
   * @param newPath how batches travel
   * @return a changed copy
   */
  public StoreConfig withPath(InsertPath newPath) {
    return new StoreConfig(durability, encoding, newPath, updates);
  }

  /**
   * With other settings for updates.
   *
   * @param newUpdates what the update workload asks for
   * @return a changed copy
   */
  public StoreConfig withUpdates(UpdateOptions newUpdates) {
    return new StoreConfig(durability, encoding, path, newUpdates);
  }
}
