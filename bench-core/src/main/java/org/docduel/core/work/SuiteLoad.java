package org.docduel.core.work;

import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;

/** What a suite has in a store: documents of collections, or tables of the server's own. */
public interface SuiteLoad {
  /** The load of a suite in one of its dialects, which has not begun. */
  static SuiteLoad of(Suite suite, Dialect dialect, String index, long rows) {
    return dialect.hasTables()
        ? new TableLoad(suite, dialect, index)
        : new DocumentLoad(suite, dialect, index, rows);
  }

  /** How many documents or rows there are in all. */
  long documents();

  /** The statements that make the indexes and run the phases. */
  String statements();

  /**
   * Loads, settles and checks everything, and prints how long each phase took.
   *
   * @param store the suite's schema
   * @param what is loaded, in words
   * @throws StoreException when what is read back is not what was loaded
   */
  void loadChecked(Store store, String what);

  /** Whether everything is as it was loaded. */
  ContentCheck.Outcome check(Session session);

  /** What the server is, and what everything takes on its disk. */
  StoreDescription describe(Store store);
}
