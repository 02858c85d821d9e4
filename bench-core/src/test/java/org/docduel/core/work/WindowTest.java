package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.fork.ClientLoad.ClientProcess;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;

class WindowTest {
  private static final int WORKERS = 3;

  private final AtomicLong cpu = new AtomicLong();
  private final AtomicLong clock = new AtomicLong();
  private final List<String> steps = new ArrayList<>();

  /**
   * JMH wakes the workers one after the other when all have ended, which is no operation's cost.
   */
  @Test
  void cpuTimeEndsWithFirstFinishedWorker() {
    Window window = window(0, WORKERS);
    window.start(true);
    cpu.set(250);
    clock.set(1_000);
    for (int worker = 0; worker < WORKERS; worker++) {
      window.end(new double[] {1});
      cpu.addAndGet(500);
      clock.addAndGet(500);
    }
    assertThat(process()).isEqualTo(25.0);
  }

  @Test
  void iterationLastsFromFirstStartToLastEnd() {
    Window window = window(0, 2);
    window.start(true);
    window.start(true);
    window.end(new double[] {1});
    assertThat(steps).containsExactly("begin");

    window.end(new double[] {1});
    assertThat(steps).containsExactly("begin", "end");
  }

  /** Otherwise reads would look slow where searches fail, and searches fast. */
  @Test
  void waitOfAbandonedKindEndsWithItsNextOperation() {
    Worker worker = new Worker(window(0, 1, List.of("find", "read")), 0, new FindsAndReads());
    Control control = new Control();
    worker.start(true);
    worker.work(control);
    worker.work(control);
    worker.end();

    Map<String, Double> metrics = metrics();
    assertThat(metrics)
        .containsEntry("errors", 3.0)
        .containsEntry("retries", 2.0)
        .containsEntry("abandoned", 1.0);
    // two pauses between three attempts, and none after the last one
    assertThat(metrics.get("response.max")).isBetween(200.0, 295.0);
    assertThat(metrics.get("read response.max")).isLessThan(200);
    assertThat(metrics.get("find response.max")).isGreaterThan(metrics.get("response.max"));

    worker.start(true);
    worker.work(control);
    worker.end();
    assertThat(metrics())
        .containsEntry("errors", 0.0)
        .containsEntry("retries", 0.0)
        .containsEntry("abandoned", 0.0);
  }

