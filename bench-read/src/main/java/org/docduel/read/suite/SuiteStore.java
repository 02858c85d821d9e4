package org.docduel.read.suite;

import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.LoadNote;
import org.docduel.core.work.SuiteFiles;
import org.docduel.core.work.SuiteLoad;
import org.docduel.read.Reading;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;

/**
 * A store with the collections of a suite: loaded and checked when they are missing, shared by all
 * forks, and by later runs on a server that lives on.
 */
final class SuiteStore implements AutoCloseable {
  /** To be raised when the way in which documents are stored changes. */
  private static final int VERSION = 3;

  private final String name;
  private final SuiteRun chosen;
  private final Dialect dialect;
  private final String space;
  private final SuiteLoad load;
  private final ForkStore opened = new ForkStore();
  private final Store store;

  /** The schema of the collections. */
  private final Store suite;

  private final LoadNote note;

  /** Opens a store, in which nothing may be loaded yet. */
  SuiteStore(String name, SuiteRun chosen) {
    this.name = name;
    this.chosen = chosen;
    dialect = SuiteFiles.dialect(chosen.suite(), name);
    space = chosen.space(dialect);
    load = SuiteLoad.of(chosen.suite(), dialect, chosen.index(), chosen.rows());
    StoreConfig config = Reading.config(name, StoreSettings.DEFAULT);
    note =
        new LoadNote(
            space,
            VERSION,
            load.statements(),
            SuiteFiles.dataName(chosen.suite(), dialect),
            config.durability(),
            config.settings());
    store = opened.open(name, config);
    suite = store.within(space);
  }

  long documents() {
    return load.documents();
  }

  /** What it is called in tables says which documents it holds. */
  StoreDescription describe() {
    StoreDescription description = load.describe(suite);
    return dialect.isEmbedded() ? description.withLabelNote("embedded") : description;
  }

  Dialect dialect() {
    return dialect;
  }

  /** A session in the schema of the collections. */
  Session session() {
    return suite.session();
  }

  /** Sees to it that the collections are there with their indexes, settled, as they were loaded. */
  void provide() {
    note.loadIfAbsent(
        store,
        () -> {
          ContentCheck.Outcome found = check();
          if (!found.isSuccess()) {
            System.out.println(
                name + ": " + space + " is not as it was loaded (" + found.detail() + ")");
          }
          return found.isSuccess();
        },
        () -> load.loadChecked(suite, name + " " + space));
  }

  private ContentCheck.Outcome check() {
    try (Session session = session()) {
      return load.check(session);
    }
  }

  /** Refuses to load what the gate has loaded: that would warm what was made cold. */
  void require() {
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
    if (chosen.suite().writes()) {
      note.invalidate(store);
      provide();
      return Optional.empty();
    }
    ContentCheck.Outcome found = check();
    if (found.isSuccess()) {
      return Optional.empty();
    }
    note.invalidate(store);
    return Optional.of(name + ": " + space + " is no longer as it was loaded: " + found.detail());
  }

  @Override
  public void close() {
    opened.close();
  }
}
