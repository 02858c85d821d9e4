package org.docduel.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.work.ContentCheck.Outcome;
import org.docduel.core.work.WarmUp;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.ExampleDocument;
import org.docduel.core.workload.Experiment;
import org.docduel.read.IdDigest.Answer;
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
 * docduel read -p scenario=S1,S4 -p rows=100000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
@State(Scope.Benchmark)
public class IndexedReadBenchmark {
  private static final Dataset DATASET = new IndexedReadDocuments();

  @Param({"S1", "S2", "S3", "S4", "S5", "S6", "S6r", "S7", "S8", "S9", "S10"})
  public String scenario = "S1";

  /** A store with {@code _ind} or {@code _unind}; {@code all} is the launcher's. */
  @Param(StoreState.ALL)
  public String variant = StoreState.ALL;

  @Param("100000")
  public String rows = "100000";

  @Param("0")
  public String limit = "0";

  @Param("published")
  public String index = "published";

  @Param("both")
  public String clock = "both";

  /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
  @Param(StoreSettings.DEFAULT)
  public String settings = StoreSettings.DEFAULT;

  private final ClientLoad load = new ClientLoad();
  private Optional<WarmUp> warmUp = Optional.empty();
  private Reading reading;
  private Variant subject;
  private long count;
  private Collection collection;
  private Read read;
  private long expected;
  private Optional<QueryPlan> plan = Optional.empty();
  private boolean byServer;
  private long received;
  private long sum;

