package org.docduel.insert;

import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.PhaseClock;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A bulk load with a clock for each phase. Documents are made in chunks between the timed parts.
 */
@State(Scope.Benchmark)
public class IngestionState {
  /** The metric that verdicts compare: the sum of the timed phases. */
  static final String TOTAL = "total";

  /** How many documents to load. */
  @Param("10000")
  public String rows = "10000";

  /** Which documents: w1, w2, users, a suite, or a file of a person's own. */
  @Param("w1")
  public String dataset = "w1";

  /** Bytes of payload in a document of w1. */
  @Param("200B")
  public String payload = "200B";

  /** Over how many attributes the payload of w1 is split. */
  @Param("1")
  public String attributes = "1";

  private Optional<Opened> opened = Optional.empty();

  private record Opened(Session session, BulkLoad load) implements AutoCloseable {
    @Override
    public void close() {
      session.close();
    }
  }

  /**
   * Opens the store.
   *
   * @param stores opens it
   */
  @Setup(Level.Trial)
  public void open(StoreState stores) {
    Store store = stores.open(StoreConfig.defaults());
    Session session = store.session();
    BulkLoad load =
        IngestionParameters.isSuite(dataset)
            ? new SuiteBulkLoad(
                stores.store, session, dataset, IngestionParameters.ROWS.parse(rows))
            : new CollectionLoad(store, session, IngestionParameters.parse(this));
    opened = Optional.of(new Opened(session, load));
    store.settle();
  }

  /** Loads everything and puts the time of each phase, raw and effective rates. */
  void ingest() {
    BulkLoad load = opened.orElseThrow().load;
    PhaseClock clock = new PhaseClock();
    String loadPhase = load.run(clock);
    double documents = load.documents();
    clock.millis().forEach((phase, millis) -> IterationMetrics.put(phase, millis, "ms/op"));
    IterationMetrics.put(TOTAL, clock.totalMillis(), "ms/op");
    IterationMetrics.put("making", clock.asideMillis(), "ms/op");
    IterationMetrics.put("raw", 1000 * documents / clock.millis(loadPhase), "rows/s");
    IterationMetrics.put("effective", 1000 * documents / clock.totalMillis(), "rows/s");
    IterationMetrics.put(
        "raw_over_effective", clock.totalMillis() / clock.millis(loadPhase), "times");
  }

  /**
   * Checks what the last load left.
   *
   * @param stores names the store
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void check(StoreState stores, BenchmarkParams params) {
    try (Opened open = opened.orElseThrow()) {
      BulkLoad load = open.load;
      if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
        ContentCheck.Outcome outcome = load.check();
        ForkFacts.check(
            stores.store,
            StoreState.parameters(params),
            "content after loading",
            outcome.passed(),
            outcome.detail());
        if (!outcome.passed()) {
          throw new StoreException(
              stores.store + ": what was loaded is not as it was sent: " + outcome.detail());
        }
      }
      ForkFacts.store(
          stores.store, StoreState.parameters(params), load.documents(), load.describe());
    }
  }
}
