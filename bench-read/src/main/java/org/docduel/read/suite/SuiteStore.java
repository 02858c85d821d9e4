package org.docduel.read.suite;

import org.docduel.core.config.Durability;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Store;
import org.docduel.core.suite.Dialect;
import org.docduel.core.work.StoreDialect;

/** A store with a suite's collections, open. */
final class SuiteStore implements AutoCloseable {
  private final ForkStore opened = new ForkStore();
  private final Store store;
  private final Dialect dialect;

  private SuiteStore(String name, SuiteParameters chosen) {
    dialect = StoreDialect.of(chosen.suite(), name);
    store = opened.open(name, config(name));
  }

  /**
   * Opens a store and loads what is missing.
   *
   * @param name the store's name
   * @param chosen the suite
   */
  static SuiteStore open(String name, SuiteParameters chosen) {
    SuiteStore open = new SuiteStore(name, chosen);
    try {
      new SuiteData(name, chosen, open.dialect).provide(open.store);
      return open;
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  /** What is read does not depend on what loading promised; the quickest is taken. */
  private static StoreConfig config(String store) {
    StoreConfig unlogged = StoreConfig.defaults().withDurability(Durability.NONE);
    return ForkStore.provider(store).refusal(unlogged).isEmpty()
        ? unlogged
        : unlogged.withDurability(Durability.RELAXED);
  }

  Store store() {
    return store;
  }

  Dialect dialect() {
    return dialect;
  }

  @Override
  public void close() {
    opened.close();
  }
}
