package org.docduel.core.work;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The recorders of all threads of a run: a few for each processor, however many threads there are.
 * One for each thread would be 230 KB to look through at the end of each window for every thread,
 * and cold whenever a thread that waits most of the time records something.
 */
public final class LatencyRecorders {
  /** So many that threads which record at the same moment rarely meet in one. */
  private static final int PER_PROCESSOR = 4;

  private final List<LatencyRecorder> recorders;

  /**
   * Empty recorders.
   *
   * @param threads how many threads there are, at least 1
   */
  public LatencyRecorders(int threads) {
    int count = Math.min(threads, PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    recorders = IntStream.range(0, count).mapToObj(i -> new LatencyRecorder()).toList();
  }

  /**
   * Where a thread records.
   *
   * @param thread which of the threads, from 0
   * @return always the same one for the same thread
   */
  public LatencyRecorder of(int thread) {
    return recorders.get(thread % recorders.size());
  }

  /**
   * Adds what all threads have recorded to a window's durations and begins anew.
   *
   * @param window where to
   */
  public void drainTo(Latencies window) {
    recorders.forEach(window::add);
  }
}
