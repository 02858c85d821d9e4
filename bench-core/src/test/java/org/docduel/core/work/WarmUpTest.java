package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.docduel.core.TestFork;
import org.docduel.core.fork.ClientLoad.ClientProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.annotations.Mode;

@Timeout(60)
class WarmUpTest {
  /** Executions that take so many milliseconds. */
  private static Runnable taking(AtomicInteger count, long... millis) {
    return () -> {
      int i = Math.min(count.getAndIncrement(), millis.length - 1);
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis[i]);
      for (long nanos = 1; nanos > 0; nanos = end - System.nanoTime()) {
        LockSupport.parkNanos(nanos); // may return at once
      }
    };
  }

  private static WarmUp warmUp(int threads, int limitSeconds) {
    return new WarmUp(
        TestFork.params(
            "b", Mode.SingleShotTime, TestFork.ONCE, 0, Map.of("store", "s", "payload", "4KB")),
        threads,
        limitSeconds);
  }

  @Test
  void executionsEndWhenTwoAgreeAndAreUndone() {
    AtomicInteger executed = new AtomicInteger();
    AtomicInteger restored = new AtomicInteger();
    WarmUp warmUp = warmUp(1, 30);
    Runnable execution = taking(executed, 400, 200, 100, 100, 100);

    warmUp.untilTwoAgree(execution, restored::incrementAndGet);
    warmUp.untilTwoAgree(execution, restored::incrementAndGet);

    assertThat(executed.get()).isBetween(4, 5);
    assertThat(restored.get()).isEqualTo(executed.get());
  }

  @Test
  void executionsEndAtTheLimit() {
    AtomicInteger executed = new AtomicInteger();

    warmUp(1, 1).untilTwoAgree(taking(executed, 1200, 50), () -> {});

    assertThat(executed.get()).isEqualTo(1);
  }

  @Test
  void threadsExecuteTogetherEquallyOften() {
    int threads = 4;
    WarmUp warmUp = warmUp(threads, 30);
    List<AtomicInteger> executed = new ArrayList<>();
    List<CompletableFuture<Void>> running =
        IntStream.range(0, threads)
            .mapToObj(i -> {
              AtomicInteger count = new AtomicInteger();
              executed.add(count);
              return CompletableFuture.runAsync(
                  () -> warmUp.untilTwoAgree(taking(count, 100, 60, 60, 60), () -> {}),
                  work -> new Thread(work).start());
            })
            .toList();
    running.forEach(CompletableFuture::join);

    assertThat(executed).extracting(AtomicInteger::get).containsOnly(executed.get(0).get());
    assertThat(executed.get(0).get()).isGreaterThan(1);
  }

  /** Operations of 8 ms for two seconds, and of 2 ms from then on. */
  @Test
  void workersLoopUntilTheyNoLongerBecomeFaster() {
    AtomicInteger steps = new AtomicInteger();
    long began = System.nanoTime();
    Worker.Operation operation =
        new Worker.Operation() {
          @Override
          public int choose() {
            return 0;
          }

          @Override
          public void attempt() {
            boolean warm = System.nanoTime() - began > 2_000_000_000L;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(warm ? 2 : 8));
          }

          @Override
          public void release(boolean acknowledged) {}
        };
    Window window =
        new Window(
                new Window.Load(0, 2, 1, "updates", "", List.of()),
                new ClientProcess(() -> 0, () -> 0),
                new Silence(Duration.ofDays(1), Duration.ofDays(1), System::nanoTime, line -> {}),
                steps::incrementAndGet,
                (operations, measured) -> steps.incrementAndGet())
            .warmedBy(Optional.of(warmUp(2, 20)), false);
    List<Worker> workers =
        List.of(new Worker(window, 0, operation), new Worker(window, 1, operation));

    workers.stream()
        .map(worker ->
            CompletableFuture.runAsync(() -> worker.start(true), work -> new Thread(work).start()))
        .toList()
        .forEach(CompletableFuture::join);

    double seconds = (System.nanoTime() - began) / 1e9;
    assertThat(seconds).isBetween(5.0, 20.5);
    assertThat(steps).as("a warm-up begins and ends, and an iteration begins").hasValue(3);
  }

  @Test
  void failureOfOneThreadEndsTheOthers() {
    WarmUp warmUp = warmUp(2, 30);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> warmUp.untilTwoAgree(() -> {}, () -> {}), work -> new Thread(work).start());

    assertThatThrownBy(() ->
            warmUp.untilTwoAgree(
                () -> {
                  throw new IllegalArgumentException("broken");
                },
                () -> {}))
        .hasMessage("broken");
    assertThatThrownBy(other::join).hasMessageContaining("another thread failed");
  }
}
