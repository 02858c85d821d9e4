package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void everyTaskIsRunOnceEvenWithinTasks(int threads) {
    Parallel parallel = new Parallel(threads);
    AtomicInteger runs = new AtomicInteger();
    Runnable inner = runs::incrementAndGet;
    parallel.run(Collections.nCopies(5, () -> parallel.run(Collections.nCopies(7, inner))));
    assertThat(runs).hasValue(35);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void theFailureOfTheFirstFailingTaskIsThrownAsItIs(int threads) {
    RuntimeException first = new IllegalArgumentException("first");
    List<Runnable> tasks = new ArrayList<>(Collections.nCopies(3, () -> {}));
    tasks.add(failing(first));
    tasks.add(failing(new IllegalStateException("second")));
    assertThatThrownBy(() -> new Parallel(threads).run(tasks)).isSameAs(first);
  }

  @Test
  void anErrorIsThrownAsItIs() {
    Error error = new OutOfMemoryError("none left");
    Runnable task =
        () -> {
          throw error;
        };
    assertThatThrownBy(() -> new Parallel(2).run(List.of(task, task))).isSameAs(error);
  }

  @Test
  void threadsAreAtLeastOne() {
    assertThatThrownBy(() -> new Parallel(0)).hasMessageContaining("at least 1, but are 0");
  }

  private static Runnable failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }
}
