package org.docduel.insert;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.suite.Dialect;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.StoreDialect;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Loads many documents in bulk and times each phase: COPY (or the store's own bulk insertion),
 * index build, SET LOGGED, ANALYZE.
 *
 * <p>JMH's own score is the whole call, making the documents included. The phases are metrics
 * beside it, in milliseconds, and {@code total} is their sum, without the making; {@code raw} is
 * rows over the load phase alone, {@code effective} rows over the total, and {@code
 * raw_over_effective} how many times the first is the second.
 *
 * <pre>
 * java -jar bench-insert/target/benchmarks.jar IngestionBenchmark -p rows=1000000 -p dataset=w2 -p store=postgres-jsonb
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
public class IngestionBenchmark {
  /** The metric that verdicts compare: the sum of the timed phases. */
  static final String TOTAL = "total";

  /** Loads everything. */
  @Benchmark
  public void ingest(Target target) {
    target.ingest();
  }

  /**
   * A bulk load with a clock for each phase. Documents are made in chunks between the timed parts.
   */
  @State(Scope.Benchmark)
  public static class Target {
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

    private Optional<BulkLoad> load = Optional.empty();
    private Session session = () -> {};

    /** Opens the store. */
    @Setup(Level.Trial)
    public void open(StoreState stores) {
      Store whole = stores.open(StoreConfig.defaults());
      Store store = BulkLoad.SUITES.contains(dataset) ? whole.within(dataset + "_ingested") : whole;
      session = store.session();
      load = Optional.of(load(store, stores.store));
      store.settle();
    }

    private BulkLoad load(Store store, String name) {
      long count = IngestionExperiment.ROWS.parse(rows);
      if (BulkLoad.SUITES.contains(dataset)) {
        Suite suite = Suite.read(dataset);
        Dialect dialect = StoreDialect.of(suite, name);
        return BulkLoad.ofSuite(store, session, suite, dialect, count);
      }
      return switch (dataset) {
        case "w1" ->
            BulkLoad.of(
                store,
                session,
                InsertExperiment.generated(payload, attributes, "text", "flat"),
                List.of(Index.elements(InsertDocuments.LINKS)),
                count);
        case "w2" ->
            BulkLoad.of(
                store,
                session,
                IndexedReadDocuments.withDefaults(),
                IndexedReads.published(),
                count);
        case "users" -> BulkLoad.of(store, session, UserDocuments.withDefaults(), List.of(), count);
        default -> BulkLoad.of(store, session, OwnFile.read(dataset), List.of(), count);
      };
    }

    /** Loads everything and puts the time of each phase, raw and effective rates. */
    private void ingest() {
      PhaseClock clock = new PhaseClock();
      BulkLoad all = load.orElseThrow();
      double loadMillis = clock.millis(all.run(clock));
      double documents = all.documents();
      clock.millis().forEach((phase, millis) -> IterationMetrics.put(phase, millis, "ms/op"));
      IterationMetrics.put(TOTAL, clock.totalMillis(), "ms/op");
      IterationMetrics.put("making", clock.asideMillis(), "ms/op");
      IterationMetrics.put("raw", 1000 * documents / loadMillis, "rows/s");
      IterationMetrics.put("effective", 1000 * documents / clock.totalMillis(), "rows/s");
      IterationMetrics.put("raw_over_effective", clock.totalMillis() / loadMillis, "times");
    }

    /** Checks what the last load left. */
    @TearDown(Level.Trial)
    public void check(StoreState stores, BenchmarkParams params) {
      BulkLoad all = load.orElseThrow();
      try {
        if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
          all.check().tell(stores.store, params, "content after loading");
        }
        ForkFacts.store(
            stores.store, StoreState.parameters(params), all.documents(), all.describe());
      } finally {
        session.close();
      }
    }
  }
}
