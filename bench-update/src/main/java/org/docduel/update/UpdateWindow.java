package org.docduel.update;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.docduel.core.fork.ClientProcess;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.spi.ServerFailureException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ArrivalSchedule;
import org.docduel.core.work.Latencies;
import org.docduel.core.work.LatencyLog;
import org.docduel.core.work.LatencyRecorder;
import org.docduel.core.work.LatencyRecorders;
import org.docduel.core.work.Silence;

/**
 * One iteration after the other, over all workers: puts the iteration's metrics when the last
 * worker has ended, and keeps the log of latencies.
 */
final class UpdateWindow {
  /**
   * The metric for acknowledged updates a second: the sum of each worker's own, from its beginning
   * of the iteration to the end of its last update.
   */
  static final String THROUGHPUT = "throughput";

  private static final long RUNNING = Long.MIN_VALUE;
  private static final long SCHEDULE_SEED = 42;
  private static final long END_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long TAIL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final int workers;
  private final String tag;
  private final Optional<OpenLoopDispatcher> dispatcher;
  private final LatencyLog log = new LatencyLog();
  private final LatencyRecorders responses;
  private final LatencyRecorders services;
  private final Latencies response = new Latencies();
  private final Latencies service = new Latencies();
  private final Silence silence;
  private final AtomicReference<String> firstError = new AtomicReference<>("");
  private final ClientProcess process;
  private final AtomicLong stoppedNanos = new AtomicLong(RUNNING);

  private int ended;
  private double updatesPerSecond;
  private long errors;
  private long retries;
  private long abandoned;
  private long allErrors;
  private int gaps;
  private long allAbandoned;
  private boolean measured;
  private boolean measuredBefore;
  private long startMillis;

  /**
   * For a fork.
   *
   * @param rate updates due per second; 0 for a closed loop
   * @param workers how many there are
   * @param tag names the combination in the log
   * @param process tells what the client costs from the first worker's beginning of an iteration
   *     until all have met at its end
   * @param silence bounds the time without an acknowledged update
   */
  UpdateWindow(int rate, int workers, String tag, ClientProcess process, Silence silence) {
    this.silence = silence;
    this.process = process;
    this.workers = workers;
    this.tag = tag;
    this.ended = workers;
    this.responses = new LatencyRecorders(workers);
    this.services = new LatencyRecorders(workers);
    this.dispatcher =
        rate == 0
            ? Optional.empty()
            : Optional.of(
                new OpenLoopDispatcher(
                    new ArrivalSchedule(rate, SCHEDULE_SEED, System::nanoTime), workers));
  }

  /** When updates are due; empty for a closed loop. */
  Optional<OpenLoopDispatcher> dispatcher() {
    return dispatcher;
  }

  /** Where a worker records how long updates took from when they were due, or begun if none was. */
  LatencyRecorder responses(int worker) {
    return responses.of(worker);
  }

  /** Where a worker records how long updates took from when they were begun, if they were due. */
  LatencyRecorder services(int worker) {
    return services.of(worker);
  }

  /** Whether all workers have ended an iteration, and none has begun the next one. */
  synchronized boolean isEnded() {
    return ended == workers;
  }

  synchronized void begin(boolean measurement) {
    ended = 0;
    updatesPerSecond = 0;
    errors = 0;
    retries = 0;
    abandoned = 0;
    boolean afresh = measurement && !measuredBefore;
    measuredBefore |= measurement;
    measured = measurement;
    stoppedNanos.set(RUNNING);
    startMillis = System.currentTimeMillis();
    process.start();
    silence.begin();
    dispatcher.ifPresent(it -> it.begin(afresh));
  }

  /**
   * Whether workers that have ended their iteration need not work on. JMH has them do so until the
   * last one has ended, so that it ends under the same load; but one that waits for a connection
   * which the others take again and again would wait for ever. To be asked after JMH has said that
   * the measurement stops.
   */
  boolean isOver() {
    long now = System.nanoTime();
    return !stoppedNanos.compareAndSet(RUNNING, now) && now - stoppedNanos.get() > TAIL_NANOS;
  }

