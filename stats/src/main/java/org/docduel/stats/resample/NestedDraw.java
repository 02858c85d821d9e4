package org.docduel.stats.resample;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws forks within each drawn machine, then iterations within each drawn fork (Davison and
 * Hinkley 1997, section 3.8). Observations are numbered machine after machine, fork after fork.
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
        for (int k = 0; k < size; k++) {
          target[drawn++] = start + Indexes.below(random, size);
        }
      }
    }
    return drawn;
  }
}
