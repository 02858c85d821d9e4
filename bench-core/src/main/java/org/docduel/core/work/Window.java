package org.docduel.core.work;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleUnaryOperator;
import org.docduel.core.config.Waits;
import org.docduel.core.fork.ClientLoad.ClientProcess;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One iteration after the other, over all {@link Worker}s of a fork: puts the iteration's metrics
 * when the last worker has ended, and keeps the log of latencies.
 */
public final class Window {
  /**
   * The metric for acknowledged operations a second: the sum of each worker's own, from its
   * beginning of the iteration to the end of its last operation.
   */
  public static final String THROUGHPUT = "throughput";

  /**
   * The metric that compares what kinds of operations take: of all together the {@link
   * #THROUGHPUT}; of one kind how many a second the workers would do that did nothing else, which
   * is their number divided by the mean response time.
   */
  public static final String RATE = "rate";

  private static final long RUNNING = Long.MIN_VALUE;
  private static final long SCHEDULE_SEED = 42;
  private static final long END_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long TAIL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Load load;
  private final ClientProcess process;
  private final Silence silence;
  private final Runnable atBegin;
  private final Runnable atEnd;
  private final Optional<OpenLoop> openLoop;
  private final Latencies responses;
  private final Latencies services;
  private final List<Latencies> ofKinds;
  private final StringBuilder log = new StringBuilder();
  private final AtomicReference<String> firstError = new AtomicReference<>("");
  private final AtomicLong stoppedNanos = new AtomicLong(RUNNING);

  private Sums now = new Sums(0);
  private int ended;
  private int gaps;
  private int iterations;
  private long allErrors;
  private long allAbandoned;
  private boolean measuredBefore;
  private boolean measured;
  private long startMillis;

  /**
   * What the workers do together.
   *
   * @param rate operations due per second, on all clients; 0 for a closed loop
   * @param iterations that are measured
   * @param kinds what operations are told apart by; none when all are alike
   */
  record Load(
      int rate,
      int workers,
      int iterations,
      String operations,
      String tag,
      List<String> kinds,
      Clients clients) {}

  /** What workers have done in an iteration. */
  private static final class Sums {
    private final double[] perSecond;
    private long errors;
    private long retries;
    private long abandoned;

    Sums(int kinds) {
      perSecond = new double[Math.max(1, kinds)];
    }

    double total() {
      return Arrays.stream(perSecond).sum();
    }
  }

  Window(Load load, ClientProcess process, Silence silence, Runnable atBegin, Runnable atEnd) {
    this.load = load;
    this.process = process;
    this.silence = silence;
    this.atBegin = atBegin;
    this.atEnd = atEnd;
    this.ended = load.workers;
    this.responses = new Latencies(load.workers);
    this.services = new Latencies(load.workers);
    this.ofKinds = load.kinds.stream().map(kind -> new Latencies(load.workers)).toList();
    this.openLoop =
        load.rate == 0
            ? Optional.empty()
            : Optional.of(
                new OpenLoop(
                    new ArrivalSchedule(
                        (double) load.rate / load.clients.count(),
                        SCHEDULE_SEED + load.clients.number(),
                        System::nanoTime),
                    load.workers));
  }

  /**
   * For a fork. Where operations are of several kinds, each has its throughput, its response times
   * and its {@link #RATE} under its name and a space, beside what all come to.
   *
   * @param rate operations due per second, on all clients; 0 for a closed loop
   */
  public static Window of(
      BenchmarkParams params,
      int rate,
      String operations,
      List<String> kinds,
      ServerWatches watches) {
    Map<String, String> parameters = StoreState.parameters(params);
    StringBuilder tag = new StringBuilder();
    parameters.forEach((name, value) -> tag.append(name).append('=').append(value).append(';'));
    return new Window(
        new Load(
            rate,
            params.getThreads(),
            params.getMeasurement().getCount(),
            operations,
            tag + "threads=" + params.getThreads(),
            kinds,
            Clients.ofFork()),
        new ClientProcess(),
        Silence.of(Waits.ofProcess()),
        watches::begin,
        watches::end);
  }

