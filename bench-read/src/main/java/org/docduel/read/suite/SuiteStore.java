package org.docduel.read.suite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.LoadNote;
import org.docduel.core.work.SuiteFiles;
import org.docduel.read.Reading;
import org.docduel.read.suite.QuerySuiteExperiment.Asked;

/**
 * A store with the collections of a suite: loaded and checked when they are missing, shared by all
 * forks, and by later runs on a server that lives on.
 */
final class SuiteStore implements AutoCloseable {
  /** To be raised when the way in which documents are stored changes. */
  private static final int VERSION = 3;

  private final String name;
  private final String space;
  private final Dialect dialect;
  private final Store store;

  /** The schema of the collections. */
  private final Store suite;

  private final DocumentLoad load;
  private final boolean writes;
  private final LoadNote note;
  private final ForkStore opened;

  private SuiteStore(String name, Asked chosen, ForkStore opened) {
    StoreConfig config = Reading.config(name, StoreSettings.DEFAULT);
    this.name = name;
    this.opened = opened;
    store = opened.open(name, config);
    space = chosen.space();
    suite = store.within(space);
    dialect = SuiteFiles.dialect(chosen.suite(), name);
    load = new DocumentLoad(chosen.suite(), dialect, chosen.index(), chosen.rows());
    writes = chosen.suite().writes();
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("space", new StringValue(space));
    words.put("statements", new StringValue(load.statements()));
    words.put("collections", new StringValue(SuiteFiles.dataName(chosen.suite())));
    words.put("settings", new StringValue(config.durability() + " " + config.settings()));
    note = new LoadNote(space, words);
  }

  /** Opens a store, and loads what is missing or not as it was loaded. */
  static SuiteStore loaded(String name, Asked chosen) {
    return open(name, chosen, SuiteStore::provide);
  }

  /** Opens a store that the gate has loaded: loading would warm what was made cold. */
  static SuiteStore passed(String name, Asked chosen) {
    return open(name, chosen, SuiteStore::require);
  }

  private static SuiteStore open(String name, Asked chosen, Consumer<SuiteStore> whenOpen) {
    ForkStore opened = new ForkStore();
    try {
      SuiteStore open = new SuiteStore(name, chosen, opened);
      whenOpen.accept(open);
      return open;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  long documents() {
    return load.documents();
  }

  StoreDescription describe() {
    return load.describe(suite);
  }

  Dialect dialect() {
    return dialect;
  }

  /** A session in the schema of the collections. */
  Session session() {
    return suite.session();
  }

  /** Sees to it that the collections are there with their indexes, settled, as they were loaded. */
  private void provide() {
    note.unlessThere(
        store,
        () -> {
          ContentCheck.Outcome found = check();
          if (!found.passed()) {
            System.out.println(
                name + ": " + space + " is not as it was loaded (" + found.detail() + ")");
          }
          return found.passed();
        },
        () -> load.loadChecked(suite, name + " " + space));
  }

  private ContentCheck.Outcome check() {
    try (Session session = session()) {
      return load.check(session);
    }
  }

  private void require() {
    if (!note.isThere(store)) {
      throw new StoreException(
          name + ": " + space + " is no longer what was loaded before the first fork");
    }
  }

  /**
   * Counts and samples the collections when questions have been asked, or loads them again where
   * questions may change them.
   *
   * @return what is not as it was loaded
   */
  Optional<String> after() {
    if (writes) {
      note.forget(store);
      provide();
      return Optional.empty();
    }
    ContentCheck.Outcome found = check();
    if (found.passed()) {
      return Optional.empty();
    }
    note.forget(store);
    return Optional.of(name + ": " + space + " is no longer as it was loaded: " + found.detail());
  }

  @Override
  public void close() {
    opened.close();
  }
}
