package org.docduel.core.spi;

/**
 * An open store, shared by all threads.
 *
 * @implSpec every method may be called from any thread; every wait has a limit
 */
public interface Store extends AutoCloseable {
  /**
   * Makes a collection with its indexes, empty. One of the same name is dropped first.
   *
   * @throws StoreException when the server refuses
   */
  void create(Collection collection);

  /**
   * Empties a collection and keeps its indexes; as if it had just been made.
   *
   * @throws StoreException when the server refuses
   */
  void empty(Collection collection);

  /**
   * Brings the server to rest before a measurement: what earlier work left to be done (vacuum,
   * statistics, checkpoint) is done now.
   *
   * @throws StoreException when the server refuses
   */
  void settle();

  /**
   * What the server really is and how a collection lies on its disk.
   *
   * @throws StoreException when the server refuses
   */
  StoreDescription describe(Collection collection);

  /**
   * A session for one thread.
   *
   * @throws StoreException when no connection can be had
   */
  Session session();

  /**
   * The same server with a schema of its own for the collections of a suite, under their plain
   * names.
   *
   * @param suite the schema's name within the address's space
   * @return a store that lives as long as this one, which closes it
   */
  default Store within(String suite) {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /**
   * Drops all collections of a suite's schema and makes it anew, empty.
   *
   * @throws StoreException when the server refuses
   */
  default void clear() {
    throw new UnsupportedOperationException("this store has no suites");
  }

  /** Drops nothing, closes all connections. */
  @Override
  void close();
}
