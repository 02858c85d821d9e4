package org.docduel.insert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.SuiteFiles;
import org.docduel.core.work.WarmUp;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.stats.sidecar.Sidecar.Description;
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
 * docduel ingest -p rows=1000000 -p dataset=w2 -p store=postgres-jsonb
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx2g")
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
@State(Scope.Benchmark)
public class IngestionBenchmark {
  /** The metric that verdicts compare: the sum of the timed phases. */
  static final String TOTAL = "total";

  @Param("10000")
  public String rows = "10000";

  @Param("w1")
  public String dataset = "w1";

  @Param("double")
  public String fractions = "double";

  @Param("200B")
  public String payload = "200B";

  @Param("1")
  public String attributes = "1";

  /** One collection, or all of a built-in suite, which share the rows. */
  private DocumentLoad load;

  private Store store;
  private Session session;
  private Optional<WarmUp> warmUp = Optional.empty();

  @Setup(Level.Trial)
  public void open(StoreState stores, BenchmarkParams params) {
    warmUp = WarmUp.ofFork(params);
    Store rootStore = stores.open(StoreConfig.defaults());
    store = Ingest.SUITES.contains(dataset) ? rootStore.within(dataset + "_ingested") : rootStore;
    session = store.session();
    load = load(stores.store, Ingest.ROWS.parse(rows));
    store.quiesce();
  }

  private DocumentLoad load(String name, long count) {
    if (Ingest.SUITES.contains(dataset)) {
      Suite suite = Suite.read(dataset);
      return new DocumentLoad(
          suite,
          SuiteFiles.dialect(suite, name),
          suite.indexSets().get(0),
          count / suite.collections().size());
    }
    return switch (dataset) {
      case "w1" ->
          load(
              InsertBenchmark.Insert.generated(payload, attributes, "text", "flat"),
              List.of(Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS)),
              count);
      case "w2" -> load(new IndexedReadDocuments(), IndexedReads.published(), count);
      case "users" -> load(new UserDocuments(50), List.of(), count);
      default ->
          load(OwnFile.read(dataset, Fractions.PARAMETER.parse(fractions)), List.of(), count);
    };
  }

  private static DocumentLoad load(Dataset documents, List<Index> indexes, long count) {
    OwnFile.findings(documents, count);
    Collection collection = new Collection("ingested", documents.document(0).body(), indexes);
    return new DocumentLoad(collection.withShape(documents.shape()), documents, count);
  }

  @Setup(Level.Iteration)
  public void warmUp() {
    warmUp.ifPresent(active ->
        active.untilTwoAgree(() -> load.load(store, session, new PhaseClock()), () -> {}));
  }

  @Benchmark
  public void ingest() {
    PhaseClock clock = new PhaseClock();
    double loadMillis = clock.millis(load.load(store, session, clock));
    double documents = load.documents();
    clock.millis().forEach((phase, millis) -> IterationMetrics.put(phase, millis, "ms/op"));
    IterationMetrics.put(TOTAL, clock.totalMillis(), "ms/op");
    IterationMetrics.put("making", clock.untimedMillis(), "ms/op");
    IterationMetrics.put("raw", 1000 * documents / loadMillis, "rows/s");
    IterationMetrics.put("effective", 1000 * documents / clock.totalMillis(), "rows/s");
    IterationMetrics.put("raw_over_effective", clock.totalMillis() / loadMillis, "times");
  }

  @TearDown(Level.Trial)
  public void check(StoreState stores, BenchmarkParams params) {
    try {
      if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
        load.check(session).recordOrThrow(stores.store, params, "content after loading");
      }
      ForkFacts.store(
          stores.store, StoreState.combination(params), load.documents(), load.describe(store));
    } finally {
      session.close();
    }
  }

  static final class Ingest implements Experiment {
    private static final List<String> SUITES = List.of("customer", "jsonbench");

    /** What stands for payload and attributes where the data set has its own. */
    private static final String NOT_APPLICABLE = "none";

    private static final Parameter<Integer> ROWS =
        OwnFile.count(
            Parameter.number("rows", 1, 100_000_000, "how many rows", "rows=10000,1000000"));

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(Capability.INGEST);
    }

    @Override
    public boolean warmsUp() {
      return true;
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(
          PayloadSize.PARAMETER,
          Attributes.PARAMETER,
          ROWS,
          Fractions.PARAMETER,
          OwnFile.parameter(
              ", w2 (the 30 attributes of the indexed reads), users (with 50 friends each), customer"
                  + " or jsonbench (all collections of the suite, which share the rows)",
              Stream.concat(Stream.of(OwnFile.GENERATED, "w2", "users"), SUITES.stream())
                  .toList()));
    }

    @Override
    public Map<String, String> publishedValues(Combination combination) {
      return FileDocuments.publishedValues(combination.value(OwnFile.PARAMETER));
    }

    /** Once for every payload and number of attributes, which only generated documents have. */
    @Override
    public Combination normalize(Combination combination) {
      Combination normalized = OwnFile.normalize(combination, ROWS);
      String dataset = normalized.value(OwnFile.PARAMETER);
      return dataset.equals(OwnFile.GENERATED) || FileDocuments.isPath(dataset)
          ? normalized
          : normalized
              .with(PayloadSize.PARAMETER.name(), NOT_APPLICABLE)
              .with(Attributes.PARAMETER.name(), NOT_APPLICABLE);
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      String dataset = combination.value(OwnFile.PARAMETER);
      if (FileDocuments.isPath(dataset)) {
        return OwnFile.unsupportedReason(combination);
      } else if (!SUITES.contains(dataset)) {
        return dataset.equals(OwnFile.GENERATED)
            ? Attributes.unsupportedReason(combination)
            : Optional.empty();
      }
      Suite suite = Suite.read(dataset);
      return SuiteFiles.unsupportedReason(suite, combination.value(Subjects.STORE))
          .or(() -> rowCountError(suite, combination.get(ROWS)));
    }

    @Override
    public Optional<Description> description(Combination combination) {
      String what = "Time to load {rows|document|documents}";
      String how = ", as each store loads fastest, until they are durable and indexed";
      String dataset = combination.value(OwnFile.PARAMETER);
      return Optional.of(
          dataset.equals(OwnFile.GENERATED) || FileDocuments.isPath(dataset)
              ? OwnFile.description(combination, what, how, Map.of())
              : new Description(
                  combination.benchmark(),
                  what + " of the data set {dataset}" + how,
                  Map.of(),
                  ""));
    }

    @Override
    public Optional<String> threadLimit(Combination combination, int threads) {
      return threads > 1
          ? Optional.of("one client loads, as the store does it fastest")
          : Optional.empty();
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric(TOTAL, "rows");
    }

    /** Why a number of rows of a suite cannot be loaded: every collection takes as many. */
    static Optional<String> rowCountError(Suite suite, long rows) {
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
}
