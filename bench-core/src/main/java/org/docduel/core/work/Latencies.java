package org.docduel.core.work;

import org.HdrHistogram.Histogram;

/** The durations of all threads in one window of time. Not for several threads at once. */
public final class Latencies {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Histogram histogram = LatencyRecorder.total();

  /**
   * Takes everything that a recorder has, which begins anew.
   *
   * @param recorder some threads'
   */
  public void add(LatencyRecorder recorder) {
    recorder.drainTo(histogram);
  }

  /**
   * How many durations there are.
   *
   * @return 0 or more
   */
  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * A percentile.
   *
   * @param percent 0 to 100; 100 for the longest
   * @return milliseconds, as exact as {@link LatencyRecorder} is; 0 when there is no duration
   */
  public double millis(double percent) {
    return histogram.getValueAtPercentile(percent) / NANOS_PER_MILLI;
  }

  /**
   * Appends the window to a log and begins anew.
   *
   * @param log where to
   * @param tag tells these durations from others in the same log
   * @param startMillis when the window began, in milliseconds since 1970
   * @param endMillis when it ended
   */
  public void logAndReset(LatencyLog log, String tag, long startMillis, long endMillis) {
    histogram.setStartTimeStamp(startMillis);
    histogram.setEndTimeStamp(endMillis);
    histogram.setTag(tag);
    log.write(histogram);
    reset();
  }

  /** Begins anew. */
  public void reset() {
    histogram.reset();
  }
}
