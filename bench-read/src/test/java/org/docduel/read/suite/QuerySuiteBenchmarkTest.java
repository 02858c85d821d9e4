package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.Test;

/** How often a question is asked in an iteration, by times that are given. */
class QuerySuiteBenchmarkTest {
  private static final long MILLISECOND = 1_000_000;

  private final AtomicInteger executions = new AtomicInteger();

  private Repetition taking(long first, long later) {
    return new Repetition(
        () -> (executions.getAndIncrement() == 0 ? first : later) * MILLISECOND, 1);
  }

  @Test
  void repeatsMillisecondQueryForTenthOfSecond() {
    assertThat(taking(1, 1).observe()).isEqualTo(MILLISECOND);
    assertThat(executions).hasValue(100);
  }

  @Test
  void repeatsFiftyMillisecondQueryTenTimes() {
    assertThat(taking(50, 50).observe()).isEqualTo(50 * MILLISECOND);
    assertThat(executions).hasValue(10);
  }

  @Test
  void executesLongQueryOnce() {
    assertThat(taking(100, 1).observe()).isEqualTo(100 * MILLISECOND);
    assertThat(executions).hasValue(1);
  }

  @Test
  void executesWholePassesOfTuples() {
    Repetition passes =
        new Repetition(() -> (executions.getAndIncrement() % 30 == 0 ? 60 : 1) * MILLISECOND, 30);
    assertThat(passes.observe()).isEqualTo((60 + 29) * MILLISECOND / 30);
    assertThat(executions).hasValue(60);
  }

  @Test
  void warmUpEndsWhenTimeNoLongerFalls() {
    Repetition falling =
        new Repetition(() -> Math.max(2, 12 - executions.getAndIncrement() / 10) * MILLISECOND, 1);

    falling.warmUp();
    assertThat(falling.observe()).isEqualTo(2 * MILLISECOND);
  }

  @Test
  void runsSelectedQueriesTogether() {
    assertThat(Suite.read("customer").choose("1.1+1.3")).containsExactly("1.1", "1.3");
  }
}
