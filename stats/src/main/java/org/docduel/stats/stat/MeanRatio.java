package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * The ratio of two means, each sample resampled on its own. This is the inner loop of the published
 * test, so drawing, gathering and adding up are fused: every index is used where it is drawn, two
 * to each 64-bit number. A 32-bit half is scaled by multiplication (Lemire 2019,
 * doi:10.1145/3230636) without rejection; the bias is below n / 2^32.
 */
public final class MeanRatio implements Resampler {
  private final double[] baseline;
  private final double[] candidate;

  /**
   * Creates the resampler.
   *
   * @param baseline positive observations, at least one
   * @param candidate positive observations, at least one
   */
  public MeanRatio(double[] baseline, double[] candidate) {
    this.baseline = baseline.clone();
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
    double size = (double) baseline.length / candidate.length;
    for (int i = from; i < to; i++) {
      double sum = resampledSum(random, baseline);
      target.estimates[i] = resampledSum(random, candidate) / sum * size;
    }
  }

  private static double resampledSum(UniformRandomProvider random, double[] values) {
    int size = values.length;
    long n = size;
    double even = 0;
    double odd = 0;
    for (int i = 1; i < size; i += 2) {
      long bits = random.nextLong();
      even += values[(int) (((bits >>> 32) * n) >>> 32)];
      odd += values[(int) (((bits & 0xffffffffL) * n) >>> 32)];
    }
    if ((n & 1) == 1) {
      even += values[(int) (((random.nextLong() >>> 32) * n) >>> 32)];
    }
    return even + odd;
  }
}
