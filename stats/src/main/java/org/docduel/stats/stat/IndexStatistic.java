package org.docduel.stats.stat;

/**
 * A statistic of the observations some indexes point to. Immutable and safe for several threads.
 */
public interface IndexStatistic {
  /** Number of observations there are. */
  int size();

  /**
   * The statistic of a resample.
   *
   * @param indexes indexes of observations, which may repeat
   * @param count how many of them count
   */
  double of(int[] indexes, int count);
}
