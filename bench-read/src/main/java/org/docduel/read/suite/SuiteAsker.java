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
import java.util.function.LongSupplier;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread's session with its questions, prepared. */
@State(Scope.Thread)
public class SuiteAsker {
  private final Map<String, SuiteQuery> prepared = new LinkedHashMap<>();
  private final Set<String> overLimit = new LinkedHashSet<>();
  private final List<String> order = new ArrayList<>();
  private Optional<Session> session = Optional.empty();
  private Optional<QuerySuiteState> state = Optional.empty();
  private int thread;

  /**
   * Prepares the questions.
   *
   * @param shared what all threads share
   */
  @Setup(Level.Trial)
  public void prepare(QuerySuiteState shared) {
    QuerySuiteState.Opened run = shared.opened();
    Session own = run.store().session();
    session = Optional.of(own);
    state = Optional.of(shared);
    thread = shared.nextThread();
    run.questions()
        .forEach((name, rows) -> {
          if (rows == GateFile.OVER_LIMIT) {
            overLimit.add(name);
          }
          prepared.put(name, run.chosen().prepare(own, run.store().dialect().query(name)));
        });
  }

  /**
   * Shuffles the questions: the same order in every run with the same threads.
   *
   * @param shared what all threads share
   */
  @Setup(Level.Iteration)
  public void shuffle(QuerySuiteState shared) {
    order.clear();
    order.addAll(prepared.keySet());
    long seed = InsertDocuments.DEFAULT_SEED + 1_000L * shared.iteration() + thread;
    Collections.shuffle(order, new Random(seed));
  }

  /**
   * How a question is timed in an iteration: one that takes less than 100 ms is repeated, at least
   * ten times and for 100 ms, and the time is the mean.
   */
  static final class Repetition {
    static final long LEAST_NANOS = 100_000_000;
    static final int LEAST_TIMES = 10;

    /** Rounds of a warm-up that has not become flat. */
    private static final int MOST_ROUNDS = 20;

    private static final double FLAT = 0.05;

    private final LongSupplier execution;

    /** With what executes the question once and gives the nanoseconds that it took. */
    Repetition(LongSupplier execution) {
      this.execution = execution;
    }

    /** The mean of one observation, in nanoseconds. */
    long observe() {
      long sum = execution.getAsLong();
      int times = 1;
      if (sum < LEAST_NANOS) {
        while (sum < LEAST_NANOS || times < LEAST_TIMES) {
          sum += execution.getAsLong();
          times++;
        }
      }
      return sum / times;
    }

    /** Repeats a short question until its time no longer falls. */
    void warmUp() {
      long before = Long.MAX_VALUE;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        long now = observe();
        if (now >= LEAST_NANOS || now >= before * (1 - FLAT)) {
          return;
        }
        before = now;
      }
    }
  }

  /** Times each question; what is known to take too long is not asked again. */
  long askAll() {
    QuerySuiteState shared = state.orElseThrow();
    long limitNanos = Duration.ofSeconds(shared.opened().chosen().limitSeconds()).toNanos();
    long rows = 0;
    for (String question : order) {
      if (overLimit.contains(question)) {
        shared.took(question, limitNanos);
        continue;
      }
      try {
        rows += time(question, shared);
      } catch (TimeLimitException e) {
        shared.took(question, limitNanos);
        overLimit.add(question);
        ForkFacts.finding(
            shared.store
                + " "
                + question
                + ": > "
                + shared.timeLimit
                + " s; its score is a lower bound");
      }
    }
    return rows;
  }

  private long time(String question, QuerySuiteState shared) {
    SuiteQuery query = prepared.get(question);
    long[] rows = new long[1];
    LongSupplier execution =
        () -> {
          long begun = System.nanoTime();
          rows[0] = query == null ? 0 : query.run();
          long elapsed = System.nanoTime() - begun;
          expect(question, rows[0], shared);
          return elapsed;
        };
    Repetition repetition = new Repetition(execution);
    if (shared.iteration() == 0) {
      long cold = execution.getAsLong();
      shared.began(question, cold);
      if (cold >= Repetition.LEAST_NANOS && shared.warmsUp()) {
        shared.took(question, cold);
        return rows[0];
      }
      repetition.warmUp();
    }
    shared.took(question, repetition.observe());
    return rows[0];
  }

  private static void expect(String question, long received, QuerySuiteState shared) {
    long expected = shared.opened().questions().getOrDefault(question, received);
    if (received != expected && expected != GateFile.UNKNOWN) {
      throw new StoreException(
          shared.store
              + " "
              + question
              + ": "
              + received
              + " rows came where there were "
              + expected);
    }
  }

  /** Gives the connection back. */
  @TearDown(Level.Trial)
  public void close() {
    session.ifPresent(Session::close);
    session = Optional.empty();
    prepared.clear();
  }
}
