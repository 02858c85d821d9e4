package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.StoreDialect;
import org.docduel.core.work.SuiteLoad;

/** Loads all collections of a built-in suite with its first set of indexes. */
final class SuiteBulkLoad implements BulkLoad {
  /** The built-in suites. */
  static final List<String> SUITES = List.of("customer", "jsonbench");

  private final QuerySuites suites;
  private final SuiteLoad load;

  /**
   * In a store.
   *
   * @param store its name
   * @param session what loads
   * @param suite the suite's name
   * @param rows documents in all collections together, the same number in each
   */
  SuiteBulkLoad(String store, Session session, String suite, long rows) {
    Suite read = Suite.read(suite);
    this.suites = session.suite(suite + "_ingested");
    this.load =
        new SuiteLoad(
            read,
            StoreDialect.of(read, store),
            read.indexSets().get(0),
            rows / read.collections().size());
  }

  /** Why a number of rows cannot be loaded: every collection takes as many. */
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

  @Override
  public String run(PhaseClock clock) {
    return load.load(suites, clock);
  }

  @Override
  public long documents() {
    return load.documents();
  }

  @Override
  public ContentCheck.Outcome check() {
    return load.check(suites);
  }

  @Override
  public StoreDescription describe() {
    return load.describe(suites);
  }
}
