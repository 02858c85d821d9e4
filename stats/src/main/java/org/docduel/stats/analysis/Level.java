package org.docduel.stats.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Quantile;
import org.docduel.stats.Comparison;
import org.docduel.stats.Histogram;
import org.docduel.stats.Observations;

/**
 * The statistic of each side and how many observations it rests on. Several groups give the
 * geometric mean of theirs.
 */
record Level(double baseline, double candidate, int baselineCount, int candidateCount) {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(false);

  static Level of(Statistic statistic, Contrast contrast) {
    List<Samples> members = contrast.members();
    return new Level(
        level(statistic, members, Comparison::baseline),
        level(statistic, members, Comparison::candidate),
        members.stream().mapToInt(samples -> samples.baseline().length).sum(),
        members.stream().mapToInt(samples -> samples.candidate().length).sum());
  }

  private static double level(
      Statistic statistic, List<Samples> members, Function<Comparison, Observations> side) {
    if (members.size() == 1) {
      return level(statistic, members.get(0), side);
    }
    double logs = 0;
    for (Samples samples : members) {
      logs += StrictMath.log(level(statistic, samples, side)) / members.size();
    }
    return StrictMath.exp(logs);
  }

  private static double level(
      Statistic statistic, Samples samples, Function<Comparison, Observations> side) {
    List<Histogram> histograms = samples.histograms(side);
    if (statistic != Statistic.MEAN && !histograms.isEmpty()) {
      return Histogram.merge(histograms).percentile(statistic.share());
    }
    double[] values =
        samples.forks(side).stream().flatMapToDouble(f -> Arrays.stream(f.values())).toArray();
    if (statistic != Statistic.MEAN) {
      return TYPE_7.evaluate(values, statistic.share());
    }
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
