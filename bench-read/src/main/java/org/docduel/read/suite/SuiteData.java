package org.docduel.read.suite;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;
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
  private static final int VERSION = 1;

  private final String store;
  private final String space;
  private final SuiteLoad load;
  private final String files;
  private final LoadNote note;

  SuiteData(String store, SuiteParameters chosen, Dialect dialect) {
    this.store = store;
    this.space = chosen.space();
    this.files = SuiteFiles.state(chosen.suite());
    this.load = new SuiteLoad(chosen.suite(), dialect, chosen.index(), chosen.rows());
    note = new LoadNote(space, words());
  }

  /** How many documents all collections have. */
  long documents() {
    return load.documents();
  }

  /** What the server is, and what the collections take on its disk. */
  StoreDescription describe(Session session) {
    return load.describe(session.suite(space));
  }

  /** Sees to it that the collections are there with their indexes, settled. */
  void provide(Store open) {
    note.unlessThere(
        open,
        session -> {
          QuerySuites suites = session.suite(space);
          PhaseClock clock = new PhaseClock();
          load.load(suites, clock);
          clock.time("settle", open::settle);
          ContentCheck.Outcome outcome = load.check(suites);
          if (!outcome.passed()) {
            throw new StoreException(store + ": not as it was loaded: " + outcome.detail());
          }
          System.out.println(
              store
                  + ": loaded "
                  + space
                  + ", "
                  + load.documents()
                  + " documents: "
                  + clock.inSeconds());
        });
  }

  private Map<String, Value> words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("space", new StringValue(space));
    words.put("statements", new StringValue(load.statements()));
    words.put("files", new StringValue(files));
    return words;
  }
}
