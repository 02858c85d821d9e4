package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws observations as if they were independent.
 *
 * @param size number of observations
 */
public record FlatDraw(int size) implements IndexDraw {
  @Override
  public int tops() {
    return 1;
  }

  @Override
  public int capacity() {
    return size;
  }

  @Override
  public int draw(UniformRandomProvider random, int[] tops, int[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = Indexes.below(random, size);
    }
    return size;
  }
}
