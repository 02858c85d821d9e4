package org.docduel.stats.stat;

import java.util.List;
import org.docduel.stats.jmh.Histogram;

/**
 * A percentile of operations over the merged histograms of the drawn iterations. The histograms are
 * laid on one grid as cumulative counts, so that a resample costs a binary search and no merging.
 */
public final class OperationQuantileOf implements IndexStatistic {
  private final double[] grid;
  private final long[][] cumulative;
  private final double share;

  /**
   * Creates the statistic.
   *
   * @param iterations one histogram per iteration
   * @param share from 0 to 1
   */
  public OperationQuantileOf(List<Histogram> iterations, double share) {
    this.grid = Histogram.grid(iterations);
    this.cumulative = iterations.stream().map(this::onGrid).toArray(long[][]::new);
    this.share = share;
  }

  private long[] onGrid(Histogram histogram) {
    long[] sums = new long[grid.length];
    long seen = 0;
    int place = 0;
    for (int i = 0; i < grid.length; i++) {
      if (place < histogram.size() && histogram.value(place) == grid[i]) {
        seen += histogram.count(place++);
      }
      sums[i] = seen;
    }
    return sums;
  }

  @Override
  public int size() {
    return cumulative.length;
  }

  @Override
  public double of(int[] indexes, int count) {
    int low = 0;
    int high = grid.length - 1;
    long rank = Histogram.rank(share, below(high, indexes, count));
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (below(middle, indexes, count) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return grid[low];
  }

  private long below(int place, int[] indexes, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += cumulative[indexes[i]][place];
    }
    return sum;
  }
}
