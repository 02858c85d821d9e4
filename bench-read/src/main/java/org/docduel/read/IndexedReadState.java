package org.docduel.read;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
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
 * One query, prepared: its rows loaded, its answer checked against the documents, its plan looked
 * at. A store that gives another answer gets no score.
 */
@State(Scope.Benchmark)
public class IndexedReadState {
  private static final Dataset DATASET = IndexedReadDocuments.withDefaults();

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
  private boolean planSeen;
  private long received;
  private long sum;

  private record Ready(
      ReadParameters chosen,
      ReadData data,
      Store store,
      Session session,
      Read read,
      Answer answer) {}

  /**
   * Loads what is missing and checks the answer.
   *
   * @param params the combination, for the facts
   */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    if (params.getThreads() != 1) {
      throw new BadInputException(
          "-t " + params.getThreads() + ": an indexed read is one execution by one client");
    }
    ReadParameters chosen = ReadParameters.parse(this);
    Store store =
        opened.open(chosen.variant().store(), ReadData.config(chosen.variant().store(), settings));
    ReadData data = new ReadData(DATASET, chosen.rows(), collection(chosen));
    data.provide(store);
    Session session = store.session();
    Read read = prepare(chosen, session, data);
    Answer answer = answers(chosen).getOrDefault(chosen.scenario(), new Answer(-1, ""));
    ready = Optional.of(new Ready(chosen, data, store, session, read, answer));
    checkAnswer(ready.get(), params);
  }

  private static Collection collection(ReadParameters chosen) {
    return new Collection(
        DATASET.name() + "_" + chosen.rows() + "_" + chosen.indexes().label().replace('-', '_'),
        DATASET.document(0).body(),
        chosen.indexes().indexes());
  }

  private static Read prepare(ReadParameters chosen, Session session, ReadData data) {
    try {
      return session.read(data.collection(), chosen.query());
    } catch (UnsupportedOperationException e) {
      throw new StoreException(
          chosen.variant().name() + " cannot run " + chosen.scenario() + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, Answer> answers(ReadParameters chosen) {
    return AnswerFile.get(
        DATASET.name() + "-" + chosen.rows() + "-" + chosen.limit(),
        () ->
            ModelAnswers.of(
                DATASET,
                chosen.rows(),
                IndexedReadScenarios.all(IndexedReadScenarios.INDEXED, chosen.limit())));
  }

  private static void checkAnswer(Ready run, BenchmarkParams params) {
    ReceivedAnswer received = new ReceivedAnswer(DATASET, run.chosen.model());
    run.read.run(received);
    Optional<String> difference = received.difference(run.answer);
    ForkFacts.check(
        run.chosen.variant().name(),
        StoreState.parameters(params),
        "answer before the run",
        difference.isEmpty(),
        difference.orElse(run.answer.rows() + " rows, as the model has it"));
    if (difference.isPresent()) {
      throw new StoreException(
          run.chosen.variant().name()
              + " answers "
              + run.chosen.scenario()
              + " wrongly: "
              + difference.get());
    }
  }

  /** Begins to watch how busy the client is. */
  @Setup(Level.Iteration)
  public void watch() {
    load.start();
  }

  /** Runs the query; what is received is added up, so that it has to be looked at. */
  long run() {
    Ready run = ready.orElseThrow();
    if (run.chosen.clock() == Clock.SERVER) {
      QueryPlan observed = run.read.explain();
      plan = Optional.of(observed);
      received = observed.rows().orElse(run.answer.rows());
    } else {
      received = run.read.run(id -> sum += id);
    }
    return received;
  }

  /**
   * Sees that all rows came, and after an observation by the client's clock has the server explain
   * the same query. The first plan of a fork is kept.
   *
   * @param iteration whether it was one, or a warm-up
   * @param params the combination, for the facts
   */
  @TearDown(Level.Iteration)
  public void explain(IterationParams iteration, BenchmarkParams params) {
    load.stop();
    Ready run = ready.orElseThrow();
    if (received != run.answer.rows()) {
      throw new StoreException(
          run.chosen.variant().name()
              + ": "
              + received
              + " rows came where there are "
              + run.answer.rows());
    }
    if (iteration.getType() == IterationType.WARMUP) {
      return;
    }
    QueryPlan observed = plan.orElseGet(run.read::explain);
    if (!planSeen) {
      planSeen = true;
      lookAtPlan(run, observed, params);
    }
    put(observed);
  }

  private static void lookAtPlan(Ready run, QueryPlan plan, BenchmarkParams params) {
    String verdict =
        !plan.indexes().isEmpty()
            ? "index"
            : run.chosen.variant().indexed() ? PlanFact.FAILED : PlanFact.UNINDEXED;
    ForkFacts.plan(run.chosen.variant().name(), StoreState.parameters(params), plan, verdict);
    if (run.chosen.clock() == Clock.SERVER && plan.executionMillis().isEmpty()) {
      throw new StoreException(
          run.chosen.variant().name()
              + ": clock=server: its server does not tell how long it took");
    }
  }

  private static void put(QueryPlan plan) {
    plan.executionMillis().ifPresent(ms -> IterationMetrics.put("execution", ms, "ms/op"));
    plan.planningMillis().ifPresent(ms -> IterationMetrics.put("planning", ms, "ms/op"));
    put("sharedHits", plan.sharedHits(), "blocks");
    put("sharedReads", plan.sharedReads(), "blocks");
    put("rows", plan.rows(), "rows");
  }

  private static void put(String metric, OptionalLong value, String unit) {
    value.ifPresent(number -> IterationMetrics.put(metric, (double) number, unit));
  }

  /**
   * Tells what the server is and how the rows lie on its disk.
   *
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void close(BenchmarkParams params) {
    try {
      ready.ifPresent(run -> {
        ForkFacts.store(
            run.chosen.variant().name(),
            StoreState.parameters(params),
            run.chosen.rows(),
            run.store.describe(run.data.collection()));
        run.session.close();
      });
    } finally {
      ready = Optional.empty();
      opened.close();
    }
  }
}
