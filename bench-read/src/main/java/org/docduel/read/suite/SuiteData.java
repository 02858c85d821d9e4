package org.docduel.read.suite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Dialect;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.LoadNote;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.SuiteFiles;
import org.docduel.core.work.SuiteLoad;

/**
 * The collections of a suite in one store: loaded and checked when they are missing, shared by all
 * forks, and by later runs on a server that lives on.
 */
final class SuiteData {
  /** To be raised when the way in which documents are stored changes. */
  private static final int VERSION = 2;

  private final String store;
  private final String space;
  private final SuiteLoad load;
  private final String collections;
  private final boolean writes;
  private final LoadNote note;

  SuiteData(String store, SuiteParameters chosen, Dialect dialect, StoreConfig config) {
    this.store = store;
    this.space = chosen.space();
    this.collections = SuiteFiles.state(chosen.suite());
    this.load = new SuiteLoad(chosen.suite(), dialect, chosen.index(), chosen.rows());
    this.writes = chosen.suite().writes();
    note = new LoadNote(space, words(config));
  }

  /** How many documents all collections have. */
  long documents() {
    return load.documents();
  }

  /** What the server is, and what the collections take on its disk. */
  StoreDescription describe(Store open) {
    return load.describe(within(open));
  }

  /** The schema that the collections are in. */
  Store within(Store open) {
    return open.within(space);
  }

  /** Sees to it that the collections are there with their indexes, settled, as they were loaded. */
  void provide(Store open) {
    note.unlessThere(
        open,
        session -> {
          ContentCheck.Outcome found = check(open);
          if (!found.passed()) {
            System.out.println(
                store + ": " + space + " is not as it was loaded (" + found.detail() + ")");
          }
          return found.passed();
        },
        session -> load(open));
  }

  private ContentCheck.Outcome check(Store open) {
    try (Session session = within(open).session()) {
      return load.check(session);
    }
  }

  private void load(Store open) {
    Store suite = within(open);
    PhaseClock clock = new PhaseClock();
    try (Session session = suite.session()) {
      load.load(suite, session, clock);
    }
    clock.time("settle", suite::settle);
    ContentCheck.Outcome outcome = check(open);
    if (!outcome.passed()) {
      throw new StoreException(store + ": not as it was loaded: " + outcome.detail());
    }
    System.out.println(
        store + ": loaded " + space + ", " + load.documents() + " documents: " + clock.inSeconds());
  }

  /** Looks that the gate has loaded the collections. */
  void require(Store open) {
    if (!note.isThere(open)) {
      throw new StoreException(
          store + ": " + space + " is no longer what was loaded before the first fork");
    }
  }

  /**
   * Counts and samples the collections, or loads them again where questions may change them.
   *
   * @return what is not as it was loaded
   */
  Optional<String> after(Store open) {
    if (writes) {
      note.forget(open);
      provide(open);
      return Optional.empty();
    }
    ContentCheck.Outcome found = check(open);
    if (found.passed()) {
      return Optional.empty();
    }
    note.forget(open);
    return Optional.of(store + ": " + space + " is no longer as it was loaded: " + found.detail());
  }

  private Map<String, Value> words(StoreConfig config) {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("space", new StringValue(space));
    words.put("statements", new StringValue(load.statements()));
    words.put("collections", new StringValue(collections));
    words.put("settings", new StringValue(config.durability() + " " + config.settings()));
    return words;
  }
}