  /** Loads what is missing, and checks the answer: a store that gives another gets no score. */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    warmUp = WarmUp.ofFork(params);
    subject = Variant.parse(variant);
    byServer = IndexedReadExperiment.SERVER_CLOCK.parse(clock);
    count = IndexedReadExperiment.ROWS.parse(rows);
    reading = new Reading(subject.store.name(), variant, settings, params);
    collection =
        new Collection(
            String.join("_", DATASET.name(), rows, index.replace('-', '_'))
                + StoreSettings.parse(settings).tag(),
            DATASET.document(0).body(),
            IndexedReadExperiment.INDEX.parse(index));
    reading.provide(DATASET, count, collection);
    read = reading.prepare(collection, query(subject.prefix()), scenario);
    String answers = String.join("-", DATASET.name(), rows, limit, "answers");
    List<Scenario> all = scenarios(IndexedReads.INDEXED);
    Map<?, ?> answersByScenario = IndexedAnswers.loadOrCompute(answers, DATASET, count, all);
    Answer answer = (Answer) Objects.requireNonNull(answersByScenario.get(scenario), scenario);
    expected = answer.rows();
    // On their twins without an index a query has the same answer.
    IndexedAnswers.Received came =
        new IndexedAnswers.Received(DATASET, query(IndexedReads.INDEXED));
    read.run(came);
    reading.check(
        "answer before the run",
        new Outcome(came.fault(answer), answer.rows() + " rows, as the model has it"));
  }

  private List<Scenario> scenarios(String prefix) {
    return IndexedReads.scenarios(prefix, IndexedReadExperiment.LIMIT.parse(limit));
  }

  private Query query(String prefix) {
    return scenarios(prefix).stream()
        .filter(choice -> choice.name().equals(scenario))
        .findFirst()
        .orElseThrow()
        .query();
  }

  @Setup(Level.Iteration)
  public void watch() {
    warmUp.ifPresent(active -> active.untilTwoAgree(this::read, () -> {}));
    load.start();
  }

  /** Runs the query and receives the ids; they are added up, so that they have to be looked at. */
  @Benchmark
  public long read() {
    if (byServer) {
      QueryPlan observed = read.explain();
      plan = Optional.of(observed);
      received = observed.number("rows").map(Double::longValue).orElse(expected);
    } else {
      received = read.run(id -> sum += id);
    }
    return received;
  }

  /**
   * Sees that all rows came, and after an observation by the client's clock has the server explain
   * the same query. The first plan of a fork is kept.
   */
  @TearDown(Level.Iteration)
  public void explain(IterationParams iteration) {
    load.stop();
    reading.expect(received, expected, "rows");
    if (iteration.getType() == IterationType.WARMUP) {
      return;
    }
    QueryPlan observed = plan.orElseGet(read::explain);
    boolean first = reading.plan(observed, subject.indexed, !observed.indexes().isEmpty());
    if (first && byServer && observed.number(QueryPlan.EXECUTION).isEmpty()) {
      throw new StoreException(
          variant
              + ": clock=server: its server does not report how long the execution alone took;"
              + " leave this store out");
    }
    QueryPlan.UNITS.forEach((name, unit) ->
        observed.number(name).ifPresent(number -> IterationMetrics.put(name, number, unit)));
  }

  @TearDown(Level.Trial)
  public void close() {
    try (Reading closed = reading) {
      closed.explain(read, () -> read.run(id -> sum += id));
      closed.describe(collection, count);
    }
  }

  /** A subject: a store that reads, and whether the fields that are asked for are indexed. */
  private record Variant(String name, StoreProvider store, boolean indexed) {
    static final String PARAMETER = "variant";
    static final String UNINDEXED = "_unind";

    static List<Variant> of(List<StoreProvider> providers) {
      return providers.stream()
          .filter(provider -> provider.capabilities().contains(Capability.READ))
          .flatMap(provider ->
              Stream.of(
                  new Variant(provider.label() + "_ind", provider, true),
                  new Variant(provider.label() + UNINDEXED, provider, false)))
          .toList();
    }

    static Variant parse(String name) {
      List<Variant> all = of(StoreProviders.all(List.of(name)));
      return all.stream()
          .filter(variant -> variant.name.equals(name))
          .findFirst()
          .orElseThrow(() ->
              BadInputException.parameter(
                  PARAMETER,
                  name,
                  "any of " + all.stream().map(Variant::name).collect(Collectors.joining(", "))));
    }

    String prefix() {
      return indexed ? IndexedReads.INDEXED : IndexedReads.UNINDEXED;
    }
  }

  static final class IndexedReadExperiment implements Experiment {
    private static final List<Scenario> SCENARIOS = IndexedReads.scenarios(IndexedReads.INDEXED, 0);
    private static final Parameter<Scenario> SCENARIO =
        Parameter.choice(
            "scenario",
            SCENARIOS.stream().collect(Collectors.toMap(Scenario::name, Function.identity())),
            SCENARIOS.stream()
                .map(scenario -> scenario.name() + " " + scenario.title())
                .collect(Collectors.joining(", ")),
            "scenario=S1,S4");
    private static final Parameter<Integer> ROWS =
        Parameter.number(
            "rows", 1, 999_999_999, "documents in the collection", "rows=1000,1000000");
    private static final Parameter<Integer> LIMIT =
        Parameter.number(
            "limit",
            0,
            999_999_999,
            "the most rows that S10 asks for (0: all, as published)",
            "limit=0,10,100");
    private static final Parameter<List<Index>> INDEX =
        Parameter.choice(
            "index",
            Map.of(
                "published", IndexedReads.published(),
                "published-early", IndexedReads.publishedEarly(),
                "best", IndexedReads.best()),
            "published, published-early (an early revision's), or best (what an administrator would"
                + " choose; see docs/workloads.md#indexed-reads)",
            "index=published,best");
    private static final Parameter<Boolean> SERVER_CLOCK =
        Parameter.choice(
            "clock",
            Map.of("both", false, "server", true),
            "both (client and server, an execution each), server (EXPLAIN's alone, as published)",
            "clock=server");

    /** The conditions of the scenarios, for people. */
    private static final Map<String, String> CONDITIONS =
        Map.ofEntries(
            Map.entry("scenario=S1", "one value of a text and a number above a limit"),
            Map.entry("scenario=S2", "a text that begins so"),
            Map.entry("scenario=S3", "a text that contains a word"),
            Map.entry("scenario=S4", "a timestamp within a month"),
            Map.entry("scenario=S5", "two elements in an array"),
            Map.entry("scenario=S6", "an element in either of two arrays"),
            Map.entry("scenario=S6r", "either of two elements in an array"),
            Map.entry("scenario=S7", "one value of a text and a true boolean"),
            Map.entry(
                "scenario=S8", "one value of a text, a true boolean and a number above a limit"),
            Map.entry("scenario=S9", "one value of a text or a true boolean"),
            Map.entry("scenario=S10", "one value of a text, by timestamp"));

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(Capability.READ);
    }

    @Override
    public boolean warmsUp() {
      return true;
    }

    /** Every store that reads, once on indexed fields and once on their twins. */
    @Override
    public Subjects subjects(List<StoreProvider> providers) {
      Map<String, StoreProvider> stores = new LinkedHashMap<>();
      Variant.of(providers).forEach(variant -> stores.put(variant.name, variant.store));
      return new Subjects(Variant.PARAMETER, stores);
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(SCENARIO, ROWS, LIMIT, INDEX, SERVER_CLOCK);
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      if (combination.get(LIMIT) > 0 && !combination.value("scenario").equals("S10")) {
        return Optional.of("S10 alone has a limit");
      }
      return combination.value(Variant.PARAMETER).endsWith(Variant.UNINDEXED)
              && !combination.value("index").equals("published")
          ? Optional.of("fields without an index are the same with every choice of indexes")
          : Optional.empty();
    }

    @Override
    public Optional<String> threadLimit(Combination combination, int threads) {
      return threads > 1
          ? Optional.of("an indexed read is one execution by one client")
          : Optional.empty();
    }

    @Override
    public Optional<Description> description(Combination combination) {
      return Optional.of(
          new Description(
              combination.benchmark(),
              "Time to find the ids of all documents with {scenario}, among {rows|document|documents}",
              CONDITIONS,
              ExampleDocument.text(DATASET.document(0).body())));
    }

    @Override
    public Map<String, List<String>> switches() {
      return Map.of(
          "index", List.of("published", "best"),
          "indexing", List.of("after", "before"),
          "locale", List.of("server", "en-US"),
          "planner", List.of("server", "published"));
    }
  }
}