  /** When operations are due; empty for a closed loop. */
  Optional<OpenLoop> openLoop() {
    return openLoop;
  }

  /** Where a worker records how long operations took since they were due, or begun if none was. */
  Latencies.Recorder responses(int worker) {
    return responses.of(worker);
  }

  /** How many kinds of operations there are, at least 1. */
  int kinds() {
    return Math.max(1, ofKinds.size());
  }

  /** The same of each kind; none when all operations are alike. */
  List<Latencies.Recorder> responsesOfKinds(int worker) {
    return ofKinds.stream().map(latencies -> latencies.of(worker)).toList();
  }

  /** Where a worker records how long operations that were due took since they were begun. */
  Latencies.Recorder services(int worker) {
    return services.of(worker);
  }

  /**
   * The worker that comes first begins the iteration for all; the others wait. Were it JMH that
   * called this once, hundreds of them would keep the processors busy until it has returned: they
   * look for it in a loop.
   */
  synchronized void begin(boolean measurement) {
    if (ended < load.workers) {
      return;
    }
    atBegin.run();
    ended = 0;
    now = new Sums(load.kinds.size());
    boolean afresh = measurement && !measuredBefore;
    measuredBefore |= measurement;
    measured = measurement;
    stoppedNanos.set(RUNNING);
    load.clients.begin(1);
    startMillis = System.currentTimeMillis();
    process.start();
    silence.begin();
    openLoop.ifPresent(it -> it.begin(afresh));
  }

  /**
   * Whether workers that have ended their iteration need not work on. JMH has them do so until the
   * last one has ended, so that it ends under the same load; but one that waits for a connection
   * which the others take again and again would wait for ever. To be asked after JMH has said that
   * the measurement stops.
   */
  boolean isOver() {
    long nanos = System.nanoTime();
    return !stoppedNanos.compareAndSet(RUNNING, nanos) && nanos - stoppedNanos.get() > TAIL_NANOS;
  }

  /** Notes that the server lived at some time of {@link System#nanoTime}. */
  void acknowledged(long nanos) {
    silence.heard(nanos);
  }

  /**
   * Keeps the first message: the others are mostly the same.
   *
   * @throws ServerFailureException when nothing has been acknowledged for too long
   */
  void failed(StoreException cause) {
    String message = String.valueOf(cause.getMessage());
    firstError.compareAndSet("", message);
    silence.check(message, cause);
  }

  /** Takes the numbers of a worker that has ended; the last one ends the iteration for all. */
  synchronized void end(double[] perSecond, long errors, long retries, long abandoned) {
    if (ended == 0) {
      // JMH has had all workers meet: nothing is under way any more.
      load.clients.end();
      process.stop();
      silence.end();
      openLoop.ifPresent(OpenLoop::end);
    }
    for (int kind = 0; kind < perSecond.length; kind++) {
      now.perSecond[kind] += perSecond[kind];
    }
    now.errors += errors;
    now.retries += retries;
    now.abandoned += abandoned;
    if (ended + 1 == load.workers) {
      put();
      atEnd.run();
    }
    ended++;
    notifyAll();
  }

