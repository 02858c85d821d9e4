package org.docduel.read;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.read.IdDigest.Answer;
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
 * Finds documents by their content: the scenarios S1 to S10 on fields that are indexed or not, in
 * typed columns, in JSON and in BSON.
 *
 * <p>One observation is one execution. Timed: sending the prepared query, the server's work, and
 * receiving the id of every document in the answer. Not timed: loading (once for each number of
 * rows), checking the answer (once a fork, before anything is measured), and the execution under
 * EXPLAIN that follows each observation and gives the metrics {@code execution} and {@code
 * planning} by the server's clock, {@code sharedHits} and {@code sharedReads} in blocks, and {@code
 * rows}. With {@code clock=server} that execution is the only one, and JMH's score the time until
 * its plan has come.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar IndexedRead -p scenario=S1,S4 -p rows=100000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class IndexedReadBenchmark {
  private static final Dataset DATASET = IndexedReadDocuments.withDefaults();

  /** Runs the query and receives the ids. */
  @Benchmark
  public long read(Prepared prepared) {
    return prepared.run();
  }

  /**
   * One query, prepared: its rows loaded, its answer checked against the documents, its plan looked
   * at. A store that gives another answer gets no score.
   */
  @State(Scope.Benchmark)
  public static class Prepared {
    /** Which query. */
    @Param({"S1", "S2", "S3", "S4", "S5", "S6", "S6r", "S7", "S8", "S9", "S10"})
    public String scenario = "S1";

    /** Which store, and whether its fields are indexed; {@code all} is the launcher's. */
    @Param(StoreState.ALL)
    public String variant = StoreState.ALL;

    /** Documents in the collection. */
    @Param("100000")
    public String rows = "100000";

    /** The most rows that S10 asks for; 0 for all. */
    @Param("0")
    public String limit = "0";

    /** Which indexes there are: published, published-early, best. */
    @Param("published")
    public String index = "published";

    /** Whose time an observation is: both, server. */
    @Param("both")
    public String clock = "both";

    /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
    @Param(StoreSettings.DEFAULT)
    public String settings = StoreSettings.DEFAULT;

    private final ForkStore opened = new ForkStore();
    private final ClientLoad load = new ClientLoad();
    private Optional<Ready> ready = Optional.empty();
    private Optional<QueryPlan> plan = Optional.empty();
    private boolean byServer;
    private boolean planSeen;
    private long received;
    private long sum;

    private record Ready(
        Variant variant, ReadData data, Store store, Session session, Read read, Answer answer) {}

    /** Loads what is missing and checks the answer. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
      Variant subject = Variant.parse(variant);
      byServer = IndexedReadExperiment.SERVER_CLOCK.parse(clock);
      long count = IndexedReadExperiment.ROWS.parse(rows);
      Store store = opened.open(subject.store(), ReadData.config(subject.store(), settings));
      Collection collection =
          new Collection(
              DATASET.name()
                  + "_"
                  + count
                  + "_"
                  + index.replace('-', '_')
                  + StoreSettings.parse(settings).tag(),
              DATASET.document(0).body(),
              IndexedReadExperiment.INDEX.parse(index));
      ReadData data = new ReadData(DATASET, count, collection);
      data.provide(store);
      Session session = store.session();
      Read read = data.read(session, query(subject.prefix()), variant + ": " + scenario);
      Answer answer = answer(count);
      ready = Optional.of(new Ready(subject, data, store, session, read, answer));
      // On their twins without an index a query has the same answer.
      IndexedAnswers.Received came =
          new IndexedAnswers.Received(DATASET, query(IndexedReads.INDEXED));
      read.run(came);
      Optional<String> difference = came.difference(answer);
      String detail = difference.orElse(answer.rows() + " rows, as the model has it");
      new ContentCheck.Outcome(difference.isEmpty(), detail)
          .tell(variant, params, "answer before the run");
    }

    private Query query(String prefix) {
      return IndexedReads.scenarios(prefix, IndexedReadExperiment.LIMIT.parse(limit)).stream()
          .filter(one -> one.name().equals(scenario))
          .findFirst()
          .orElseThrow()
          .query();
    }

    private Answer answer(long count) {
      return IndexedAnswers.kept(
              DATASET.name() + "-" + count + "-" + limit,
              DATASET,
              count,
              IndexedReads.scenarios(
                  IndexedReads.INDEXED, IndexedReadExperiment.LIMIT.parse(limit)))
          .getOrDefault(scenario, new Answer(-1, ""));
    }

    /** Begins to watch how busy the client is. */
    @Setup(Level.Iteration)
    public void watch() {
      load.start();
    }

    /** Runs the query; what is received is added up, so that it has to be looked at. */
    private long run() {
      Ready run = ready.orElseThrow();
      if (byServer) {
        QueryPlan observed = run.read.explain();
        plan = Optional.of(observed);
        received = observed.rows().orElse(run.answer.rows());
      } else {
        received = run.read.run(id -> sum += id);
      }
      return received;
    }

    /**
     * Sees that all rows came, and after an observation by the client's clock has the server
     * explain the same query. The first plan of a fork is kept.
     */
    @TearDown(Level.Iteration)
    public void explain(IterationParams iteration, BenchmarkParams params) {
      load.stop();
      Ready run = ready.orElseThrow();
      if (received != run.answer.rows()) {
        throw new StoreException(
            variant + ": " + received + " rows came where there are " + run.answer.rows());
      }
      if (iteration.getType() == IterationType.WARMUP) {
        return;
      }
      QueryPlan observed = plan.orElseGet(run.read::explain);
      if (!planSeen) {
        planSeen = true;
        ReadData.plan(
            variant, params, observed, run.variant.indexed(), !observed.indexes().isEmpty());
        if (byServer && observed.executionMillis().isEmpty()) {
          throw new StoreException(
              variant
                  + ": clock=server: its server does not tell how long the execution alone took;"
                  + " leave this store out");
        }
      }
      observed.executionMillis().ifPresent(ms -> IterationMetrics.put("execution", ms, "ms/op"));
      observed.planningMillis().ifPresent(ms -> IterationMetrics.put("planning", ms, "ms/op"));
      put("sharedHits", observed.sharedHits(), "blocks");
      put("sharedReads", observed.sharedReads(), "blocks");
      put("rows", observed.rows(), "rows");
    }

    private static void put(String metric, OptionalLong value, String unit) {
      value.ifPresent(number -> IterationMetrics.put(metric, (double) number, unit));
    }

    /** Tells where the time goes, what the server is and how the rows lie on its disk. */
    @TearDown(Level.Trial)
    public void close(BenchmarkParams params) {
      try {
        ready.ifPresent(run -> {
          ExplainedTime.tell(
              variant,
              StoreState.parameters(params),
              run.read,
              () -> run.read.run(id -> sum += id));
          ForkFacts.store(
              variant,
              StoreState.parameters(params),
              IndexedReadExperiment.ROWS.parse(rows),
              run.store.describe(run.data.collection()));
          run.session.close();
        });
      } finally {
        ready = Optional.empty();
        opened.close();
      }
    }
  }
}
