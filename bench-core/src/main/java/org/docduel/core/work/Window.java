package org.docduel.core.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.docduel.core.config.Waits;
import org.docduel.core.fork.ClientLoad.ClientProcess;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.work.OpenLoop.ArrivalSchedule;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One iteration after the other, over all {@link Worker}s of a fork: puts the iteration's metrics
 * when the last worker has ended, and leaves its latencies.
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

  /** The metric for how far an open loop is behind when an iteration ends, in seconds. */
  public static final String BACKLOG = "backlog";

  private static final Map<String, Double> PERCENTILES =
      Map.of("p50", 50.0, "p95", 95.0, "p99", 99.0, "p99.9", 99.9, "max", 100.0);
  private static final long RUNNING = Long.MIN_VALUE;
  private static final long SCHEDULE_SEED = 42;
  private static final long END_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Load load;
  private final Clients clients = Clients.ofFork();
  private final ClientProcess process;

  /** Hears of acknowledgements. */
  final Silence silence;

  private final Runnable atBegin;
  private final IterationEnd atEnd;

  /** When operations are due; empty for a closed loop. */
  final Optional<OpenLoop> openLoop;

  /** How long operations that were due took since they were begun. */
  final Latencies services;

  /** All operations, and then those of each kind. */
  private final List<Series> series = new ArrayList<>();

  private final LongAdder errors = new LongAdder();
  final LongAdder retries = new LongAdder();
  final LongAdder abandoned = new LongAdder();
  private final AtomicLong stoppedNanos = new AtomicLong(RUNNING);

  private Optional<WarmUp> warmUp = Optional.empty();
  private boolean writes;
  private int ended;
  private int gaps;
  private int iterations;
  private long allErrors;
  private long allAbandoned;
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
      int rate, int workers, int iterations, String operations, String tag, List<String> kinds) {}

  /** What happens when an iteration has ended. */
  interface IterationEnd {
    /**
     * Called once for all workers.
     *
     * @param operations that were acknowledged or given up
     * @param measured whether it is none of the warm-up's
     */
    void ended(long operations, boolean measured);
  }

  /** What is measured together: all operations, or those of a kind. */
  private static final class Series {
    /** Of the kind; empty for all. */
    private final String name;

    private final String unit;
    private final Latencies responses;
    private double perSecond;
    private boolean acknowledged;
    private final AtomicReference<@Nullable String> firstError = new AtomicReference<>();

    Series(String name, String operations, int workers) {
      this.name = name;
      unit = operations + "/s";
      responses = new Latencies(workers);
    }

    void put(String metric, double value) {
      IterationMetrics.put(metric(metric), value, unit);
    }

    String metric(String metric) {
      return name.isEmpty() ? metric : name + " " + metric;
    }
  }

  Window(Load load, ClientProcess process, Silence silence, Runnable atBegin, IterationEnd atEnd) {
    this.load = load;
    this.process = process;
    this.silence = silence;
    this.atBegin = atBegin;
    this.atEnd = atEnd;
    this.ended = load.workers;
    this.services = new Latencies(load.workers);
    series.add(new Series("", load.operations, load.workers));
    load.kinds.forEach(
        kind -> series.add(new Series(kind, kind.replaceFirst("y$", "ie") + "s", load.workers)));
    this.openLoop =
        load.rate == 0
            ? Optional.empty()
            : Optional.of(
                new OpenLoop(
                    new ArrivalSchedule(
                        (double) load.rate / clients.count(),
                        SCHEDULE_SEED + clients.number(),
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
    Waits waits = Waits.ofProcess();
    Map<String, String> parameters = StoreState.combination(params);
    StringBuilder tag = new StringBuilder();
    parameters.forEach((name, value) -> tag.append(name).append('=').append(value).append(';'));
    return new Window(
        new Load(
            rate,
            params.getThreads(),
            params.getMeasurement().getCount(),
            operations,
            tag + "threads=" + params.getThreads(),
            kinds),
        new ClientProcess(),
        new Silence(waits.silence(), waits.answer(), System::nanoTime, Window::endProcess),
        watches::start,
        watches::end);
  }

  /** Ends this fork; without forks the launcher, whose shutdown hook keeps what was measured. */
  private static void endProcess(String line) {
    ForkFacts.halt(line);
    System.err.println("docduel: " + line);
    System.exit(1);
  }

  /**
   * The same, whose workers warm up before their first measured iteration.
   *
   * @param changes whether the operations change data
   */
  public Window warmedBy(Optional<WarmUp> how, boolean changes) {
    warmUp = how;
    writes = changes;
    return this;
  }

  /** Has a worker warm up with the others, if they do so themselves. */
  void warmUp(Worker worker) {
    warmUp.ifPresent(phase -> phase.loop(worker, openLoop.isPresent(), writes));
  }

  /**
   * Where a worker records how long operations took since they were due, or begun if none was: all
   * of them, and then those of each kind.
   */
  List<Latencies.Recorder> responses(int worker) {
    return series.stream().map(kindSeries -> kindSeries.responses.of(worker)).toList();
  }

  /**
   * The worker that comes first begins the iteration for all; the others wait. Were it JMH that
   * called this once, hundreds of them would keep the processors busy until it has returned: they
   * look for it in a loop.
   */
  synchronized void start(boolean measurement) {
    if (ended < load.workers) {
      return;
    }
    atBegin.run();
    ended = 0;
    series.forEach(kindSeries -> kindSeries.perSecond = 0);
    boolean afresh = measurement && !measured;
    measured = measurement;
    stoppedNanos.set(RUNNING);
    clients.startIteration();
    startMillis = System.currentTimeMillis();
    process.start();
    silence.start();
    openLoop.ifPresent(loop -> loop.start(afresh));
  }

  /**
   * Whether workers that have ended their iteration need not work on. JMH has them do so until the
   * last one has ended, so that it ends under the same load; but one that waits for a connection
   * which the others take again and again would wait for ever. To be asked after JMH has said that
   * the measurement stops.
   */
  boolean endLimitExceeded() {
    long nanos = System.nanoTime();
    return !stoppedNanos.compareAndSet(RUNNING, nanos)
        && nanos - stoppedNanos.get() > END_LIMIT_NANOS;
  }

  /**
   * Notes that an attempt has failed. Keeps the first message: the others are mostly the same.
   *
   * @param kind of the operation, from 0
   * @param last whether it was tried again and again
   * @throws ServerFailureException when nothing has been acknowledged for too long
   */
  void failed(int kind, boolean last, StoreException cause) {
    String message = String.valueOf(cause.getMessage());
    errors.increment();
    series.get(0).firstError.compareAndSet(null, message);
    if (last && series.size() > 1) {
      series.get(1 + kind).firstError.compareAndSet(null, message);
    }
    silence.check(message, cause);
  }

  /**
   * Takes the numbers of a worker that has ended; the last one ends the iteration for all.
   *
   * @param perSecond acknowledged operations: all, and then those of each kind
   */
  synchronized void end(double[] perSecond) {
    if (ended == 0) {
      // JMH has had all workers meet: nothing is under way any more.
      clients.end();
      process.stop();
      silence.end();
      openLoop.ifPresent(loop -> loop.schedule.pause());
    }
    for (int i = 0; i < perSecond.length; i++) {
      series.get(i).perSecond += perSecond[i];
      series.get(i).acknowledged |= perSecond[i] > 0;
    }
    if (ended + 1 == load.workers) {
      put();
      atEnd.ended(series.get(0).responses.window().getTotalCount(), measured);
    }
    ended++;
    notifyAll();
  }

  private void put() {
    series.forEach(this::put);
    Series all = series.get(0);
    if (series.size() > 1) {
      all.put(RATE, all.perSecond);
    }
    services.take();
    openLoop.ifPresent(loop -> {
      percentiles("service", services.window());
      IterationMetrics.put(BACKLOG, loop.schedule.lagSeconds(), "s");
    });
    long failed = errors.sumThenReset();
    long givenUp = abandoned.sumThenReset();
    IterationMetrics.put("errors", (double) failed, "attempts");
    IterationMetrics.put("retries", (double) retries.sumThenReset(), "attempts");
    IterationMetrics.put("abandoned", (double) givenUp, load.operations);
    allErrors += failed;
    allAbandoned += givenUp;
    if (measured) {
      gaps += all.perSecond == 0 ? 1 : 0;
      keep();
    }
  }

  /** What one came to; without an operation in this iteration it has no times. */
  private void put(Series kindSeries) {
    kindSeries.responses.take();
    kindSeries.put(THROUGHPUT, kindSeries.perSecond);
    Histogram nanos = kindSeries.responses.window();
    percentiles(kindSeries.metric("response"), nanos);
    if (!kindSeries.name.isEmpty() && nanos.getTotalCount() > 0) {
      kindSeries.put(RATE, load.workers * 1e9 / Math.max(1, nanos.getMean()));
    }
  }

  /**
   * Leaves the log of an iteration, so that a fork of hours holds none of it and loses none; after
   * the last one the fork has percentiles, which no mean gives.
   */
  private void keep() {
    iterations++;
    StringBuilder log = new StringBuilder();
    long endMillis = System.currentTimeMillis();
    for (Series kindSeries : series) {
      kindSeries.responses.fork.add(kindSeries.responses.window());
      String tag =
          (kindSeries.name.isEmpty() ? "response;" : "response." + kindSeries.name + ";")
              + load.tag;
      log.append(kindSeries.responses.line(tag, startMillis, endMillis));
      if (iterations == load.iterations) {
        String metric = kindSeries.metric(IterationMetrics.OF_FORK + "response");
        percentiles(metric, kindSeries.responses.fork);
      }
    }
    if (openLoop.isPresent()) {
      log.append(services.line("service;" + load.tag, startMillis, endMillis));
    }
    ForkFacts.record(new LatencyFact(log.toString()));
  }

  /** None of what has no durations. */
  private static void percentiles(String name, Histogram nanos) {
    if (nanos.getTotalCount() > 0) {
      PERCENTILES.forEach((label, percent) ->
          IterationMetrics.put(
              name + "." + label, nanos.getValueAtPercentile(percent) / 1e6, "ms"));
    }
  }

  /** Leaves a line about each thing that a reader of the numbers has to know. */
  public synchronized void finish(String store) {
    awaitEnded();
    if (gaps > 0) {
      ForkFacts.finding(
          ("%s: iterations without acknowledged %s: %d; they count as rates of 0, and their wait is"
                  + " in the response times")
              .formatted(store, load.operations, gaps));
    }
    if (allErrors > 0) {
      ForkFacts.finding(
          "%s: %d attempts failed and %d %s were given up; the first: %s"
              .formatted(
                  store, allErrors, allAbandoned, load.operations, series.get(0).firstError));
    }
  }

  /** Throws {@link StoreException} where all that was tried, or all of a kind, has failed. */
  public synchronized void requireAcknowledged(String store) {
    for (Series kindSeries : series) {
      if (kindSeries.firstError.get() != null && !kindSeries.acknowledged) {
        throw new StoreException(
            "%s: none of the %s was acknowledged; the first error: %s"
                .formatted(store, kindSeries.unit.replace("/s", ""), kindSeries.firstError));
      }
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
      for (long remaining = END_LIMIT_NANOS; ended < load.workers && remaining > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, remaining);
        remaining = limit - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
