package org.docduel.core.work;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Records durations, in nanoseconds, at a few nanoseconds each and without allocating: an
 * HdrHistogram with three significant digits, which is exact to 0.1 % from 16 microseconds on, and
 * to 16 nanoseconds below, up to an hour (longer ones count as an hour).
 *
 * <p>Any number of threads may record at once, without a lock; {@link LatencyRecorders} says how
 * many are to share one. {@link #drainTo} is called when none of them does.
 */
public final class LatencyRecorder {
  /** Longer durations count as this one, in nanoseconds. */
  public static final long LONGEST_NANOS = 3_600_000_000_000L;

  private static final long FINEST_NANOS = 16;
  private static final int DIGITS = 3;

  private final AtomicHistogram histogram =
      new AtomicHistogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);

  /**
   * An empty histogram that recorders can be drained to, for the durations of all threads.
   *
   * @return a new histogram of nanoseconds
   */
  public static Histogram total() {
    return new Histogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  }

  /**
   * Records a duration.
   *
   * @param nanos 0 or more; a negative one, which a clock that went back would give, counts as 0
   */
  public void record(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
  }

  /**
   * Adds everything to a histogram and begins anew.
   *
   * @param total where to
   */
  public void drainTo(AbstractHistogram total) {
    total.add(histogram);
    histogram.reset();
  }
}
