package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.suite.Dialect;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.SuiteLoad;

/** What an ingestion loads: one collection, or those of a suite together. */
interface BulkLoad {
  /** The built-in suites. */
  List<String> SUITES = List.of("customer", "jsonbench");

  /** Loads everything, its phases timed; gives the name of the one in which documents were sent. */
  String run(PhaseClock clock);

  /** How many documents there are. */
  long documents();

  /** Compares what the store holds with what it was sent. */
  ContentCheck.Outcome check();

  /** What the server is, and what it takes on its disk. */
  StoreDescription describe();

  /** One collection. */
  static BulkLoad of(
      Store store, Session session, Dataset dataset, List<Index> indexes, long rows) {
    Collection collection =
        new Collection("ingested", dataset.document(0).body(), indexes).withShape(dataset.shape());
    OwnFile.findings(dataset, rows);
    return new BulkLoad() {
      @Override
      public String run(PhaseClock clock) {
        return DocumentLoad.all(dataset, rows, session.ingestion(collection), clock);
      }

      @Override
      public long documents() {
        return rows;
      }

      @Override
      public ContentCheck.Outcome check() {
        return ContentCheck.withDefaults().check(dataset, 0, rows, session.reader(collection));
      }

      @Override
      public StoreDescription describe() {
        return store.describe(collection);
      }
    };
  }

  /** All collections of a built-in suite with its first set of indexes; rows in all together. */
  static BulkLoad ofSuite(Store store, Session session, Suite suite, Dialect dialect, long rows) {
    SuiteLoad load =
        new SuiteLoad(suite, dialect, suite.indexSets().get(0), rows / suite.collections().size());
    return new BulkLoad() {
      @Override
      public String run(PhaseClock clock) {
        return load.load(store, session, clock);
      }

      @Override
      public long documents() {
        return load.documents();
      }

      @Override
      public ContentCheck.Outcome check() {
        return load.check(session);
      }

      @Override
      public StoreDescription describe() {
        return load.describe(store);
      }
    };
  }

  /** Why a number of rows of a suite cannot be loaded: every collection takes as many. */
  static Optional<String> refusal(Suite suite, long rows) {
    int collections = suite.collections().size();
    return rows % collections == 0
        ? Optional.empty()
        : Optional.of(
            "suite "
                + suite.name()
                + " has "
                + collections
                + " collections of one size: rows is a multiple of that");
  }
}
