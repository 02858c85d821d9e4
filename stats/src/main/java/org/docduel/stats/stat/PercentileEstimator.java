package org.docduel.stats.stat;

import java.util.function.ToIntFunction;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.ForkSeries;

/**
 * The percentile, BCa and hierarchical methods: resample, then read interval and p from the
 * resampled reductions.
 *
 * @param method percentile, bca or hierarchical
 * @param hypothesis what is tested
 * @param pValue how a count becomes a p
 */
record PercentileEstimator(Method method, Hypothesis hypothesis, PValue pValue)
    implements Estimator {

  @Override
  public Estimate estimate(Draws draws, double score) {
    Contrast contrast = draws.contrast();
    Deltas deltas = draws.deltas(method);
    double p = pValue.of(deltas.below(hypothesis.delta()), draws.resamples());
    double reversed = pValue.of(deltas.reversedBelow(hypothesis.delta()), draws.resamples());
    double tail = NormalScore.p(score);
    double[] shares = {tail, 1 - tail};
    if (method == Method.BCA) {
      BiasCorrection correction =
          BiasCorrection.of(deltas, draws.of(method).resampler().leaveOneOut());
      shares = new double[] {correction.share(tail), correction.share(1 - tail)};
      p = correction.p(p);
      reversed = 1 - correction.p(1 - reversed);
    }
    return new Estimate(
        method,
        unit(contrast),
        count(contrast, samples -> size(samples, true)),
        count(contrast, samples -> size(samples, false)),
        deltas.observed(),
        deltas.interval(shares[0], shares[1], 1 - 2 * tail),
        p,
        reversed);
  }

  private String unit(Contrast contrast) {
    String unit = method == Method.HIERARCHICAL ? "fork" : "observation";
    return contrast.members().get(0).paired() ? "pair of " + unit + "s" : unit;
  }

  private static int count(Contrast contrast, ToIntFunction<Samples> size) {
    return contrast.members().stream().mapToInt(size).sum();
  }

  private int size(Samples samples, boolean baseline) {
    var forks = samples.forks(baseline ? Comparison::baseline : Comparison::candidate);
    return method == Method.HIERARCHICAL
        ? forks.size()
        : forks.stream().mapToInt(ForkSeries::size).sum();
  }
}