  /** Notes that the server lived at some time of {@link System#nanoTime}. */
  void acknowledged(long nanos) {
    silence.heard(nanos);
  }

  /**
   * Keeps the first message: the others are mostly the same.
   *
   * @throws ServerFailureException when no update has been acknowledged for too long
   */
  void failed(String message, StoreException cause) {
    firstError.compareAndSet("", message);
    silence.check(message, cause);
  }

  /**
   * Takes a worker's numbers.
   *
   * @param worker which has ended
   * @param last what is done when it was the last one
   */
  synchronized void ended(UpdateWorker worker, Runnable last) {
    if (ended == 0) {
      // JMH has had all workers meet: no update is under way any more.
      process.stop();
      silence.end();
      dispatcher.ifPresent(OpenLoopDispatcher::end);
    }
    updatesPerSecond += worker.updatesPerSecond();
    errors += worker.errors();
    retries += worker.retries();
    abandoned += worker.abandoned();
    if (ended + 1 == workers) {
      put();
      last.run();
    }
    ended++;
    notifyAll();
  }

  /**
   * Waits until all workers have ended: JMH lets the first of them tear the trial down while others
   * still end their iteration. None of them still updates then, so that the wait is short; one that
   * was stopped by an exception never ends, and the limit is for that one.
   */
  private void awaitEnded() {
    long limit = System.nanoTime() + END_LIMIT_NANOS;
    try {
      for (long left = END_LIMIT_NANOS; ended < workers && left > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = limit - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void put() {
    process.put();
    responses.drainTo(response);
    services.drainTo(service);
    if (response.count() > 0) { // else this iteration has no response times
      percentiles("response", response);
    }
    dispatcher.ifPresent(it -> {
      if (service.count() > 0) {
        percentiles("service", service);
      }
      IterationMetrics.put("backlog", it.lagSeconds(), "s");
    });
    IterationMetrics.put(THROUGHPUT, updatesPerSecond, "updates/s");
    IterationMetrics.put("errors", (double) errors, "attempts");
    IterationMetrics.put("retries", (double) retries, "attempts");
    IterationMetrics.put("abandoned", (double) abandoned, "updates");
    allErrors += errors;
    allAbandoned += abandoned;
    long endMillis = System.currentTimeMillis();
    if (measured && updatesPerSecond == 0) {
      gaps++;
    }
    if (measured) {
      response.logAndReset(log, LatencyLog.tag("response;" + tag), startMillis, endMillis);
      if (dispatcher.isPresent()) {
        service.logAndReset(log, LatencyLog.tag("service;" + tag), startMillis, endMillis);
      }
    }
    response.reset();
    service.reset();
  }

  private static void percentiles(String name, Latencies latencies) {
    IterationMetrics.put(name + ".p50", latencies.millis(50), "ms");
    IterationMetrics.put(name + ".p95", latencies.millis(95), "ms");
    IterationMetrics.put(name + ".p99", latencies.millis(99), "ms");
    IterationMetrics.put(name + ".p99.9", latencies.millis(99.9), "ms");
    IterationMetrics.put(name + ".max", latencies.millis(100), "ms");
  }

  /** Leaves the log, and a line about errors when there were any. */
  synchronized void finish(String store) {
    awaitEnded();
    String lines = log.take();
    if (!lines.isEmpty()) {
      ForkFacts.latencies(lines);
    }
    if (gaps > 0) {
      ForkFacts.finding(
          store
              + ": iterations without an acknowledged update: "
              + gaps
              + "; they count as rates of 0, and their wait is in the response times");
    }
    if (allErrors > 0) {
      ForkFacts.finding(
          store
              + ": "
              + allErrors
              + " attempts failed and "
              + allAbandoned
              + " updates were given up; the first: "
              + firstError.get());
    }
  }
}
