package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;

/**
 * The ratio of two means with the variance of its logarithm by the delta method, each sample of
 * units resampled on its own. The quotient of the two is what the bootstrap-t needs.
 */
public final class StudentizedLogRatio implements Resampler {
  private final double[] baseline;
  private final double[] candidate;

  /**
   * Creates the resampler.
   *
   * @param baseline positive units, at least two
   * @param candidate positive units, at least two
   */
  public StudentizedLogRatio(double[] baseline, double[] candidate) {
    this.baseline = baseline.clone();
    this.candidate = candidate.clone();
  }

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
    Moments first = new Moments();
    Moments second = new Moments();
    for (int i = from; i < to; i++) {
      first.resample(random, scaledBaseline);
      second.resample(random, scaledCandidate);
      target.estimates[i] = observed * (second.mean / first.mean);
      target.variances[i] = first.relativeVariance + second.relativeVariance;
    }
  }

  /**
   * Mean and variance of the mean of a resample of values that are relative to their mean, minus
   * one.
   */
  private static final class Moments {
    double mean;
    double relativeVariance;

    void resample(UniformRandomProvider random, double[] deviations) {
      int size = deviations.length;
      long n = size;
      double sum = 0;
      double squares = 0;
      double oddSum = 0;
      double oddSquares = 0;
      for (int i = 1; i < size; i += 2) {
        long bits = random.nextLong();
        double even = deviations[Sample.upper(bits, size)];
        double odd = deviations[Sample.lower(bits, size)];
        sum += even;
        squares += even * even;
        oddSum += odd;
        oddSquares += odd * odd;
      }
      if ((n & 1) == 1) {
        double last = deviations[Sample.upper(random.nextLong(), size)];
        sum += last;
        squares += last * last;
      }
      sum += oddSum;
      squares += oddSquares;
      double shift = sum / n;
      mean = 1 + shift;
      double about = Math.max(0, squares - sum * shift) / (n - 1);
      relativeVariance = about / n / (mean * mean);
    }
  }
}
