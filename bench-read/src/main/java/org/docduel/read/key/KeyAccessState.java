package org.docduel.read.key;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreSettings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Value;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.read.load.ReadData;
import org.docduel.stats.sidecar.PlanFact;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One query for a key, prepared: its documents loaded, every value compared with the generator's. A
 * store that gives another value gets no score.
 */
@State(Scope.Benchmark)
public class KeyAccessState {
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
      KeyAccessParameters chosen,
      Session session,
      Read read,
      StoreDescription description,
      long expected) {}

  /**
   * Loads what is missing and compares every value.
   *
   * @param params the combination, for the facts
   */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    if (params.getThreads() != 1) {
      throw new BadInputException("-t " + params.getThreads() + ": one client reads the keys");
    }
    KeyAccessParameters chosen = KeyAccessParameters.parse(this);
    Store open = opened.open(store, ReadData.config(store, settings));
    ReadData data =
        new ReadData(chosen.documents().dataset(), chosen.rows(), chosen.collection(settings));
    data.provide(open);
    Session session = open.session();
    Read read = prepare(session, data, chosen);
    StoreDescription description = open.describe(data.collection());
    KeyAnswer answer = new KeyAnswer(chosen);
    ContentCheck.Outcome outcome = answer.check(read);
    ForkFacts.check(
        store,
        StoreState.parameters(params),
        "values before the run",
        outcome.passed(),
        outcome.detail());
    ForkFacts.store(store, StoreState.parameters(params), chosen.rows(), description);
    if (!outcome.passed()) {
      throw new StoreException(store + " answers wrongly: " + outcome.detail());
    }
    ready = Optional.of(new Ready(chosen, session, read, description, answer.size()));
  }

  private Read prepare(Session session, ReadData data, KeyAccessParameters chosen) {
    try {
      return session.read(data.collection(), chosen.query());
    } catch (UnsupportedOperationException e) {
      throw new StoreException(store + " cannot read " + chosen.path() + ": " + e.getMessage(), e);
    }
  }

  /** Runs the query; each value is looked at. */
  long run() {
    received = ready.orElseThrow().read.values(value -> last = Optional.of(value));
    return received;
  }

  /**
   * Sees that all values came and has the server explain the same query. The first plan of a fork
   * is kept.
   *
   * @param iteration whether it was a measurement, or a warm-up
   * @param params the combination, for the facts
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
      String verdict = plan.indexes().isEmpty() ? PlanFact.UNINDEXED : "index";
      ForkFacts.plan(store, StoreState.parameters(params), plan, verdict);
    }
    plan.executionMillis().ifPresent(ms -> IterationMetrics.put("execution", ms, "ms/op"));
    putSizes(run);
  }

  private static void putSizes(Ready run) {
    double rows = run.chosen.rows();
    Long total = run.description.sizes().get("total");
    if (total == null) {
      return;
    }
    double stored = total - run.description.sizes().getOrDefault("index", 0L);
    IterationMetrics.put("stored", stored / rows, "B");
    Long toast = run.description.sizes().get("toast");
    if (toast != null && stored > 0) {
      IterationMetrics.put("toasted", 100 * toast / stored, "%");
    }
  }

  /** Closes the store. */
  @TearDown(Level.Trial)
  public void close() {
    try {
      ready.ifPresent(run -> run.session.close());
    } finally {
      ready = Optional.empty();
      opened.close();
    }
  }
}
