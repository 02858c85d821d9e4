package org.docduel.read.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.suite.Tuples;
import org.docduel.core.workload.Combination;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
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
 * Asks the questions of a suite in each iteration, in an order shuffled by the seed, by every
 * thread in an order of its own. One that takes less than 100 ms is repeated, at least ten times
 * and for 100 ms; the iteration's time is the mean.
 *
 * <p>A question with parameters is asked with tuples that are drawn by their frequency, the same in
 * every fork of every store; a pass through those of an iteration takes the place of an execution.
 *
 * <p>Timed, each question by itself: sending the prepared question, the server's work, and
 * receiving every field of every row. Not timed: loading, and comparing the answers, once before
 * the first fork. The launcher writes one result for each question, with the parameter {@code
 * query}; its score is the mean over threads. The metric {@code cold} is the first execution of the
 * fork after the server was restarted, {@code first} the same where the server is not ours.
 *
 * <pre>
 * docduel suite -p suite=customer -p rows=10000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx448m")
@Warmup(iterations = 1)
@Measurement(iterations = 5)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
public class QuerySuiteBenchmark {
  /**
   * Asks every question.
   *
   * @return how many rows there were
   */
  @Benchmark
  public long ask(QueryRunner runner, Prepared suite) {
    return runner.runAll(suite);
  }

  /** A suite in one store, its times gathered from all threads. */
  @State(Scope.Benchmark)
  public static class Prepared {
    private static final double MILLISECOND_NANOS = 1e6;

    @Param("customer")
    public String suite = "customer";

    @Param("all")
    public String query = "all";

    @Param(StoreState.ALL)
    public String store = StoreState.ALL;

    @Param(QuerySuiteExperiment.GENERATED)
    public String data = QuerySuiteExperiment.GENERATED;

    @Param(QuerySuiteExperiment.DEFAULT_ROWS)
    public String rows = QuerySuiteExperiment.DEFAULT_ROWS;

    @Param("all")
    public String index = "all";

    @Param("60")
    public String timeLimit = "60";

    private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> first = new ConcurrentHashMap<>();
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger iterations = new AtomicInteger();
    private SuiteRun chosen;
    private SuiteStore opened;

    /** The questions to be asked, by name, with how many rows their answers have. */
    private final Map<String, Long> rowCounts = new LinkedHashMap<>();

    /** How many tuples are drawn for an iteration, by name. */
    private Map<String, Integer> draws = Map.of();

    /** Questions of which a tuple took too long, so that they have no mean. */
    private final Set<String> unscored = ConcurrentHashMap.newKeySet();

    private Optional<String> start = Optional.empty();
    private boolean warmsUp;

    /** Opens the store, loads what is missing, and learns which questions may be timed. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
      warmsUp = params.getWarmup().getCount() > 0;
      chosen = SuiteRun.of(new Combination(params.getBenchmark(), StoreState.parameters(params)));
      opened = new SuiteStore(store, chosen);
      draws = Gate.readDraws(chosen, store);
      Gate.readRowCounts(chosen, store)
          .ifPresentOrElse(
              counts -> {
                opened.require();
                rowCounts.putAll(counts);
              },
              () -> {
                opened.provide();
                opened.dialect().queries().keySet().stream()
                    .filter(chosen.queries()::contains)
                    .forEach(name -> rowCounts.put(name, Gate.UNKNOWN));
              });
      start = Settings.ofProcess().get(ForkProfiler.COLD);
    }

    Optional<Tuples> tuples(String name) {
      return opened.dialect().query(name).tuples();
    }

    /** How many tuples are drawn for an iteration; without a gate as many as may be. */
    int draws(String name) {
      return draws.getOrDefault(name, Gate.MAX_DRAWS);
    }

    void record(String name, long elapsedNanos) {
      nanos.computeIfAbsent(name, ignored -> new LongAdder()).add(elapsedNanos);
    }

    /** Puts the mean over the threads of each question's time. */
    @TearDown(Level.Iteration)
    public void put() {
      int all = Math.max(1, threads.get());
      String metric =
          start.filter(done -> done.startsWith(ForkProfiler.RESTARTED)).isPresent()
              ? QuerySuiteExperiment.COLD
              : QuerySuiteExperiment.FIRST;
      nanos.keySet().removeAll(unscored);
      nanos.forEach((name, sum) -> {
        double millis = sum.sum() / MILLISECOND_NANOS / all;
        IterationMetrics.put(QuerySuiteExperiment.SCORE + name, millis, "ms/op");
        LongAdder cold = first.getOrDefault(name, sum);
        IterationMetrics.put(metric + name, cold.sum() / MILLISECOND_NANOS / all, "ms/op");
      });
      nanos.clear();
      iterations.incrementAndGet();
    }

