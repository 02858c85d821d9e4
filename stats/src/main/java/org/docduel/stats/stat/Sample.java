package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.jmh.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A side of a comparison and its statistic, which can be resampled: machines, forks within each
 * drawn machine, iterations within each drawn fork (Davison and Hinkley 1997, section 3.8), two
 * iterations with each 64-bit number. Iterations are numbered machine after machine, fork after
 * fork. One fork of one machine is a sample of independent observations.
 */
public final class Sample {
  private final double[] values;
  private final int[][] first;
  private final int[][] sizes;
  private final @Nullable Statistic statistic; // null for the mean

  /** A statistic of the iterations that some indexes point to. */
  interface Statistic {
    double of(int[] indexes, int count);
  }

  private Sample(double[] values, @Nullable Statistic statistic, int[][] sizes) {
    this.values = values;
    this.statistic = statistic;
    this.sizes = Arrays.stream(sizes).map(int[]::clone).toArray(int[][]::new);
    this.first = new int[sizes.length][];
    int next = 0;
    for (int machine = 0; machine < sizes.length; machine++) {
      first[machine] = new int[sizes[machine].length];
      for (int fork = 0; fork < sizes[machine].length; fork++) {
        first[machine][fork] = next;
        next += sizes[machine][fork];
      }
    }
  }

  /**
   * A sample and its mean.
   *
   * @param values of the iterations
   * @param sizes for each machine and fork the number of its iterations
   */
  public static Sample mean(double[] values, int[]... sizes) {
    return new Sample(values.clone(), null, sizes);
  }

  /**
   * A sample and a quantile of it, type 7 of Hyndman and Fan 1996 (the default of R and NumPy).
   *
   * @param share from 0 (the smallest) to 1
   */
  static Sample quantile(double[] values, double share, int[]... sizes) {
    double[] all = values.clone();
    return new Sample(
        all,
        (indexes, count) -> {
          double[] drawn = new double[count];
          for (int i = 0; i < count; i++) {
            drawn[i] = all[indexes[i]];
          }
          return Means.TYPE_7.evaluate(drawn, share);
        },
        sizes);
  }

  /**
   * A percentile of operations.
   *
   * @param iterations one histogram for each
   * @param share from 0 to 1
   */
  static Sample operations(List<Histogram> iterations, double share, int[]... sizes) {
    return new Sample(new double[0], Operations.of(iterations, share), sizes);
  }

  double[] values() {
    return values;
  }

  /** Number of machines, which are drawn for both sides of a comparison together. */
  int machines() {
    return sizes.length;
  }

  /** The largest number of iterations that a resample can have. */
  int capacity() {
    int largest = 0;
    for (int[] forks : sizes) {
      largest = Math.max(largest, forks.length * Arrays.stream(forks).max().orElse(0));
    }
    return largest * sizes.length;
  }

  /** The statistic of all iterations. */
  double observed() {
    int[] indexes = new int[Arrays.stream(sizes).flatMapToInt(Arrays::stream).sum()];
    Arrays.setAll(indexes, i -> i);
    return statistic == null ? Means.mean(values) : statistic.of(indexes, indexes.length);
  }

  /**
   * The statistic of a resample.
   *
   * @param machines that were drawn
   * @param indexes room for {@link #capacity()} of them
   */
  double resampled(UniformRandomProvider random, int[] machines, int[] indexes) {
    return statistic == null
        ? mean(random, machines)
        : statistic.of(indexes, draw(random, machines, indexes));
  }

  private boolean flat() {
    return sizes.length == 1 && sizes[0].length == 1;
  }

  /** Draws the indexes of a resample; answers how many there are. */
  int draw(UniformRandomProvider random, int[] machines, int[] indexes) {
    boolean flat = flat();
    int drawn = 0;
    for (int machine : machines) {
      int forks = sizes[machine].length;
      for (int i = 0; i < forks; i++) {
        int fork = flat ? 0 : upper(random.nextLong(), forks);
        int size = sizes[machine][fork];
        int start = first[machine][fork];
        for (int k = 1; k < size; k += 2) {
          long bits = random.nextLong();
          indexes[drawn++] = start + upper(bits, size);
          indexes[drawn++] = start + lower(bits, size);
        }
        if ((size & 1) == 1) {
          indexes[drawn++] = start + upper(random.nextLong(), size);
        }
      }
    }
    return drawn;
  }

  /** The values of a resample; none of operations. */
  double[] drawn(UniformRandomProvider random, int[] machines, int[] indexes) {
    double[] drawn = new double[draw(random, machines, indexes)];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = values[indexes[i]];
    }
    return drawn;
  }

  /**
   * The mean of what {@link #draw} draws. It adds up every observation where it is drawn: writing
   * the indexes down and reading them again costs as much as drawing them. Each addition waits for
   * the one before it; of two sums, neither waits for the other.
   */
  private double mean(UniformRandomProvider random, int[] machines) {
    double[] all = values; // a field would be read again for each
    boolean flat = flat();
    double even = 0;
    double odd = 0;
    int drawn = 0;
    for (int machine : machines) {
      int[] starts = first[machine];
      int[] lengths = sizes[machine];
      for (int i = 0; i < lengths.length; i++) {
        int fork = flat ? 0 : upper(random.nextLong(), lengths.length);
        int size = lengths[fork];
        int start = starts[fork];
        for (int k = 1; k < size; k += 2) {
          long bits = random.nextLong();
          even += all[start + upper(bits, size)];
          odd += all[start + lower(bits, size)];
        }
        if ((size & 1) == 1) {
          even += all[start + upper(random.nextLong(), size)];
        }
        drawn += size;
      }
    }
    return (even + odd) / drawn;
  }

  /**
   * An index below n from the upper 32 bits, scaled by multiplication (Lemire 2019,
   * doi:10.1145/3230636) without rejection; the bias is below n / 2^32.
   */
  static int upper(long bits, int n) {
    return (int) (((bits >>> 32) * n) >>> 32);
  }

  /** An index below n from the lower 32 bits. */
  static int lower(long bits, int n) {
    return (int) (((bits & 0xffffffffL) * n) >>> 32);
  }

  /**
   * A percentile over the merged histograms of drawn iterations. They lie on one grid as cumulative
   * counts, so that a resample costs a binary search and no merging.
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Operations(double[] grid, long[][] cumulative, double share) implements Statistic {

    static Operations of(List<Histogram> iterations, double share) {
      double[] grid =
          iterations.stream()
              .flatMapToDouble(
                  histogram -> IntStream.range(0, histogram.size()).mapToDouble(histogram::value))
              .sorted()
              .distinct()
              .toArray();
      long[][] cumulative = new long[iterations.size()][grid.length];
      for (int k = 0; k < cumulative.length; k++) {
        Histogram histogram = iterations.get(k);
        Arrays.setAll(cumulative[k], i -> histogram.upTo(grid[i]));
      }
      return new Operations(grid, cumulative, share);
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
}
