package org.docduel.stats.stat;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws forks within each drawn machine, then iterations within each drawn fork (Davison and
 * Hinkley 1997, section 3.8), two iterations with each 64-bit number. Observations are numbered
 * machine after machine, fork after fork.
 */
public final class NestedDraw implements IndexDraw {
  private final int[][] first;
  private final int[][] sizes;
  private final int capacity;

  /**
   * Creates the draw.
   *
   * @param sizes for each machine and fork the number of iterations
   */
  public NestedDraw(int[][] sizes) {
    this.sizes = Arrays.stream(sizes).map(int[]::clone).toArray(int[][]::new);
    this.first = new int[sizes.length][];
    int next = 0;
    int largest = 0;
    for (int machine = 0; machine < sizes.length; machine++) {
      first[machine] = new int[sizes[machine].length];
      for (int fork = 0; fork < sizes[machine].length; fork++) {
        first[machine][fork] = next;
        next += sizes[machine][fork];
      }
      int longest = Arrays.stream(sizes[machine]).max().orElse(0);
      largest = Math.max(largest, sizes[machine].length * longest);
    }
    this.capacity = largest * sizes.length;
  }

  @Override
  public int tops() {
    return sizes.length;
  }

  @Override
  public int capacity() {
    return capacity;
  }

  @Override
  public int draw(UniformRandomProvider random, int[] tops, int[] target) {
    int drawn = 0;
    for (int machine : tops) {
      int forks = sizes[machine].length;
      for (int i = 0; i < forks; i++) {
        int fork = Indexes.below(random, forks);
        int size = sizes[machine][fork];
        int start = first[machine][fork];
        for (int k = 1; k < size; k += 2) {
          long bits = random.nextLong();
          target[drawn++] = start + Indexes.upper(bits, size);
          target[drawn++] = start + Indexes.lower(bits, size);
        }
        if ((size & 1) == 1) {
          target[drawn++] = start + Indexes.below(random, size);
        }
      }
    }
    return drawn;
  }

  /**
   * The mean of a resample, without the indexes: what {@link #draw} and their mean give, but for
   * rounding.
   *
   * @param random the stream of this block
   * @param tops the machines that were drawn
   * @param values the observations
   */
  double mean(UniformRandomProvider random, int[] tops, double[] values) {
    // Each addition waits for the one before it; of two sums, neither waits for the other.
    double even = 0;
    double odd = 0;
    int drawn = 0;
    for (int machine : tops) {
      int[] starts = first[machine];
      int[] lengths = sizes[machine];
      for (int i = 0; i < lengths.length; i++) {
        int fork = Indexes.below(random, lengths.length);
        int size = lengths[fork];
        int start = starts[fork];
        for (int k = 1; k < size; k += 2) {
          long bits = random.nextLong();
          even += values[start + Indexes.upper(bits, size)];
          odd += values[start + Indexes.lower(bits, size)];
        }
        if ((size & 1) == 1) {
          even += values[start + Indexes.below(random, size)];
        }
        drawn += size;
      }
    }
    return (even + odd) / drawn;
  }
}
