package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.docduel.core.fork.ClientProcess;
import org.docduel.core.fork.MetricsProfiler;
import org.docduel.core.work.Silence;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.Result;

class UpdateWindowTest {
  private static final int WORKERS = 3;

  /** JMH wakes the workers one after the other when all have ended, which is no update's cost. */
  @Test
  void theClientsProcessorTimeEndsWhenTheFirstWorkerHasEnded() {
    AtomicLong cpu = new AtomicLong();
    AtomicLong clock = new AtomicLong();
    UpdateWindow window =
        new UpdateWindow(
            0,
            WORKERS,
            "",
            new ClientProcess(cpu::get, clock::get),
            new Silence(Duration.ofDays(1), Duration.ofDays(1), clock::get, line -> {}));
    window.begin(true);
    cpu.set(250);
    clock.set(1_000);
    for (int worker = 0; worker < WORKERS; worker++) {
      window.ended(new UpdateWorker(), () -> {});
      cpu.addAndGet(500);
      clock.addAndGet(500);
    }
    assertThat(process()).isEqualTo(25.0);
  }

  @SuppressWarnings("NullAway") // The profiler looks at nothing that JMH gives it.
  private static double process() {
    return new MetricsProfiler()
        .afterIteration(null, null, null).stream()
            .filter(metric -> metric.getLabel().equals(ClientProcess.CPU))
            .mapToDouble(Result::getScore)
            .findAny()
            .orElseThrow();
  }
}
