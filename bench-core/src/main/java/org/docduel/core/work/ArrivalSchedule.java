package org.docduel.core.work;

import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * When operations are due: a Poisson process of a fixed rate, whatever the server does. Threads
 * take one arrival after the other, so that all of them serve one queue; a latency that is measured
 * from the moment an operation was due includes its time in that queue.
 *
 * <p>The schedule's time stands still between iterations: what was due and not begun when an
 * iteration ended is still due, by as much, when the next one begins.
 */
final class ArrivalSchedule {
  private final double meanNanos;
  private final LongSupplier clock;
  private final ZigguratSampler.Exponential gaps;

  /** The clock's time at which the schedule's time would be 0, had it never stood still. */
  private long originNanos;

  private long pausedAtNanos;
  private boolean paused = true;
  private double nextNanos;

  /**
   * A schedule that stands still until {@link #resume}.
   *
   * @param perSecond arrivals per second, above 0
   * @param clock nanoseconds from any origin, such as {@code System::nanoTime}
   */
  ArrivalSchedule(double perSecond, long seed, LongSupplier clock) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    this.meanNanos = 1e9 / perSecond;
    this.clock = clock;
    this.gaps = ZigguratSampler.Exponential.of(random);
    this.originNanos = clock.getAsLong();
    this.pausedAtNanos = originNanos;
  }

  synchronized void resume() {
    if (paused) {
      originNanos += clock.getAsLong() - pausedAtNanos;
      paused = false;
    }
  }

  /**
   * Forgets what is overdue: the next arrival lies in the future. For the end of a warm-up, during
   * which a cold client falls behind.
   */
  synchronized void forgetOverdue() {
    nextNanos = Math.max(nextNanos, elapsedNanos());
  }

  synchronized void pause() {
    if (!paused) {
      pausedAtNanos = clock.getAsLong();
      paused = true;
    }
  }

  /** When the next arrival is due, in the schedule's nanoseconds; see {@link #onClock}. */
  synchronized long next() {
    nextNanos += gaps.sample() * meanNanos;
    return (long) nextNanos;
  }

  /** A time of the schedule as the clock will show it: before now when it is overdue. */
  synchronized long onClock(long scheduled) {
    return originNanos + scheduled;
  }

  /** How many seconds of arrivals are overdue; 0 when the next one lies in the future. */
  synchronized double lagSeconds() {
    return Math.max(0, elapsedNanos() - nextNanos) / 1e9;
  }

  private double elapsedNanos() {
    long now = paused ? pausedAtNanos : clock.getAsLong();
    return (double) (now - originNanos);
  }
}
