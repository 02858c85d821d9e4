package org.docduel.core.config;

/**
 * What the update workload asks of a store. The defaults are what every other workload runs with.
 *
 * @param kind how a field is changed
 * @param key where the field lies that finds a document
 * @param fillFactor how full a table's pages are packed, in percent, 10 to 100: the rest is left
 *     for new versions of the rows
 * @param pool how many connections all sessions share, each borrowed for one operation; 0 for a
 *     connection for each session
 */
public record UpdateOptions(UpdateKind kind, KeyPlacement key, int fillFactor, int pool) {
  /** The parameter that chooses the fill factor, in percent. */
  public static final WholeNumber FILL_FACTOR = new WholeNumber("fillfactor", 10, 100);

  /** The parameter that chooses the pool's size. */
  public static final WholeNumber POOL = new WholeNumber("pool", 0, 10_000);

  private static final UpdateOptions DEFAULTS =
      new UpdateOptions(UpdateKind.SET, KeyPlacement.EXPRESSION, 100, 0);

  /**
   * Refuses numbers out of bounds.
   *
   * @throws BadInputException when one is
   */
  public UpdateOptions {
    FILL_FACTOR.checked(fillFactor);
    POOL.checked(pool);
  }

  /**
   * One field is set, the key is in the document, pages are full, each session has a connection.
   *
   * @return the shared instance
   */
  public static UpdateOptions defaults() {
    return DEFAULTS;
  }

  /**
   * With another kind of update.
   *
   * @param newKind how a field is changed
   * @return a changed copy
   */
  public UpdateOptions withKind(UpdateKind newKind) {
    return new UpdateOptions(newKind, key, fillFactor, pool);
  }

  /**
   * With another place for the key.
   *
   * @param newKey where the key lies
   * @return a changed copy
   */
  public UpdateOptions withKey(KeyPlacement newKey) {
    return new UpdateOptions(kind, newKey, fillFactor, pool);
  }

  /**
   * With another fill factor.
   *
   * @param newFillFactor in percent, 10 to 100
   * @return a changed copy
   */
  public UpdateOptions withFillFactor(int newFillFactor) {
    return new UpdateOptions(kind, key, newFillFactor, pool);
  }

  /**
   * With another pool.
   *
   * @param newPool how many connections; 0 for one for each session
   * @return a changed copy
   */
  public UpdateOptions withPool(int newPool) {
    return new UpdateOptions(kind, key, fillFactor, newPool);
  }
}
