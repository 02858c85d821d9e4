package org.docduel.read.suite;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.RunDirectory.ColdStart;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.Session;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A suite in one store, its times gathered from all threads. */
@State(Scope.Benchmark)
public class QuerySuiteState {
  private static final double MILLISECOND_NANOS = 1e6;

  /** A built-in suite, or a folder. */
  @Param("customer")
  public String suite = "customer";

  /** Which questions: all, a category, or one. */
  @Param("all")
  public String query = "all";

  /** Which store; {@code all} is understood by the launcher alone. */
  @Param(StoreState.ALL)
  public String store = StoreState.ALL;

  /** Documents that take the place of the suite's: a path. */
  @Param(SuiteParameters.GENERATED)
  public String data = SuiteParameters.GENERATED;

  /** Documents in each generated collection. */
  @Param(SuiteParameters.DEFAULT_ROWS)
  public String rows = SuiteParameters.DEFAULT_ROWS;

  /** Which set of indexes. */
  @Param("all")
  public String index = "all";

  /** How many seconds one execution may take. */
  @Param("60")
  public String timeLimit = "60";

  private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> first = new ConcurrentHashMap<>();
  private final AtomicInteger threads = new AtomicInteger();
  private final AtomicInteger iterations = new AtomicInteger();
  private Optional<Opened> opened = Optional.empty();
  private Optional<ColdStart> start = Optional.empty();
  private boolean warmsUp;

  /**
   * What is open.
   *
   * @param chosen the suite
   * @param store the store with its collections
   * @param questions how many rows each question's answer has, by name; the questions to be asked
   */
  record Opened(SuiteParameters chosen, SuiteStore store, Map<String, Long> questions) {}

  /**
   * Opens the store, loads what is missing, and learns which questions may be timed.
   *
   * @param params the combination
   */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    warmsUp = params.getWarmup().getCount() > 0;
    SuiteParameters chosen = SuiteParameters.parse(suite, data, query, rows, index, timeLimit);
    Optional<Path> gate = GateFile.of(chosen, store);
    SuiteStore open =
        gate.isPresent() ? SuiteStore.passed(store, chosen) : SuiteStore.loaded(store, chosen);
    Map<String, Long> questions = new LinkedHashMap<>();
    gate.map(GateFile::read)
        .ifPresentOrElse(
            questions::putAll,
            () ->
                open.dialect()
                    .queries()
                    .keySet()
                    .forEach(name -> questions.put(name, GateFile.UNKNOWN)));
    questions.keySet().retainAll(chosen.queries());
    start = ColdStart.of(store);
    opened = Optional.of(new Opened(chosen, open, questions));
  }

  Opened opened() {
    return opened.orElseThrow();
  }

  int nextThread() {
    return threads.getAndIncrement();
  }

  int iteration() {
    return iterations.get();
  }

  /** Whether the first iteration is not measured. */
  boolean warmsUp() {
    return warmsUp;
  }

  /** A thread's first execution of a question in this fork. */
  void began(String question, long elapsedNanos) {
    first.computeIfAbsent(question, ignored -> new LongAdder()).add(elapsedNanos);
  }

  void took(String question, long elapsedNanos) {
    nanos.computeIfAbsent(question, ignored -> new LongAdder()).add(elapsedNanos);
  }

  /** Puts the mean over the threads of each question's time. */
  @TearDown(Level.Iteration)
  public void put() {
    int all = Math.max(1, threads.get());
    String metric =
        start.filter(ColdStart::restarted).isPresent() ? SuiteResults.COLD : SuiteResults.FIRST;
    nanos.forEach((question, sum) -> {
      double millis = sum.sum() / MILLISECOND_NANOS / all;
      IterationMetrics.put(SuiteResults.SCORE + question, millis, "ms/op");
      LongAdder cold = first.getOrDefault(question, sum);
      IterationMetrics.put(metric + question, cold.sum() / MILLISECOND_NANOS / all, "ms/op");
    });
    nanos.clear();
    iterations.incrementAndGet();
  }

  /**
   * Leaves the plans, and tells what the server is.
   *
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void close(BenchmarkParams params) {
    Optional<Opened> was = opened;
    opened = Optional.empty();
    if (was.isEmpty()) {
      return;
    }
    Opened run = was.get();
    try (SuiteStore open = run.store();
        Session session = open.session()) {
      Optional<String> changed = open.after();
      ForkFacts.check(
          store,
          StoreState.parameters(params),
          "data after the questions",
          changed.isEmpty(),
          changed.orElse("as they were loaded"));
      ForkFacts.store(
          store,
          StoreState.parameters(params),
          open.data().documents(),
          open.describe().with("cold start", start.map(ColdStart::sentence)));
      SuitePlans.leave(store, StoreState.parameters(params), run, session);
    }
  }
}
