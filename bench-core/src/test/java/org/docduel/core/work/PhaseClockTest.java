package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PhaseClockTest {
  private final PhaseClock clock = new PhaseClock();

  private static void pause() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  @Test
  void sumsPhasesInStartOrder() {
    clock.time("copy", PhaseClockTest::pause);
    clock.time("index", PhaseClockTest::pause);
    clock.time("copy", PhaseClockTest::pause);
    assertThat(clock.millis().keySet()).containsExactly("copy", "index");
    assertThat(clock.millis("copy")).isGreaterThanOrEqualTo(10);
    assertThat(clock.totalMillis()).isEqualTo(clock.millis("copy") + clock.millis("index"));
    assertThat(clock.inSeconds()).matches("copy [0-9.]+ s, index [0-9.]+ s");
  }

  @Test
  void workOutsidePhasesIsCountedSeparately() {
    String result =
        clock.untimed(() -> {
          pause();
          return "made";
        });
    assertThat(result).isEqualTo("made");
    assertThat(clock.untimedMillis()).isGreaterThanOrEqualTo(5);
    assertThat(clock.totalMillis()).isZero();
    assertThat(clock.millis("copy")).isZero();
  }
}
