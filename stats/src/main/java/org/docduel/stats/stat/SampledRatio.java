package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;

/**
 * The ratio of a statistic of two samples. Their machines are drawn once for both.
 *
 * @param baseline below the line
 * @param candidate above the line, of as many machines
 */
public record SampledRatio(Sample baseline, Sample candidate) implements Resampler {

  /** Checks that the sides fit together. */
  public SampledRatio {
    if (baseline.machines() != candidate.machines()) {
      throw new IllegalArgumentException("the sides have different numbers of machines");
    }
  }

  /** The time ratio of two samples whose observations are resampled as if independent. */
  static SampledRatio flat(Samples samples, Statistic statistic) {
    return of(samples, statistic, side -> new int[][] {{samples.units(side, false)}});
  }

  /** The time ratio of two samples whose machines, forks and iterations are resampled. */
  static SampledRatio hierarchical(Samples samples, Statistic statistic) {
    samples.requireForks();
    List<String> machines =
        samples.parts().size() == 1 ? samples.commonMachines() : List.<String>of();
    return of(samples, statistic, side -> sizes(samples.forks(side), machines));
  }

  /** A side of a comparison. */
  private interface Side extends Function<Comparison, Observations> {}

  private static SampledRatio of(
      Samples samples, Statistic statistic, Function<Side, int[][]> sizes) {
    // where more is better, the candidate stands below the line
    boolean turned = samples.moreIsBetter();
    Side below = turned ? Comparison::candidate : Comparison::baseline;
    Side above = turned ? Comparison::baseline : Comparison::candidate;
    return new SampledRatio(
        sample(samples, below, statistic, sizes.apply(below)),
        sample(samples, above, statistic, sizes.apply(above)));
  }

  private static Sample sample(Samples samples, Side side, Statistic statistic, int[][] sizes) {
    double[] values = samples.values(side);
    if (statistic == Statistic.MEAN) {
      return Sample.mean(values, sizes);
    }
    double share = statistic.share();
    List<Histogram> histograms = samples.histograms(side);
    return histograms.isEmpty()
        ? Sample.quantile(
            values, side.apply(samples.parts().get(0)).quantity().ascending(share), sizes)
        : Sample.operations(histograms, share, sizes);
  }

  /** For each machine the iterations of each fork; forks come machine after machine. */
  private static int[][] sizes(List<ForkSeries> forks, List<String> machines) {
    if (machines.size() < 2) {
      return new int[][] {forks.stream().mapToInt(ForkSeries::size).toArray()};
    }
    List<int[]> sizes = new ArrayList<>();
    for (String machine : machines) {
      sizes.add(
          forks.stream()
              .filter(fork -> fork.machine().equals(machine))
              .mapToInt(ForkSeries::size)
              .toArray());
    }
    return sizes.toArray(int[][]::new);
  }

  @Override
  public boolean log() {
    return false;
  }

  @Override
  public double estimate() {
    return candidate.observed() / baseline.observed();
  }

  @Override
  public double variance() {
    return Double.NaN;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    int[] machines = new int[baseline.machines()];
    int[] indexes = new int[Math.max(baseline.capacity(), candidate.capacity())];
    for (int i = from; i < to; i++) {
      for (int k = 0; machines.length > 1 && k < machines.length; k++) {
        machines[k] = Sample.upper(random.nextLong(), machines.length);
      }
      double denominator = baseline.resampled(random, machines, indexes);
      target.estimates[i] = candidate.resampled(random, machines, indexes) / denominator;
    }
  }
}
