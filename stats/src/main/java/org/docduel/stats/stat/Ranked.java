package org.docduel.stats.stat;

import java.util.BitSet;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * Quantiles of numbers in random order, of which a few are asked for: each is selected (Floyd and
 * Rivest 1975, doi:10.1145/360680.360694), and what one selection has put in its place narrows the
 * next. Rearranges the numbers it is given.
 */
final class Ranked {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7);

  // Below this, sampling to find a pivot costs more than it saves (algorithm 489).
  private static final int WORTH_SAMPLING = 600;

  private final double[] values;
  private final BitSet settled;

  /**
   * Takes numbers.
   *
   * @param values at least one, none of them NaN
   */
  Ranked(double[] values) {
    this.values = values;
    this.settled = new BitSet(values.length);
  }

  /**
   * A quantile, type 7 of Hyndman and Fan 1996.
   *
   * @param share from 0 to 1
   */
  double quantile(double share) {
    return TYPE_7.evaluate(values.length, this::atRank, share);
  }

  private double atRank(int rank) {
    if (!settled.get(rank)) {
      int next = settled.nextSetBit(rank);
      int low = settled.previousSetBit(rank) + 1;
      int high = (next < 0 ? values.length : next) - 1;
      while (low < high) {
        int pivot = partition(values, low, high, rank);
        settled.set(pivot);
        low = pivot <= rank ? pivot + 1 : low;
        high = pivot >= rank ? pivot - 1 : high;
      }
      settled.set(rank);
    }
    return values[rank];
  }

  /** Parts a range at a value near a rank, and gives the place that value came to. */
  private static int partition(double[] values, int low, int high, int rank) {
    if (high - low > WORTH_SAMPLING) {
      sample(values, low, high, rank);
    }
    return part(values, low, high, rank);
  }

  // A sample around the rank, ranked itself, leaves a pivot there that is just beyond the rank.
  private static void sample(double[] values, int low, int high, int rank) {
    double size = high - low + 1.0;
    double place = rank - low + 1.0;
    double log = StrictMath.log(size);
    double sample = 0.5 * StrictMath.exp(2 * log / 3);
    double spread =
        0.5 * Math.sqrt(log * sample * (size - sample) / size) * Math.signum(place - size / 2);
    int start = (int) Math.max(low, rank - place * sample / size + spread);
    int end = (int) Math.min(high, rank + (size - place) * sample / size + spread);
    while (start < end) {
      int pivot = partition(values, start, end, rank);
      start = pivot <= rank ? pivot + 1 : start;
      end = pivot >= rank ? pivot - 1 : end;
    }
  }

  private static int part(double[] values, int low, int high, int rank) {
    double pivot = values[rank];
    values[rank] = values[low];
    values[low] = pivot;
    if (values[high] > pivot) {
      values[low] = values[high];
      values[high] = pivot;
    }
    int left = low;
    int right = high;
    while (left < right) {
      double swapped = values[left];
      values[left++] = values[right];
      values[right--] = swapped;
      while (values[left] < pivot) {
        left++;
      }
      while (values[right] > pivot) {
        right--;
      }
    }
    // The pivot stands at one end of the range.
    int end = values[low] == pivot ? low : high;
    int place = end == low ? right : right + 1;
    values[end] = values[place];
    values[place] = pivot;
    return place;
  }
}