  private void put() {
    process.put();
    responses.take();
    services.take();
    if (measured) {
      responses.keep();
    }
    if (responses.count() > 0) { // else this iteration has no response times
      percentiles("response", responses::millis);
    }
    openLoop.ifPresent(it -> {
      if (services.count() > 0) {
        percentiles("service", services::millis);
      }
      IterationMetrics.put("backlog", it.lagSeconds(), "s");
    });
    IterationMetrics.put(THROUGHPUT, now.total(), load.operations + "/s");
    putKinds();
    IterationMetrics.put("errors", (double) now.errors, "attempts");
    IterationMetrics.put("retries", (double) now.retries, "attempts");
    IterationMetrics.put("abandoned", (double) now.abandoned, load.operations);
    long endMillis = System.currentTimeMillis();
    allErrors += now.errors;
    allAbandoned += now.abandoned;
    if (measured) {
      if (++iterations == load.iterations) {
        putFork();
      }
      gaps += now.total() == 0 ? 1 : 0;
      log.append(responses.line("response;" + load.tag, startMillis, endMillis));
      for (int kind = 0; kind < ofKinds.size(); kind++) {
        String tag = "response." + load.kinds.get(kind) + ";" + load.tag;
        log.append(ofKinds.get(kind).line(tag, startMillis, endMillis));
      }
      if (openLoop.isPresent()) {
        log.append(services.line("service;" + load.tag, startMillis, endMillis));
      }
    }
  }

  /** What each kind came to; one without an operation in this iteration has no times. */
  private void putKinds() {
    for (int kind = 0; kind < ofKinds.size(); kind++) {
      Latencies latencies = ofKinds.get(kind);
      latencies.take();
      if (measured) {
        latencies.keep();
      }
      String name = load.kinds.get(kind);
      String unit = name.replaceFirst("y$", "ie") + "s/s";
      IterationMetrics.put(name + " " + THROUGHPUT, now.perSecond[kind], unit);
      if (latencies.count() > 0) {
        percentiles(name + " response", latencies::millis);
        double rate = load.workers * 1e9 / latencies.meanNanos();
        IterationMetrics.put(name + " " + RATE, rate, unit);
      }
    }
    if (!ofKinds.isEmpty()) {
      IterationMetrics.put(RATE, now.total(), load.operations + "/s");
    }
  }

  /** The percentiles of all measured iterations together, which no mean over them gives. */
  private void putFork() {
    putFork("", responses);
    for (int kind = 0; kind < ofKinds.size(); kind++) {
      putFork(load.kinds.get(kind) + " ", ofKinds.get(kind));
    }
  }

  private static void putFork(String kind, Latencies latencies) {
    latencies
        .fork()
        .ifPresent(all -> percentiles(kind + IterationMetrics.OF_FORK + "response", all));
  }

  private static void percentiles(String name, DoubleUnaryOperator millis) {
    IterationMetrics.put(name + ".p50", millis.applyAsDouble(50), "ms");
    IterationMetrics.put(name + ".p95", millis.applyAsDouble(95), "ms");
    IterationMetrics.put(name + ".p99", millis.applyAsDouble(99), "ms");
    IterationMetrics.put(name + ".p99.9", millis.applyAsDouble(99.9), "ms");
    IterationMetrics.put(name + ".max", millis.applyAsDouble(100), "ms");
  }

  /** Leaves the log, and a line about each thing that a reader of the numbers has to know. */
  public synchronized void finish(String store) {
    awaitEnded();
    if (!log.isEmpty()) {
      ForkFacts.leave(new LatencyFact(log.toString()));
    }
    if (gaps > 0) {
      ForkFacts.finding(
          String.format(
              Locale.ROOT,
              "%s: iterations without acknowledged %s: %d; they count as rates of 0, and their wait is"
                  + " in the response times",
              store,
              load.operations,
              gaps));
    }
    if (allErrors > 0) {
      ForkFacts.finding(
          String.format(
              Locale.ROOT,
              "%s: %d attempts failed and %d %s were given up; the first: %s",
              store,
              allErrors,
              allAbandoned,
              load.operations,
              firstError.get()));
    }
  }

  /**
   * Waits until all workers have ended: JMH lets the first of them tear the trial down while others
   * still end their iteration. None of them still works then, so that the wait is short; one that
   * was stopped by an exception never ends, and the limit is for that one.
   */
  private void awaitEnded() {
    long limit = System.nanoTime() + END_LIMIT_NANOS;
    try {
      for (long left = END_LIMIT_NANOS; ended < load.workers && left > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = limit - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
