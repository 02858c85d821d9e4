package org.docduel.read.key;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.suite.Answer;
import org.docduel.core.work.ContentCheck.Outcome;
import org.docduel.core.work.WarmUp;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.ExampleDocument;
import org.docduel.core.workload.Experiment;
import org.docduel.read.Reading;
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
 * docduel key --profile friends
 * </pre>
 *
 * @see KeyInClientBenchmark
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 1, timeUnit = TimeUnit.HOURS)
public class KeyAccessBenchmark {
  private static final List<String> COLUMN = List.of("value");

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
    @Param(StoreState.ALL)
    public String store = StoreState.ALL;

    @Param("users-50")
    public String documents = "users-50";

    @Param("1000")
    public String rows = "1000";

    @Param("last")
    public String key = "last";

    @Param("values")
    public String answer = "values";

    @Param("text")
    public String result = "text";

    /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
    @Param(StoreSettings.DEFAULT)
    public String settings = StoreSettings.DEFAULT;

    private Optional<WarmUp> warmUp = Optional.empty();
    private Reading reading;
    private long count;
    private Read read;
    private Map<String, Long> sizes;
    private long expected;
    private long received;
    private Optional<Value> last = Optional.empty();

    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
      warmUp = WarmUp.ofFork(params);
      KeyQuery query = KeyQuery.of(documents, rows, key, answer, result);
      Collection collection = query.collection(settings);
      reading = new Reading(store, store, settings, params);
      count = query.rows;
      reading.provide(query.documents.dataset(), count, collection);
      read = reading.prepare(collection, Query.ofEvery(query.projection), query.path.toString());
      sizes = reading.describe(collection, count).sizes();
      Answer right = query.expected();
      expected = right.rows();
      reading.check("values before the run", check(read, right));
    }

    @Setup(Level.Iteration)
    public void warmUp() {
      warmUp.ifPresent(active -> active.untilTwoAgree(this::run, () -> {}));
    }

    /** Runs the query; each value is looked at. */
    long run() {
      received = read.values(value -> last = Optional.of(value));
      return received;
    }

    /**
     * Sees that all values came and has the server explain the same query. The first plan of a fork
     * is kept.
     */
    @TearDown(Level.Iteration)
    public void explain(IterationParams iteration) {
      reading.expect(last.isEmpty() ? 0 : received, expected, "values");
      if (iteration.getType() == IterationType.WARMUP) {
        return;
      }
      QueryPlan plan = read.explain();
      reading.plan(plan, false, !plan.indexes().isEmpty());
      plan.number(QueryPlan.EXECUTION)
          .ifPresent(ms -> IterationMetrics.put(QueryPlan.EXECUTION, ms, "ms/op"));
      putSizes();
    }

    private void putSizes() {
      Long total = sizes.get("total");
      if (total == null) {
        return;
      }
      double stored = total - sizes.getOrDefault("index", 0L);
      IterationMetrics.put("stored", stored / count, "B");
      Long toast = sizes.get("toast");
      if (toast != null && stored > 0) {
        IterationMetrics.put("toasted", 100 * toast / stored, "%");
      }
    }

    @TearDown(Level.Trial)
    public void close() {
      try (Reading closed = reading) {
        closed.explain(read, this::run);
      }
    }
  }

  /** What is asked of a collection, and the right answer, from the documents themselves. */
  record KeyQuery(
      KeyedDocuments documents, String name, long rows, Path path, Projection projection) {
    static KeyQuery of(String documents, String rows, String key, String answer, String result) {
      KeyedDocuments keyed = KeyedDocuments.PARAMETER.parse(documents);
      Path path = keyed.path(key);
      boolean asText = KeyAccess.AS_TEXT.parse(result);
      return new KeyQuery(
          keyed,
          documents,
          KeyAccess.ROWS.parse(rows),
          path,
          KeyAccess.COUNTED.parse(answer)
              ? new Projection.CountAt(path)
              : new Projection.ValueAt(path, asText));
    }

    /** Where the rows lie; other settings of the store's own are another collection. */
    Collection collection(String settings) {
      List<Path> read = documents.keys(path);
      int hash = (settings + read).hashCode();
      String collection = "%s_%d_%08x".formatted(name.replace('-', '_'), rows, hash);
      return new Collection(collection, documents.dataset().document(0).body(), List.of())
          .withNamed(read);
    }

    Answer expected() {
      Answer.Rows right = new Answer.Rows(false, false);
      Stream<ObjectValue> bodies =
          LongStream.range(0, rows).mapToObj(id -> documents.dataset().document(id).body());
      if (projection instanceof Projection.ValueAt wanted) {
        bodies.forEach(body -> right.add(COLUMN, List.of(wanted.of(body))));
      } else {
        long set =
            bodies.filter(body -> path.in(body).orElse(NullValue.NULL) != NullValue.NULL).count();
        right.add(COLUMN, List.of(new IntegerValue(set)));
      }
      return right.answer();
    }
  }

  /** A store may give values in any order, since none is asked for. */
  static Outcome check(Read read, Answer right) {
    Answer.Rows received = new Answer.Rows(false, false);
    read.values(value -> received.add(COLUMN, List.of(value)));
    Optional<String> fault =
        received.count() != right.rows()
            ? Optional.of(received.count() + " values came where there are " + right.rows())
            : right
                .difference(received.answer())
                .map(difference ->
                    "in sorted order the first that differs is %s, not %s"
                        .formatted(difference.second(), difference.first()));
    return new Outcome(fault, right.rows() + " values, as the documents have them");
  }

  /** Reading a key of every document, as the launcher sees it. */
  public record KeyAccess(Class<?> benchmark, Capability role) implements Experiment {
    private static final Parameter<Integer> ROWS =
        Parameter.number("rows", 1, 1_000_000, "documents in the collection", "rows=100,10000");
    private static final Parameter<String> KEY =
        new Parameter<>(
            "key",
            "last, middle, early, friend50 (the 51st friend), or any path such as friends[3].age",
            "key=early,last",
            key -> {
              KeyedDocuments.PARAMETER.parse("users-1").path(key);
              return key;
            });
    private static final Parameter<Boolean> COUNTED =
        Parameter.choice(
            "answer",
            Map.of("values", false, "count", true),
            "values (one for each document, as published), count (how many are set)",
            "answer=values,count");
    private static final Parameter<Boolean> AS_TEXT =
        Parameter.choice(
            "result",
            Map.of("text", true, "native", false),
            "text (whatever the value's type), native (in its own type)",
            "result=text,native");

    @Override
    public boolean warmsUp() {
      return benchmark == KeyAccessBenchmark.class;
    }

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(role);
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(KeyedDocuments.PARAMETER, ROWS, KEY, COUNTED, AS_TEXT);
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      KeyedDocuments documents = combination.get(KeyedDocuments.PARAMETER);
      String key = combination.value("key");
      if (key.equals(KeyedDocuments.FRIEND_50) && documents.friends() == 0) {
        return Optional.of(combination.value("documents") + " have no friends");
      }
      if (combination.get(COUNTED) && !combination.get(AS_TEXT)) {
        return Optional.of("a count is the same whatever the result's type");
      }
      return documents
          .path(key)
          .in(documents.dataset().document(0).body())
          .filter(at -> at instanceof ObjectValue || at instanceof ArrayValue)
          .map(at -> "key=" + key + " leads to an object or an array, not to one value");
    }

    @Override
    public Optional<String> threadLimit(Combination combination, int threads) {
      return threads > 1 ? Optional.of("one client reads the keys") : Optional.empty();
    }

    @Override
    public Optional<Collection> collection(Combination combination) {
      KeyedDocuments documents = combination.get(KeyedDocuments.PARAMETER);
      return Optional.of(new Collection("keys", documents.dataset().document(0).body(), List.of()));
    }

    @Override
    public Optional<Description> description(Combination combination) {
      KeyedDocuments documents = combination.get(KeyedDocuments.PARAMETER);
      return Optional.of(
          new Description(
              combination.benchmark(),
              "Time to read the field {key} of {rows|document|documents} ({documents})",
              Map.of(),
              ExampleDocument.text(documents.dataset().document(0).body())));
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric("", ROWS.name());
    }
  }
}
