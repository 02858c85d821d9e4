package org.docduel.read.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.harness.ingest.PhaseClock;
import org.docduel.core.harness.ingest.SuiteFiles;
import org.docduel.core.harness.ingest.SuiteLoad;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.suite.Dialect;

/**
 * The collections of a suite in one store: loaded and checked when they are missing, shared by all
 * forks, and by later runs on a server that lives on. A small collection beside them, written after
 * everything else, says what they are.
 */
final class SuiteData {
  /** To be raised when the way in which documents are stored changes. */
  private static final int VERSION = 1;

  private final String store;
  private final String space;
  private final SuiteLoad load;
  private final String files;
  private final Collection note;

  SuiteData(String store, SuiteParameters chosen, Dialect dialect) {
    this.store = store;
    this.space = chosen.space();
    this.files = SuiteFiles.state(chosen.suite());
    this.load = new SuiteLoad(chosen.suite(), dialect, chosen.index(), chosen.rows());
    note = new Collection(space + "_note", words(), List.of());
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
    try (Session session = open.session()) {
      if (isNoted(session)) {
        return;
      }
      open.create(note);
      QuerySuites suites = session.suite(space);
      PhaseClock clock = new PhaseClock();
      load.load(suites, clock);
      clock.time("settle", open::settle);
      ContentCheck.Outcome outcome = load.check(suites);
      if (!outcome.passed()) {
        throw new StoreException(store + ": not as it was loaded: " + outcome.detail());
      }
      session.inserts(note).insert(List.of(new Document(0, words())));
      report(clock);
    }
  }

  private void report(PhaseClock clock) {
    List<String> parts = new ArrayList<>();
    clock
        .millis()
        .forEach((name, millis) ->
            parts.add(String.format(Locale.ROOT, "%s %.1f s", name, millis / 1e3)));
    System.out.println(
        store
            + ": loaded "
            + space
            + ", "
            + load.documents()
            + " documents: "
            + String.join(", ", parts));
  }

  private boolean isNoted(Session session) {
    ContentReader reader = session.reader(note);
    Document words = new Document(0, words());
    return reader.count() == 1 && reader.find(0).equals(Optional.of(reader.asStored(words)));
  }

  /** What was loaded: the same words mean the same data and the same indexes. */
  private ObjectValue words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("space", new StringValue(space));
    words.put("statements", new StringValue(load.statements()));
    words.put("files", new StringValue(files));
    return ObjectValue.of(words);
  }
}
