package org.docduel.core.model.datasets;

import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A choice among items of unequal weight, by one random word. Integer arithmetic only, so that a
 * choice is the same on every machine.
 */
final class Skewed<T> {
  private static final long UNIT = 1L << 40;

  private final List<T> items;
  private final long[] cumulative;

  private Skewed(List<T> items, IntToLongFunction weight) {
    this.items = List.copyOf(items);
    this.cumulative = new long[items.size()];
    long sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      sum += weight.applyAsLong(i);
      cumulative[i] = sum;
    }
  }

  /**
   * Zipf-Mandelbrot: the item at rank <i>k</i>, from 0, has the weight 1 / (k + offset).
   *
   * @param offset 1 for Zipf's law; more for a flatter head
   * @param items in order of falling frequency
   */
  static <T> Skewed<T> zipf(int offset, List<T> items) {
    return new Skewed<>(items, rank -> UNIT / (rank + offset));
  }

  /**
   * Weights as they are given.
   *
   * @param weights one for each item, 0 or more
   */
  static <T> Skewed<T> weighted(List<T> items, int... weights) {
    if (items.size() != weights.length) {
      throw new IllegalArgumentException(items.size() + " items, " + weights.length + " weights");
    }
    return new Skewed<>(items, rank -> weights[rank]);
  }

  /** The item of a word of 64 random bits. */
  T of(long bits) {
    return items.get(position(bits));
  }

  int position(long bits) {
    long total = cumulative[cumulative.length - 1];
    long drawn = Math.multiplyHigh(bits >>> 1, total << 1);
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > drawn) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
