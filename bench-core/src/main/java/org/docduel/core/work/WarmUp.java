package org.docduel.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.MemoryWatch;
import org.docduel.core.fork.StoreState;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.stats.diagnose.SteadyRule;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;

/**
 * Warms a fork up before its first measured iteration, until {@link SteadyRule} says that its speed
 * no longer changes, or a limit of time is reached. JMH fixes the number of its warm-up iterations
 * beforehand, so this happens in the set-up of the first measured one, in all threads together.
 * What was done and what came of it is left as a {@link WarmUpFact}.
 */
public final class WarmUp {
  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A window of fewer operations goes on. */
  private static final int MIN_OPERATIONS = 10;

  private static final int MAX_EXECUTIONS = 20;

  private final BenchmarkParams params;
  private final long limitNanos;
  private final CyclicBarrier threads;

  /** Of windows or single executions. */
  private final List<Double> values = new ArrayList<>();

  /** For loops: ends the warm-up, as JMH's own ends an iteration. */
  private final Control control = new Control();

  private final LongAdder operations = new LongAdder();
  private final LongAdder serviceNanos = new LongAdder();
  private Optional<MemoryWatch> memory = Optional.empty();
  private boolean sampled;
  private boolean beginning = true;
  private volatile boolean done;
  private long beganNanos;
  private long executionNanos;

  /** Of so many threads, for so many seconds at most. */
  WarmUp(BenchmarkParams params, int threads, int limitSeconds) {
    this.params = params;
    limitNanos = TimeUnit.SECONDS.toNanos(limitSeconds);
    this.threads = new CyclicBarrier(threads);
  }

  /** Of this fork; empty where JMH's warm-up iterations, if any, are all that it does. */
  public static Optional<WarmUp> ofFork(BenchmarkParams params) {
    return Settings.ofProcess()
        .get(ForkProfiler.STEADY)
        .map(seconds -> new WarmUp(params, params.getThreads(), Integer.parseInt(seconds)));
  }

  /** The same, which goes on until the cache of a server with little memory is full, too. */
  public WarmUp until(Optional<MemoryWatch> full) {
    memory = full;
    return this;
  }

  /**
   * Has a worker do operations until all of them together are steady. Called by each thread, once.
   *
   * @param atRate whether operations come at a rate of their own: the time that each takes tells
   *     then, and how many are done does not
   * @param writes whether the operations change data, so that no steady state is claimed
   */
  void loop(Worker worker, boolean atRate, boolean writes) {
    try {
      sampleOnce(atRate, writes);
      worker.startIteration(false);
      while (!control.stopMeasurement) {
        worker.work(control);
        if (!control.stopMeasurement) {
          operations.increment();
          serviceNanos.add(worker.serviceNanos());
        }
      }
      worker.end();
      await();
    } catch (RuntimeException | Error e) {
      control.stopMeasurement = true;
      fail();
      throw e;
    }
  }

  private synchronized void sampleOnce(boolean atRate, boolean writes) {
    if (!sampled) {
      sampled = true;
      beganNanos = System.nanoTime();
      Thread sampler = new Thread(() -> sample(atRate, writes), "docduel-warm-up");
      sampler.setDaemon(true);
      sampler.start();
    }
  }

  private void sample(boolean atRate, boolean writes) {
    long windowNanos = beganNanos;
    while (!control.stopMeasurement) {
      LockSupport.parkNanos(LOOK_NANOS);
      long now = System.nanoTime();
      boolean over = now - beganNanos >= limitNanos;
      boolean full = operations.sum() >= MIN_OPERATIONS && now - windowNanos >= WINDOW_NANOS;
      boolean cacheIsWarm = memory.isEmpty();
      if (full) {
        double count = operations.sumThenReset();
        double nanos = serviceNanos.sumThenReset();
        values.add(atRate ? nanos / 1e6 / count : count * 1e9 / (now - windowNanos));
        windowNanos = now;
        cacheIsWarm = memory.isEmpty() || memory.get().isWarm((long) count);
      }
      if (over || (full && cacheIsWarm && is(SteadyRule::isSteady))) {
        boolean steady = is(SteadyRule::isSteady) || is(SteadyRule::isSteadyAtLimit);
        report(steady, writes, atRate ? "ms/op" : "ops/s", now - beganNanos);
        control.stopMeasurement = true;
      }
    }
  }

  /**
   * Repeats a single execution until two agree. Called by each thread that executes, again and
   * again; only the first call does something.
   *
   * @param execution what is measured later
   * @param restore brings back what was there before an execution, by one thread for all
   */
  public void untilTwoAgree(Runnable execution, Runnable restore) {
    if (done) {
      return;
    }
    try {
      for (boolean isRunning = true; isRunning; isRunning = !done) {
        if (await() == 0) {
          startExecution();
        }
        await();
        execution.run();
        if (await() == 0) {
          ended();
          restore.run();
        }
        await();
      }
    } catch (RuntimeException | Error e) {
      fail();
      throw e;
    }
  }

  /** Has no other thread wait for this one: neither those that wait now nor those that will. */
  private void fail() {
    threads.reset();
    try {
      threads.await(0, TimeUnit.NANOSECONDS); // one that times out leaves the barrier broken
    } catch (TimeoutException | BrokenBarrierException e) {
      // as intended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How long all threads together take for an execution ends with the last of them. */
  private void startExecution() {
    long now = System.nanoTime();
    beganNanos = beginning ? now : beganNanos;
    beginning = false;
    executionNanos = now;
  }

  private void ended() {
    long now = System.nanoTime();
    values.add((now - executionNanos) / 1e6);
    boolean agree = is(SteadyRule::lastTwoAgree);
    if (agree || values.size() >= MAX_EXECUTIONS || now - beganNanos >= limitNanos) {
      report(agree, false, "ms", now - beganNanos);
      done = true;
    }
  }

  private int await() {
    try {
      return threads.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during the warm-up", e);
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException("another thread failed during the warm-up", e);
    }
  }

  private boolean is(Predicate<double[]> rule) {
    return rule.test(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private void report(boolean steady, boolean writes, String unit, long nanos) {
    Map<String, String> combination = StoreState.combination(params);
    String outcome =
        !steady ? WarmUpFact.NOT_STEADY : writes ? WarmUpFact.LEVEL : WarmUpFact.STEADY;
    String store =
        combination.getOrDefault(Subjects.STORE, combination.getOrDefault("variant", ""));
    String line =
        String.format(
            Locale.ROOT,
            "# warm-up: %s after %.1f s, %d %s",
            outcome,
            nanos / 1e9,
            values.size(),
            unit.equals("ms") ? "executions" : "windows");
    System.out.println(line); // in one piece, since it is shown as it comes
    ForkFacts.record(
        new WarmUpFact(store, combination, outcome, nanos / 1e9, unit, List.copyOf(values)));
  }
}
