package org.docduel.read.suite;

import java.util.function.LongSupplier;

/**
 * How a question is timed in an iteration: one that takes less than 100 ms is repeated, at least
 * ten times and for 100 ms, and the time is the mean.
 */
final class Repetition {
  static final long MIN_NANOS = 100_000_000;
  static final int MIN_EXECUTIONS = 10;

  /** Rounds of a warm-up that has not become flat. */
  private static final int MAX_ROUNDS = 20;

  private static final double FLAT = 0.05;

  private final LongSupplier execution;
  private final int passLength;

  /**
   * For one question.
   *
   * @param execution executes the question once and gives the nanoseconds that it took
   * @param passLength how many executions belong together: an observation is of whole passes
   */
  Repetition(LongSupplier execution, int passLength) {
    this.execution = execution;
    this.passLength = passLength;
  }

  /** The mean of one observation, in nanoseconds. */
  long observe() {
    long sum = pass();
    int times = passLength;
    if (sum < MIN_NANOS) {
      while (sum < MIN_NANOS || times < MIN_EXECUTIONS) {
        sum += pass();
        times += passLength;
      }
    }
    return sum / times;
  }

  private long pass() {
    long sum = 0;
    for (int i = 0; i < passLength; i++) {
      sum += execution.getAsLong();
    }
    return sum;
  }

  /** Repeats a short question until its time no longer falls. */
  void warmUp() {
    long before = Long.MAX_VALUE;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      long now = observe();
      if (now >= MIN_NANOS || now >= before * (1 - FLAT)) {
        return;
      }
      before = now;
    }
  }
}
