package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
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
      return new Histogram(values.clone(), counts.clone());
    }
    Accumulator sorted = new Accumulator(values.length);
    IntStream.range(0, values.length)
        .boxed()
        .sorted((a, b) -> Double.compare(values[a], values[b]))
        .forEachOrdered(i -> sorted.add(values[i], counts[i]));
    return sorted.toHistogram();
  }

  /** Merges histograms, at least one, into that of all their operations. */
  public static Histogram merge(List<Histogram> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("there is no histogram to merge");
    }
    if (parts.size() == 1) {
      return parts.get(0);
    }
    PriorityQueue<Cursor> heads =
        new PriorityQueue<>(parts.size(), (a, b) -> Double.compare(a.value(), b.value()));
    int size = 0;
    for (Histogram part : parts) {
      heads.add(new Cursor(part));
      size = Math.max(size, part.size());
    }
    Accumulator merged = new Accumulator(size);
    for (Cursor head = heads.poll(); head != null; head = heads.poll()) {
      merged.add(head.value(), head.histogram.counts[head.place]);
      if (++head.place < head.histogram.size()) {
        heads.add(head);
      }
    }
    return merged.toHistogram();
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
    double[] mapped = new double[values.length];
    boolean ascending = true;
    for (int i = 0; i < values.length; i++) {
      mapped[i] = conversion.applyAsDouble(values[i]);
      ascending &= Double.isFinite(mapped[i]) && (i == 0 || mapped[i - 1] < mapped[i]);
    }
    return ascending ? new Histogram(mapped, counts) : of(mapped, counts);
  }

  private static final class Cursor {
    private final Histogram histogram;
    private int place;

    Cursor(Histogram histogram) {
      this.histogram = histogram;
    }

    double value() {
      return histogram.values[place];
    }
  }

  /** Collects ascending values, adding up the counts of equal ones. */
  private static final class Accumulator {
    private double[] values;
    private long[] counts;
    private int size;

    Accumulator(int capacity) {
      values = new double[Math.max(16, capacity)];
      counts = new long[Math.max(16, capacity)];
    }

    void add(double value, long count) {
      if (size > 0 && values[size - 1] == value) {
        counts[size - 1] = Math.addExact(counts[size - 1], count);
        return;
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, size * 2);
        counts = Arrays.copyOf(counts, size * 2);
      }
      values[size] = value;
      counts[size++] = count;
    }

    Histogram toHistogram() {
      return new Histogram(Arrays.copyOf(values, size), Arrays.copyOf(counts, size));
    }
  }
}
