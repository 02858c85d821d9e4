package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.docduel.core.work.OpenLoop.ArrivalSchedule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.infra.Control;

@Timeout(60)
class OpenLoopTest {
  private static final int SEED = 7;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> started = new ArrayList<>();

  /** What a worker does with an update that is due. */
  @FunctionalInterface
  private interface Update {
    void run(long dueNanos) throws InterruptedException;
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Test
  void everyOperationStartsAndNoneStartsEarly() throws Exception {
    ArrivalSchedule schedule = schedule(2_000);
    OpenLoop dispatcher = startedLoop(schedule, 16);
    Control control = new Control();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    AtomicLong early = new AtomicLong();
    CountDownLatch started = new CountDownLatch(1_000);
    start(
        16,
        dispatcher,
        control,
        due -> {
          if (System.nanoTime() < due) {
            early.incrementAndGet();
          }
          seen.add(due - schedule.onClock(0));
          started.countDown();
        });
    started.await();
    end(control);

    ArrivalSchedule twin = schedule(2_000);
    assertThat(early).hasValue(0);
    for (int i = 0; i < 900; i++) {
      assertThat(seen).contains(twin.next());
    }
  }

  @Test
  void usesAllWorkersWhenNoneReturns() throws Exception {
    for (int round = 0; round < 20; round++) {
      OpenLoop dispatcher = startedLoop(schedule(20_000), 64);
      Control control = new Control();
      CountDownLatch working = new CountDownLatch(64);
      CountDownLatch served = new CountDownLatch(1);
      start(
          64,
          dispatcher,
          control,
          due -> {
            working.countDown();
            served.await();
          });

      assertThat(working.await(20, TimeUnit.SECONDS)).isTrue();
      control.stopMeasurement = true;
      served.countDown();
      end(control);
    }
  }

  @Test
  void usesFewWorkersWhenFewSuffice() throws Exception {
    OpenLoop dispatcher = startedLoop(schedule(200), 256);
    Control control = new Control();
    Set<Thread> worked = ConcurrentHashMap.newKeySet();
    CountDownLatch started = new CountDownLatch(300);
    start(
        256,
        dispatcher,
        control,
        due -> {
          worked.add(Thread.currentThread());
          started.countDown();
        });
    started.await();
    end(control);

    // In turns, all 256 would have.
    assertThat(worked).hasSizeLessThan(128);
  }

  @Test
  void wakesWaitersAtEndOfIteration() throws Exception {
    // Those who wait for an arrival look once a second; the others would in ten seconds.
    OpenLoop dispatcher = startedLoop(schedule(1e-3), 64);
    Control control = new Control();
    start(64, dispatcher, control, due -> {});
    TimeUnit.MILLISECONDS.sleep(500);
    long before = System.nanoTime();

    end(control);
    assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(6));
  }

  @Test
  void wakesWaitersAfterLastUpdateEnds() throws Exception {
    // So slow that most have nothing to do when the iteration ends, however late this thread gets
    // on.
    OpenLoop dispatcher = startedLoop(schedule(5), 256);
    Control control = new Control();
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch served = new CountDownLatch(1);
    start(
        256,
        dispatcher,
        control,
        due -> {
          working.countDown();
          served.await();
        });
    working.await();
    control.stopMeasurement = true;
    while (started.stream().noneMatch(Future::isDone)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    TimeUnit.MILLISECONDS.sleep(100);
    long waiting = started.stream().filter(worker -> !worker.isDone()).count();
    served.countDown();
    end(control);

    assertThat(waiting).isGreaterThan(100);
  }

  @Test
  void unstartedOperationsAreDueInNextIteration() {
    assertThat(dueAfterAStop(false)).isEqualTo(schedule(20).next());
  }

  @Test
  void unstartedWarmUpOperationsAreForgotten() {
    assertThat(dueAfterAStop(true)).isGreaterThan(schedule(20).next());
  }

  /** When the first update of a second iteration is due, if the first ended before any was. */
  private static long dueAfterAStop(boolean afresh) {
    ArrivalSchedule schedule = schedule(20);
    OpenLoop dispatcher = startedLoop(schedule, 1);
    Control stopped = new Control();
    stopped.stopMeasurement = true;
    assertThat(dispatcher.await(0, stopped)).isEqualTo(OpenLoop.NONE);
    dispatcher.schedule.pause();
    dispatcher.start(afresh);
    return dispatcher.await(0, new Control()) - schedule.onClock(0);
  }

  private static ArrivalSchedule schedule(double perSecond) {
    return new ArrivalSchedule(perSecond, SEED, System::nanoTime);
  }

  private static OpenLoop startedLoop(ArrivalSchedule schedule, int workers) {
    OpenLoop dispatcher = new OpenLoop(schedule, workers);
    dispatcher.start(false);
    return dispatcher;
  }

  private void start(int workers, OpenLoop dispatcher, Control control, Update update) {
    for (int i = 0; i < workers; i++) {
      int worker = i;
      started.add(
          threads.submit(() -> {
            dispatcher.works();
            while (!control.stopMeasurement) {
              long due = dispatcher.await(worker, control);
              if (due != OpenLoop.NONE) {
                update.run(due);
                dispatcher.done();
              }
            }
            // As under JMH, each asks once more after the end.
            return dispatcher.await(worker, control);
          }));
    }
  }

  private void end(Control control) throws Exception {
    control.stopMeasurement = true;
    for (Future<?> future : started) {
      future.get();
    }
    started.clear();
  }
}
