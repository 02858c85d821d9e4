package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Counted values in ascending order, as JMH's sampling mode records them for every iteration.
 * Percentiles of operations come from histograms that were merged first: the mean of percentiles is
 * not a percentile. Immutable.
 */
public final class Histogram {
  private final double[] values;
  private final long[] counts;
  private final long total;

  private Histogram(double[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
    long sum = 0;
    for (long count : counts) {
      sum = Math.addExact(sum, count);
    }
    this.total = sum;
  }

  /**
   * Creates a histogram. Values may come in any order and may repeat.
   *
   * @param values finite
   * @param counts how often each was seen, at least 1 each
   * @throws IllegalArgumentException if the lengths differ, there is no value, a value is not
   *     finite or a count is less than 1
   */
  public static Histogram of(double[] values, long[] counts) {
    return checked(values.clone(), counts.clone());
  }

  private static Histogram checked(double[] values, long[] counts) {
    if (values.length != counts.length || values.length == 0) {
      throw new IllegalArgumentException(
          "a histogram needs as many counts as values and at least one, but has %d values and %d counts"
              .formatted(values.length, counts.length));
    }
    boolean ascending = true;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException("a histogram value is not finite: " + values[i]);
      }
      if (counts[i] < 1) {
        throw new IllegalArgumentException("a histogram count is less than 1: " + counts[i]);
      }
      ascending &= i == 0 || values[i - 1] < values[i];
    }
    if (ascending) {
      return new Histogram(values, counts);
    }
    return merge(
        IntStream.range(0, values.length)
            .mapToObj(i -> new Histogram(new double[] {values[i]}, new long[] {counts[i]}))
            .toList());
  }

  /** Merges histograms, at least one, into that of all their operations. */
  public static Histogram merge(List<Histogram> parts) {
    int size = parts.size();
    if (size == 0) {
      throw new IllegalArgumentException("there is no histogram to merge");
    }
    return size == 1
        ? parts.get(0)
        : merge(parts.subList(0, size / 2)).and(merge(parts.subList(size / 2, size)));
  }

  private Histogram and(Histogram other) {
    double[] all = new double[size() + other.size()];
    long[] sums = new long[all.length];
    int size = 0;
    int left = 0;
    int right = 0;
    while (left < size() || right < other.size()) {
      double own = left < size() ? values[left] : Double.POSITIVE_INFINITY;
      double next = right < other.size() ? other.values[right] : Double.POSITIVE_INFINITY;
      all[size] = Math.min(own, next);
      sums[size++] =
          Math.addExact(own <= next ? counts[left++] : 0, next <= own ? other.counts[right++] : 0);
    }
    return new Histogram(Arrays.copyOf(all, size), Arrays.copyOf(sums, size));
  }

  /** The distinct values of several histograms: a common grid for their cumulative counts. */
  public static double[] grid(List<Histogram> parts) {
    return merge(parts).values.clone();
  }

  /** Number of distinct values. */
  public int size() {
    return values.length;
  }

  /** The distinct value at a place, ascending. */
  public double value(int i) {
    return values[i];
  }

  /** How often the value at a place was seen. */
  public long count(int i) {
    return counts[i];
  }

  /** Number of operations, the sum of all counts. */
  public long total() {
    return total;
  }

  /** The smallest value. */
  public double min() {
    return values[0];
  }

  /** The largest value. */
  public double max() {
    return values[values.length - 1];
  }

  /** The mean over the operations. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * counts[i];
    }
    return sum / total;
  }

  /**
   * The smallest value that at least the given share of the operations does not exceed (the inverse
   * of the empirical distribution, type 1 of Hyndman and Fan 1996, doi:10.2307/2684934). It was
   * really observed.
   *
   * @param share from 0 to 1
   */
  public double percentile(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must lie in 0..1, but is " + share);
    }
    long rank = rank(share, total);
    long seen = 0;
    for (int i = 0; i < values.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return values[i];
      }
    }
    return max();
  }

  /** The one-based rank of a percentile among sorted operations. */
  public static long rank(double share, long total) {
    return Math.max(1, (long) Math.ceil(share * total));
  }

  /** The same counts with every value converted to another finite one. */
  public Histogram mapped(DoubleUnaryOperator conversion) {
    return checked(Arrays.stream(values).map(conversion).toArray(), counts);
  }
}
