package org.docduel.read.key;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.read.ReadData;
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
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Reads one key of every document of a collection; the server finds it in each.
 *
 * <p>One observation is one execution. Timed: sending the prepared query, the server's work, and
 * receiving a value for each document, or their count. Not timed: loading (once for each number of
 * rows), comparing every value with the generator's (once a fork, before anything is measured), and
 * the execution under EXPLAIN that follows each observation and gives {@code execution}, the
 * server's own time. Further metrics: {@code stored}, bytes for each document without indexes, and
 * {@code toasted}, the share of them that lies outside the rows, where the server tells.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar KeyAccess --profile friends
 * </pre>
 *
 * @see KeyInClientBenchmark
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 1, timeUnit = TimeUnit.HOURS)
public class KeyAccessBenchmark {
  /** Runs the query and receives its answer. */
  @Benchmark
  public long read(Prepared prepared) {
    return prepared.run();
  }

  /**
   * One query for a key, prepared: its documents loaded, every value compared with the generator's.
   * A store that gives another value gets no score.
   */
  @State(Scope.Benchmark)
  public static class Prepared {
    /** Which store; {@code all} is the launcher's. */
    @Param(StoreState.ALL)
    public String store = StoreState.ALL;

    /** users-F, with F friends each; pairs-text, pairs-int32, pairs-bool. */
    @Param("users-50")
    public String documents = "users-50";

    /** Documents in the collection. */
    @Param("1000")
    public String rows = "1000";

    /** last, middle, early, friend50, or a path. */
    @Param("last")
    public String key = "last";

    /** values, count. */
    @Param("values")
    public String answer = "values";

    /** text, native. */
    @Param("text")
    public String result = "text";

    /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
    @Param(StoreSettings.DEFAULT)
    public String settings = StoreSettings.DEFAULT;

    private final ForkStore opened = new ForkStore();
    private Optional<Ready> ready = Optional.empty();
    private boolean planSeen;
    private long received;
    private Optional<Value> last = Optional.empty();

    private record Ready(
        long rows, Session session, Read read, StoreDescription description, long expected) {}

    /** Loads what is missing and compares every value. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
      KeyAccessExperiment.Asked asked =
          KeyAccessExperiment.Asked.of(documents, rows, key, answer, result);
      Store open = opened.open(store, ReadData.config(store, settings));
      ReadData data =
          new ReadData(asked.documents().dataset(), asked.rows(), asked.collection(settings));
      data.provide(open);
      Session session = open.session();
      Read read =
          data.read(session, Query.ofEvery(asked.projection()), store + ": " + asked.path());
      StoreDescription description = open.describe(data.collection());
      ForkFacts.store(store, StoreState.parameters(params), asked.rows(), description);
      KeyAnswer expected = new KeyAnswer(asked);
      expected.check(read).tell(store, params, "values before the run");
      ready = Optional.of(new Ready(asked.rows(), session, read, description, expected.size()));
    }

    /** Runs the query; each value is looked at. */
    long run() {
      received = ready.orElseThrow().read.values(value -> last = Optional.of(value));
      return received;
    }

    /**
     * Sees that all values came and has the server explain the same query. The first plan of a fork
     * is kept.
     */
    @TearDown(Level.Iteration)
    public void explain(IterationParams iteration, BenchmarkParams params) {
      Ready run = ready.orElseThrow();
      if (received != run.expected || last.isEmpty()) {
        throw new StoreException(
            store + ": " + received + " values came where there are " + run.expected);
      }
      if (iteration.getType() == IterationType.WARMUP) {
        return;
      }
      QueryPlan plan = run.read.explain();
      if (!planSeen) {
        planSeen = true;
        ReadData.plan(store, params, plan, false, !plan.indexes().isEmpty());
      }
      plan.executionMillis().ifPresent(ms -> IterationMetrics.put("execution", ms, "ms/op"));
      putSizes(run);
    }

    private static void putSizes(Ready run) {
      Long total = run.description.sizes().get("total");
      if (total == null) {
        return;
      }
      double stored = total - run.description.sizes().getOrDefault("index", 0L);
      IterationMetrics.put("stored", stored / run.rows, "B");
      Long toast = run.description.sizes().get("toast");
      if (toast != null && stored > 0) {
        IterationMetrics.put("toasted", 100 * toast / stored, "%");
      }
    }

    /** Tells where the time goes, and closes the store. */
    @TearDown(Level.Trial)
    public void close(BenchmarkParams params) {
      try {
        ready.ifPresent(run -> {
          ExplainedTime.tell(store, StoreState.parameters(params), run.read, this::run);
          run.session.close();
        });
      } finally {
        ready = Optional.empty();
        opened.close();
      }
    }
  }
}