    @TearDown(Level.Trial)
    public void close(BenchmarkParams params) {
      Map<String, String> parameters = StoreState.combination(params);
      try (SuiteStore open = opened;
          Session session = open.session()) {
        Optional<String> changed = open.after();
        ForkFacts.check(
            store,
            parameters,
            "data after the questions",
            changed.isEmpty(),
            changed.orElse("as they were loaded"));
        ForkFacts.store(
            store, parameters, open.documents(), open.describe().with("cold start", start));
        for (String name : rowCounts.keySet()) {
          NamedQuery namedQuery = open.dialect().query(name);
          try {
            SuiteQuery query = chosen.prepare(session, namedQuery);
            namedQuery.tuples().ifPresent(tuples -> query.bind(tuples.values(0)));
            ForkFacts.plan(store, SuiteRun.of(parameters, name), query.plan());
          } catch (StoreException e) {
            ForkFacts.finding(store + " " + name + ": no plan: " + e.getMessage());
          }
        }
      }
    }
  }

  /** One thread's session with its questions, prepared. */
  @State(Scope.Thread)
  public static class QueryRunner {
    private static final int[] NO_DRAWS = {};

    private final Map<String, SuiteQuery> prepared = new LinkedHashMap<>();
    private final Set<String> overLimit = new LinkedHashSet<>();
    private final List<String> order = new ArrayList<>();
    private Session session;
    private int thread;

    @Setup(Level.Trial)
    public void prepare(Prepared shared) {
      session = shared.opened.session();
      thread = shared.threads.getAndIncrement();
      shared.rowCounts.forEach((name, rows) -> {
        if (rows == Gate.OVER_LIMIT) {
          overLimit.add(name);
        }
        prepared.put(name, shared.chosen.prepare(session, shared.opened.dialect().query(name)));
      });
    }

    /** Shuffles the questions: the same order in every run with the same threads. */
    @Setup(Level.Iteration)
    public void shuffle(Prepared shared) {
      order.clear();
      order.addAll(prepared.keySet());
      long seed = InsertDocuments.DEFAULT_SEED + 1_000L * shared.iterations.get() + thread;
      Collections.shuffle(order, new Random(seed));
    }

    /** Times each question; what is known to take too long is not asked again. */
    long runAll(Prepared shared) {
      long limitNanos = Duration.ofSeconds(shared.chosen.limitSeconds()).toNanos();
      long rows = 0;
      for (String name : order) {
        if (shared.unscored.contains(name)) {
          continue;
        } else if (overLimit.contains(name)) {
          shared.record(name, limitNanos);
          continue;
        }
        try {
          rows += time(name, shared);
        } catch (TimeLimitException e) {
          boolean drawn = shared.tuples(name).isPresent();
          if (drawn) {
            shared.unscored.add(name); // a mean over tuples has no such bound
          } else {
            shared.record(name, limitNanos);
            overLimit.add(name);
          }
          ForkFacts.finding(
              String.format(
                  drawn
                      ? "%s %s: a tuple took > %s s; it has no score from then on"
                      : "%s %s: > %s s; its score is a lower bound",
                  shared.store,
                  name,
                  shared.timeLimit));
        }
      }
      return rows;
    }

    private long time(String name, Prepared shared) {
      SuiteQuery query = prepared.get(name);
      Optional<Tuples> tuples = shared.tuples(name);
      int[] draws =
          tuples
              .map(all -> all.draw(name, thread, shared.iterations.get(), shared.draws(name)))
              .orElse(NO_DRAWS);
      int[] executions = new int[1];
      long[] rows = new long[1];
      LongSupplier execution =
          () -> {
            List<Value> values =
                tuples
                    .map(all -> all.values(draws[executions[0]++ % draws.length]))
                    .orElse(List.of());
            long startNanos = System.nanoTime();
            if (query != null) {
              if (!values.isEmpty()) {
                query.bind(values);
              }
              rows[0] = query.run();
            }
            long elapsed = System.nanoTime() - startNanos;
            expect(name, rows[0], shared);
            return elapsed;
          };
      Repetition repetition = new Repetition(execution, Math.max(1, draws.length));
      if (shared.iterations.get() == 0) {
        long cold = execution.getAsLong();
        shared.first.computeIfAbsent(name, ignored -> new LongAdder()).add(cold);
        if (cold >= Repetition.MIN_NANOS && shared.warmsUp) {
          shared.record(name, cold);
          return rows[0];
        }
        executions[0] = 0; // a pass begins with the first draw
        repetition.warmUp();
      }
      shared.record(name, repetition.observe());
      return rows[0];
    }

    private static void expect(String name, long received, Prepared shared) {
      long expected = shared.rowCounts.getOrDefault(name, received);
      if (received != expected && expected != Gate.UNKNOWN) {
        throw new StoreException(
            String.format(
                "%s %s: %d rows came where there were %d", shared.store, name, received, expected));
      }
    }

    /**
     * The first thread tells where the time goes, unless asking again would change data. Gives the
     * connection back.
     */
    @TearDown(Level.Trial)
    public void close(Prepared shared, BenchmarkParams params) {
      boolean explains = thread == 0 && ExplainedTime.isRequested();
      if (explains && shared.chosen.suite().writes()) {
        ForkFacts.finding(shared.store + ": --explain: its queries may change data");
      } else if (explains) {
        prepared.forEach((name, query) -> {
          if (!overLimit.contains(name)) {
            Map<String, String> parameters = SuiteRun.of(StoreState.combination(params), name);
            ExplainedTime.recordIfRequested(shared.store, parameters, query, query::run);
          }
        });
      }
      session.close();
    }
  }
}
