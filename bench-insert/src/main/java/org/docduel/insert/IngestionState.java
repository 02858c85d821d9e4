package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.harness.jmh.ForkFacts;
import org.docduel.core.harness.jmh.IterationMetrics;
import org.docduel.core.harness.jmh.RowProgress;
import org.docduel.core.harness.jmh.StoreState;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
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

  private static final int CHUNK = 20_000;
  private static final long PROGRESS_NANOS = 1_000_000_000L;

  /** How many documents to load. */
  @Param("10000")
  public String rows = "10000";

  /** Which documents: w1, w2. */
  @Param("w1")
  public String dataset = "w1";

  /** Bytes of payload in a document of w1. */
  @Param("200B")
  public String payload = "200B";

  /** Over how many attributes the payload of w1 is split. */
  @Param("1")
  public String attributes = "1";

  private Optional<Opened> opened = Optional.empty();

  private record Opened(
      Store store, Collection collection, Session session, IngestionParameters chosen) {}

  /**
   * Opens the store.
   *
   * @param stores opens it
   */
  @Setup(Level.Trial)
  public void open(StoreState stores) {
    IngestionParameters chosen = IngestionParameters.parse(this);
    Store store = stores.open(StoreConfig.defaults());
    Collection collection =
        new Collection("ingested", chosen.dataset().document(0).body(), chosen.indexes());
    opened = Optional.of(new Opened(store, collection, store.session(), chosen));
    store.settle();
  }

  /** Loads everything and puts the time of each phase, raw and effective rates. */
  void ingest() {
    Opened load = opened.orElseThrow();
    Ingestion ingestion = load.session.ingestion(load.collection);
    ingestion.prepare();
    PhaseClock clock = new PhaseClock();
    long total = load.chosen.rows();
    long reported = System.nanoTime();
    long begun = reported;
    for (long done = 0; done < total; ) {
      int count = (int) Math.min(CHUNK, total - done);
      long from = done;
      List<Document> chunk = clock.aside(() -> load.chosen.dataset().documents(from, count));
      clock.time(ingestion.loadPhase(), () -> ingestion.load(chunk));
      done += count;
      long now = System.nanoTime();
      if (now - reported >= PROGRESS_NANOS) {
        reported = now;
        System.out.println(new RowProgress(done, total, (now - begun) / 1e9).line());
      }
    }
    for (Ingestion.Phase phase : ingestion.phases()) {
      clock.time(phase.name(), phase.work());
    }
    clock.millis().forEach((phase, millis) -> IterationMetrics.put(phase, millis, "ms/op"));
    IterationMetrics.put(TOTAL, clock.totalMillis(), "ms/op");
    IterationMetrics.put("making", clock.asideMillis(), "ms/op");
    IterationMetrics.put("raw", 1000 * total / clock.millis(ingestion.loadPhase()), "rows/s");
    IterationMetrics.put("effective", 1000 * total / clock.totalMillis(), "rows/s");
  }

  /**
   * Checks what the last load left.
   *
   * @param stores names the store
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void check(StoreState stores, BenchmarkParams params) {
    Opened load = opened.orElseThrow();
    try (Session session = load.session) {
      if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
        ContentCheck.Outcome outcome =
            ContentCheck.withDefaults()
                .check(
                    load.chosen.dataset(), 0, load.chosen.rows(), session.reader(load.collection));
        ForkFacts.check(
            stores.store, StoreState.parameters(params), "content after loading", outcome);
        if (!outcome.passed()) {
          throw new StoreException(
              stores.store + ": what was loaded is not as it was sent: " + outcome.detail());
        }
      }
      ForkFacts.store(
          stores.store,
          StoreState.parameters(params),
          load.chosen.rows(),
          load.store.describe(load.collection));
    }
  }
}
