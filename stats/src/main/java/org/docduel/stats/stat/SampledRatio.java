package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The ratio of any statistic of two samples, drawn in any way. Members of the highest level are
 * drawn once for both sides; pairs use the same indexes on both sides.
 *
 * @param draw how the baseline is drawn
 * @param baseline the statistic of the baseline
 * @param candidateDraw how the candidate is drawn
 * @param candidate the statistic of the candidate
 * @param paired whether the candidate takes the indexes of the baseline
 */
public record SampledRatio(
    IndexDraw draw,
    IndexStatistic baseline,
    IndexDraw candidateDraw,
    IndexStatistic candidate,
    boolean paired)
    implements Resampler {

  /** Checks that the sides fit together. */
  public SampledRatio {
    if (draw.tops() != candidateDraw.tops()) {
      throw new IllegalArgumentException("the sides have different numbers of machines");
    }
    if (paired && baseline.size() != candidate.size()) {
      throw new IllegalArgumentException(
          "pairs need equal numbers, but there are "
              + baseline.size()
              + " and "
              + candidate.size());
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
    int[] right = paired ? left : new int[candidateDraw.capacity()];
    for (int i = from; i < to; i++) {
      drawTops(random, tops);
      int count = draw.draw(random, tops, left);
      double denominator = baseline.of(left, count);
      if (!paired) {
        count = candidateDraw.draw(random, tops, right);
      }
      target.estimates[i] = candidate.of(right, count) / denominator;
    }
  }

  /** Draws the members of the highest level; a single one needs no drawing. */
  static void drawTops(UniformRandomProvider random, int[] tops) {
    for (int k = 0; tops.length > 1 && k < tops.length; k++) {
      tops[k] = Indexes.below(random, tops.length);
    }
  }

  @Override
  public double[][] leaveOneOut() {
    if (paired) {
      double[] ratios = without(candidate);
      double[] denominators = without(baseline);
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] /= denominators[i];
      }
      return new double[][] {ratios};
    }
    double[] left = without(baseline);
    double[] right = without(candidate);
    double numerator = all(candidate);
    double denominator = all(baseline);
    for (int i = 0; i < left.length; i++) {
      left[i] = numerator / left[i];
    }
    for (int i = 0; i < right.length; i++) {
      right[i] /= denominator;
    }
    return new double[][] {left, right};
  }

  private static double all(IndexStatistic statistic) {
    int[] indexes = new int[statistic.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = i;
    }
    return statistic.of(indexes, indexes.length);
  }

  private static double[] without(IndexStatistic statistic) {
    int n = statistic.size();
    double[] values = new double[n];
    int[] rest = new int[n];
    for (int left = 0; left < n; left++) {
      int count = 0;
      for (int i = 0; i < n; i++) {
        if (i != left) {
          rest[count++] = i;
        }
      }
      values[left] = statistic.of(rest, count);
    }
    return values;
  }
}
