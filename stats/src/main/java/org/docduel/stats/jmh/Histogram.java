package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Counted values in ascending order, as JMH's sampling mode records them for every iteration. The
 * percentiles of several are those of all their operations: the mean of percentiles is not a
 * percentile. Immutable.
 */
public final class Histogram {
  /** More operations than anybody measures; the sum of many histograms still fits. */
  private static final long MAX_OPERATIONS = 1_000_000_000_000_000L;

  private final double[] values;
  // How many operations there are up to each value, so that nothing has to be merged.
  private final long[] upTo;

  private Histogram(double[] values, long[] upTo) {
    this.values = values;
    this.upTo = upTo;
  }

  /**
   * Creates a histogram. Values may come in any order and may repeat.
   *
   * @param values finite
   * @param counts how often each was seen, at least 1 each, together at most 10^15
   * @throws IllegalArgumentException if the lengths differ, there is no value, a value is not
   *     finite, or a count or the sum of all is out of range
   */
  public static Histogram of(double[] values, long[] counts) {
    if (values.length != counts.length || values.length == 0) {
      throw new IllegalArgumentException(
          "a histogram needs as many counts as values and at least one, but has %d values and %d counts"
              .formatted(values.length, counts.length));
    }
    return of(values, counts, values.length);
  }

  /** The same of the first values of longer arrays. */
  static Histogram of(double[] values, long[] counts, int size) {
    boolean ascending = true;
    long[] upTo = new long[size];
    long sum = 0;
    for (int i = 0; i < size; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException("a histogram value is not finite: " + values[i]);
      }
      if (counts[i] < 1) {
        throw new IllegalArgumentException("a histogram count is less than 1: " + counts[i]);
      }
      if (counts[i] > MAX_OPERATIONS - sum) {
        throw new IllegalArgumentException(
            "a histogram counts more than " + MAX_OPERATIONS + " operations");
      }
      ascending &= i == 0 || values[i - 1] < values[i];
      sum += counts[i];
      upTo[i] = sum;
    }
    if (ascending) {
      return new Histogram(Arrays.copyOf(values, size), upTo);
    }
    TreeMap<Double, Long> sums = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      sums.merge(values[i] + 0.0, counts[i], Long::sum); // -0 is 0
    }
    return of(
        sums.keySet().stream().mapToDouble(value -> value).toArray(),
        sums.values().stream().mapToLong(count -> count).toArray());
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
    return i == 0 ? upTo[0] : upTo[i] - upTo[i - 1];
  }

  /** Number of operations, the sum of all counts. */
  public long total() {
    return upTo[upTo.length - 1];
  }

  /** Number of operations of several histograms. */
  public static long total(List<Histogram> parts) {
    return parts.stream().mapToLong(Histogram::total).sum();
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
      sum += values[i] * count(i);
    }
    return Math.max(min(), Math.min(max(), sum / total()));
  }

  /**
   * The smallest value that at least the given share of the operations of several histograms does
   * not exceed (the inverse of the empirical distribution, type 1 of Hyndman and Fan 1996,
   * doi:10.2307/2684934). It was really observed.
   *
   * @param parts at least one
   * @param share from 0 to 1
   */
  public static double percentile(List<Histogram> parts, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share must lie in 0..1, but is " + share);
    }
    long rank = rank(share, total(parts));
    long low = place(parts.stream().mapToDouble(Histogram::min).min().orElseThrow());
    long high = place(parts.stream().mapToDouble(Histogram::max).max().orElseThrow());
    while (low < high) {
      long middle = low + ((high - low) >>> 1);
      double value = valueAt(middle);
      if (parts.stream().mapToLong(part -> part.upTo(value)).sum() >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return valueAt(low);
  }

  /** The one-based rank of a percentile among sorted operations. */
  public static long rank(double share, long total) {
    return Math.max(1, (long) Math.ceil(share * total));
  }

  /** How many operations have at most some value. */
  public long upTo(double value) {
    int place = Arrays.binarySearch(values, value);
    int last = place < 0 ? -place - 2 : place;
    return last < 0 ? 0 : upTo[last];
  }

  /** The place of a finite number among all of them, which are as many as long numbers. */
  private static long place(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  private static double valueAt(long place) {
    return Double.longBitsToDouble(place < 0 ? place ^ Long.MAX_VALUE : place);
  }

  /** The same counts with every value converted to another finite one. */
  public Histogram mapped(DoubleUnaryOperator conversion) {
    double[] mapped = Arrays.stream(values).map(conversion).toArray();
    boolean finite = Double.isFinite(mapped[0]) && Double.isFinite(mapped[mapped.length - 1]);
    if (finite && IntStream.range(1, mapped.length).allMatch(i -> mapped[i - 1] < mapped[i])) {
      return new Histogram(mapped, upTo);
    }
    long[] counts = new long[upTo.length];
    Arrays.setAll(counts, this::count);
    return of(mapped, counts);
  }
}
