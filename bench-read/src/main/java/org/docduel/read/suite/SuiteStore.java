package org.docduel.read.suite;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.suite.Dialect;
import org.docduel.core.work.StoreDialect;

/** A store with a suite's collections, open. */
final class SuiteStore implements AutoCloseable {
  private final ForkStore opened = new ForkStore();
  private final Store store;
  private final SuiteData data;
  private final Dialect dialect;

  private SuiteStore(String name, SuiteParameters chosen) {
    dialect = StoreDialect.of(chosen.suite(), name);
    store = opened.open(name, config(name));
    data = new SuiteData(name, chosen, dialect, config(name));
  }

  /**
   * Opens a store, and loads what is missing or not as it was loaded.
   *
   * @param name the store's name
   * @param chosen the suite
   */
  static SuiteStore loaded(String name, SuiteParameters chosen) {
    return open(name, chosen, data -> data::provide);
  }

  /**
   * Opens a store that the gate has loaded: loading would warm what was made cold.
   *
   * @param name the store's name
   * @param chosen the suite
   */
  static SuiteStore passed(String name, SuiteParameters chosen) {
    return open(name, chosen, data -> data::require);
  }

  private static SuiteStore open(
      String name, SuiteParameters chosen, Function<SuiteData, Consumer<Store>> ready) {
    SuiteStore open = new SuiteStore(name, chosen);
    try {
      ready.apply(open.data).accept(open.store);
      return open;
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  /** The collections of the suite. */
  SuiteData data() {
    return data;
  }

  /**
   * Looks at the data when questions have been asked.
   *
   * @return what is not as it was loaded; empty also where questions may change it, and it was
   *     loaded again
   */
  Optional<String> after() {
    return data.after(store);
  }

  /** What is read does not depend on what loading promised; the quickest is taken. */
  private static StoreConfig config(String store) {
    StoreConfig unlogged = StoreConfig.defaults().withDurability(Durability.NONE);
    return ForkStore.provider(store).refusal(unlogged).isEmpty()
        ? unlogged
        : unlogged.withDurability(Durability.RELAXED);
  }

  /** A session in the schema of the collections. */
  Session session() {
    return data.within(store).session();
  }

  /** What the server is, and what the collections take on its disk. */
  StoreDescription describe() {
    return data.describe(store);
  }

  Dialect dialect() {
    return dialect;
  }

  @Override
  public void close() {
    opened.close();
  }
}
