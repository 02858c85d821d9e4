package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.Test;

/** How often a question is asked in an iteration, by times that are given. */
class QuerySuiteBenchmarkTest {
  private static final long MILLISECOND = 1_000_000;

  private final AtomicInteger executions = new AtomicInteger();

  private QuerySuiteBenchmark.Repetition taking(long first, long later) {
    return new QuerySuiteBenchmark.Repetition(
        () -> (executions.getAndIncrement() == 0 ? first : later) * MILLISECOND);
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
  void warmUpEndsWhenTimeNoLongerFalls() {
    QuerySuiteBenchmark.Repetition falling =
        new QuerySuiteBenchmark.Repetition(
            () -> Math.max(2, 12 - executions.getAndIncrement() / 10) * MILLISECOND);

    falling.warmUp();
    assertThat(falling.observe()).isEqualTo(2 * MILLISECOND);
  }

  @Test
  void runsSelectedQueriesTogether() {
    assertThat(Suite.read("customer").choose("1.1+1.3")).containsExactly("1.1", "1.3");
  }
}
