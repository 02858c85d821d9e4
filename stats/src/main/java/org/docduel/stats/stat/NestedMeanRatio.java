package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The ratio of the means of two samples of machines, forks and iterations. It draws what {@link
 * SampledRatio} draws with a mean, but adds up every observation where it is drawn: writing the
 * indexes down and reading them again costs as much as drawing them.
 */
public final class NestedMeanRatio implements Resampler {
  private final NestedDraw draw;
  private final double[] baseline;
  private final NestedDraw candidateDraw;
  private final double[] candidate;

  /**
   * Creates the resampler.
   *
   * @param draw how the baseline is drawn
   * @param baseline its observations, machine after machine, fork after fork
   * @param candidateDraw how the candidate is drawn; as many machines as the baseline has
   * @param candidate its observations
   */
  public NestedMeanRatio(
      NestedDraw draw, double[] baseline, NestedDraw candidateDraw, double[] candidate) {
    this.draw = draw;
    this.baseline = baseline.clone();
    this.candidateDraw = candidateDraw;
    this.candidate = candidate.clone();
  }

  @Override
  public Scale scale() {
    return Scale.RATIO;
  }

  @Override
  public double estimate() {
    return Means.mean(candidate) / Means.mean(baseline);
  }

  @Override
  public double variance() {
    return Double.NaN;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    int[] tops = new int[draw.tops()];
    for (int i = from; i < to; i++) {
      SampledRatio.drawTops(random, tops);
      double denominator = draw.mean(random, tops, baseline);
      target.estimates[i] = candidateDraw.mean(random, tops, candidate) / denominator;
    }
  }
}
