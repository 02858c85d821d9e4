package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;

/**
 * The ratio of two means with the variance of its logarithm by the delta method, each sample of
 * units resampled on its own. The quotient of the two is what the bootstrap-t needs.
 *
 * @param baseline positive units, at least two
 * @param candidate positive units, at least two
 */
@SuppressWarnings("ArrayRecordComponent")
public record StudentizedLogRatio(double[] baseline, double[] candidate) implements Resampler {

  @Override
  public double estimate() {
    return Means.mean(candidate) / Means.mean(baseline);
  }

  @Override
  public double variance() {
    return Means.relativeVariance(baseline) / baseline.length
        + Means.relativeVariance(candidate) / candidate.length;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    // Around a mean of one, the one-pass variance loses no digits that matter.
    double[] scaledBaseline = Means.deviations(baseline);
    double[] scaledCandidate = Means.deviations(candidate);
    double observed = estimate();
    int[] indexes = new int[Math.max(baseline.length, candidate.length)];
    for (int i = from; i < to; i++) {
      Moments first = Moments.of(random, scaledBaseline, indexes);
      Moments second = Moments.of(random, scaledCandidate, indexes);
      target.estimates()[i] = observed * (second.mean / first.mean);
      target.variances()[i] = first.relativeVariance + second.relativeVariance;
    }
  }

  /**
   * Mean and variance of the mean of a resample of values that are relative to their mean, minus
   * one.
   */
  private record Moments(double mean, double relativeVariance) {

    static Moments of(UniformRandomProvider random, double[] deviations, int[] indexes) {
      int n = Sample.draw(random, deviations.length, 0, indexes, 0);
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < n; i++) {
        double deviation = deviations[indexes[i]];
        sum += deviation;
        squares += deviation * deviation;
      }
      double shift = sum / n;
      double mean = 1 + shift;
      double about = Math.max(0, squares - sum * shift) / (n - 1);
      return new Moments(mean, about / n / (mean * mean));
    }
  }
}
