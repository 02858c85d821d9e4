package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The ratio of any statistic of two samples, drawn in any way. Members of the highest level are
 * drawn once for both sides.
 *
 * @param draw how the baseline is drawn
 * @param baseline the statistic of the baseline
 * @param candidateDraw how the candidate is drawn
 * @param candidate the statistic of the candidate
 */
public record SampledRatio(
    IndexDraw draw, IndexStatistic baseline, IndexDraw candidateDraw, IndexStatistic candidate)
    implements Resampler {

  /** Checks that the sides fit together. */
  public SampledRatio {
    if (draw.tops() != candidateDraw.tops()) {
      throw new IllegalArgumentException("the sides have different numbers of machines");
    }
  }

  @Override
  public Scale scale() {
    return Scale.RATIO;
  }

  @Override
  public double estimate() {
    return all(candidate) / all(baseline);
  }

  @Override
  public double variance() {
    return Double.NaN;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    int[] tops = new int[draw.tops()];
    int[] left = new int[draw.capacity()];
    int[] right = new int[candidateDraw.capacity()];
    for (int i = from; i < to; i++) {
      drawTops(random, tops);
      int count = draw.draw(random, tops, left);
      double denominator = baseline.of(left, count);
      count = candidateDraw.draw(random, tops, right);
      target.estimates[i] = candidate.of(right, count) / denominator;
    }
  }

  /** Draws the members of the highest level; a single one needs no drawing. */
  static void drawTops(UniformRandomProvider random, int[] tops) {
    for (int k = 0; tops.length > 1 && k < tops.length; k++) {
      tops[k] = Indexes.below(random, tops.length);
    }
  }

  private static double all(IndexStatistic statistic) {
    int[] indexes = new int[statistic.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = i;
    }
    return statistic.of(indexes, indexes.length);
  }
}