  /** What each iteration leaves is on disk and nowhere else, so that a fork of days stays flat. */
  @Test
  void holdsNothingOfIterationsThatEnded() {
    Window window = window(0, 1, List.of("find", "read"));
    long early = 0;
    for (int i = 1; i <= 3_000; i++) {
      window.start(true);
      window.responses(0).forEach(recorder -> recorder.record(clock.addAndGet(1_000)));
      window.end(new double[] {3, 1, 2});
      metrics();
      if (i == 200) {
        early = usedHeap();
      }
    }
    assertThat(usedHeap() - early).isLessThan(1_000_000);
    window.start(true); // and it still works
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** One whose reads fail, and end the iteration. */
  private Worker failsAsIterationEnds(Control control) {
    return new Worker(
        window(0, 1),
        0,
        new FindsAndReads() {
          @Override
          public void attempt() {
            if (chosen == 1) {
              control.stopMeasurement = true;
              throw new StoreException("the server is away for a moment");
            }
          }
        });
  }

  /** Nor is the pause between two iterations, in which metrics are read. */
  @Test
  void doesNotMeasureWaitOfWarmUp() throws InterruptedException {
    Control control = new Control();
    Worker worker = failsAsIterationEnds(control);
    worker.start(false);
    worker.work(control);
    worker.end();
    Thread.sleep(500);
    control.stopMeasurement = false;
    worker.start(true);
    worker.work(control);
    worker.end();

    assertThat(metrics().get("response.max")).isLessThan(400);
  }

  @Test
  void excludesPauseBetweenIterationsFromWait() throws InterruptedException {
    Control control = new Control();
    Worker worker = failsAsIterationEnds(control);
    worker.start(true);
    worker.work(control);
    worker.end();
    Thread.sleep(500);
    control.stopMeasurement = false;
    worker.start(true);
    worker.work(control);
    worker.end();

    assertThat(metrics().get("response.max")).isLessThan(100);
  }

  /** Nor does an operation of an open loop wait after its last attempt. */
  @Test
  void responseEndsWithLastAttempt() {
    Control control = new Control();
    Worker worker =
        new Worker(
            window(1_000, 1),
            0,
            new FindsAndReads() {
              @Override
              public void attempt() {
                control.stopMeasurement = true;
                throw new StoreException("the server is away for a moment");
              }
            });
    worker.start(true);
    worker.work(control);
    worker.end();

    Map<String, Double> metrics = metrics();
    assertThat(metrics).containsEntry("errors", 1.0).containsEntry("retries", 0.0);
    assertThat(metrics.get("response.max")).isLessThan(100);
  }

  /** Even where the iteration ends during the pause before the next one. */
  @Test
  void responseExcludesPauseInWhichIterationEnds() throws InterruptedException {
    Control control = new Control();
    Thread end =
        new Thread(() -> {
          LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
          control.stopMeasurement = true;
        });
    Worker worker =
        new Worker(
            window(1_000, 1),
            0,
            new FindsAndReads() {
              @Override
              public void attempt() {
                end.start();
                throw new StoreException("the server is away for a moment");
              }
            });
    worker.start(true);
    worker.work(control);
    worker.end();
    end.join();

    Map<String, Double> metrics = metrics();
    assertThat(metrics).containsEntry("errors", 1.0).containsEntry("retries", 0.0);
    assertThat(metrics.get("response.max")).isLessThan(100);
  }

  /** What was tried once as the iteration ended is no kind that the server cannot do. */
  @Test
  void acceptsKindInterruptedByIterationEnd() {
    Window window = window(0, 1, List.of("find", "read"));
    Control control = new Control();
    Worker worker =
        new Worker(
            window,
            0,
            new FindsAndReads() {
              @Override
              public void attempt() {
                control.stopMeasurement = chosen == 2;
                if (chosen == 2) {
                  throw new StoreException("the server is away for a moment");
                }
              }
            });
    worker.start(true);
    worker.work(control);
    worker.work(control); // a read, of which there is no other
    worker.end();

    assertThat(metrics()).containsEntry("errors", 1.0).containsEntry("abandoned", 1.0);
    window.requireAcknowledged("a");
  }

  @Test
  void rejectsKindWithoutAcknowledgedOperation() {
    Window window = window(0, 1, List.of("find", "read"));
    Worker worker = new Worker(window, 0, new FindsAndReads());
    Control control = new Control();
    worker.start(true);
    worker.work(control); // the first find fails three times; the read that follows does not
    worker.end();
    assertThatThrownBy(() -> window.requireAcknowledged("a"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "a: none of the finds was acknowledged; the first error: a search takes too long");

    worker.start(true);
    worker.work(control);
    worker.end();
    window.requireAcknowledged("a");
  }

  @Test
  void percentileBoundsItsShareOfDurations() {
    Window window = window(0, 1);
    window.start(true);
    for (int millis = 1; millis <= 1_000; millis++) {
      window.responses(0).get(0).record(Duration.ofMillis(millis).toNanos());
    }
    window.end(new double[] {1});

    Map<String, Double> metrics = metrics();
    Map<String, Integer> expected =
        Map.of("p50", 500, "p95", 950, "p99", 990, "p99.9", 999, "max", 1_000);
    expected.forEach((percentile, millis) -> {
      assertThat(metrics.get("response." + percentile)).isCloseTo(millis, within(1.0));
      assertThat(metrics.get("fork.response." + percentile)).isCloseTo(millis, within(1.0));
    });
  }

  /** A find, a read, a find and so on: the first find fails whenever it is tried. */
  private static class FindsAndReads implements Worker.Operation {
    int chosen;

    @Override
    public int choose() {
      chosen++;
      return (chosen - 1) % 2;
    }

    @Override
    public void attempt() {
      if (chosen == 1) {
        throw new StoreException("a search takes too long");
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }

    @Override
    public void release(boolean acknowledged) {}
  }

  /** A kind that an iteration has none of has no rate and no times there: they are not 0. */
  @Test
  @SuppressWarnings("NullAway") // JMH looks at nothing else of an iteration
  void excludesIdleIterationsFromLatencies() {
    Window window = window(0, 1, List.of("find", "read"));
    List<IterationResult> iterations = new ArrayList<>();
    for (int finds : List.of(1, 0)) {
      window.start(true);
      IntStream.range(0, finds)
          .forEach(i -> window.responses(0).get(1).record(Duration.ofMillis(2).toNanos()));
      window.end(new double[] {finds, finds, 0});
      IterationResult iteration = new IterationResult(null, null, null);
      iteration.addResult(
          new ThroughputResult(ResultRole.PRIMARY, "score", 1, 1, TimeUnit.SECONDS));
      new ForkProfiler().afterIteration(null, null, null).forEach(iteration::addResult);
      iterations.add(iteration);
    }
    BenchmarkResult all = new BenchmarkResult(null, iterations);

    assertThat(all.getSecondaryResults().get("find response.p50").getScore())
        .isCloseTo(2, within(0.01));
    assertThat(all.getSecondaryResults().get("find throughput").getScore()).isEqualTo(0.5);
  }

  private Window window(int rate, int workers) {
    return window(rate, workers, List.of());
  }

  private Window window(int rate, int workers, List<String> kinds) {
    return new Window(
        new Window.Load(rate, workers, 1, "updates", "", kinds),
        new ClientProcess(cpu::get, clock::get),
        new Silence(Duration.ofDays(1), Duration.ofDays(1), clock::get, line -> {}),
        () -> steps.add("begin"),
        (operations, measured) -> steps.add("end"));
  }

  private static double process() {
    return metrics().getOrDefault(ClientProcess.CPU, -1.0);
  }

  @SuppressWarnings("NullAway") // The profiler looks at nothing that JMH gives it.
  private static Map<String, Double> metrics() {
    return new ForkProfiler()
        .afterIteration(null, null, null).stream()
            .collect(Collectors.toMap(Result::getLabel, Result::getScore));
  }
}
