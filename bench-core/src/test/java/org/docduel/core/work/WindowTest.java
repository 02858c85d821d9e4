package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.docduel.core.fork.ClientLoad.ClientProcess;
import org.docduel.core.fork.MetricsProfiler;
import org.docduel.core.group.Clients;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.Result;

class WindowTest {
  private static final int WORKERS = 3;

  private final AtomicLong cpu = new AtomicLong();
  private final AtomicLong clock = new AtomicLong();
  private final List<String> steps = new ArrayList<>();

  /**
   * JMH wakes the workers one after the other when all have ended, which is no operation's cost.
   */
  @Test
  void theClientsProcessorTimeEndsWhenTheFirstWorkerHasEnded() {
    Window window = window(0, WORKERS);
    window.begin(true);
    cpu.set(250);
    clock.set(1_000);
    for (int worker = 0; worker < WORKERS; worker++) {
      window.end(new double[] {1}, 0, 0, 0);
      cpu.addAndGet(500);
      clock.addAndGet(500);
    }
    assertThat(process()).isEqualTo(25.0);
  }

  @Test
  void theFirstWorkerBeginsTheIterationForAllAndTheLastOneEndsIt() {
    Window window = window(0, 2);
    window.begin(true);
    window.begin(true);
    window.end(new double[] {1}, 0, 0, 0);
    assertThat(steps).containsExactly("begin");

    window.end(new double[] {1}, 0, 0, 0);
    assertThat(steps).containsExactly("begin", "end");
  }

  private Window window(int rate, int workers) {
    return new Window(
        new Window.Load(rate, workers, 1, "updates", "", List.of(), Clients.share(0, 1)),
        new ClientProcess(cpu::get, clock::get),
        new Silence(Duration.ofDays(1), Duration.ofDays(1), clock::get, line -> {}),
        () -> steps.add("begin"),
        () -> steps.add("end"));
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
