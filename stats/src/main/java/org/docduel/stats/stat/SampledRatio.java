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
 * @param studentized whether the logarithm of each ratio of means has a variance, by the delta
 *     method: their quotient is what the bootstrap-t needs
 */
public record SampledRatio(Sample baseline, Sample candidate, boolean studentized)
    implements Resampler {

  /** Checks that the sides fit together. */
  public SampledRatio {
    if (baseline.machines() != candidate.machines()) {
      throw new IllegalArgumentException("the sides have different numbers of machines");
    }
  }

  /** The ratio of two samples, without a variance. */
  public SampledRatio(Sample baseline, Sample candidate) {
    this(baseline, candidate, false);
  }

  /** The ratio of two means of units, at least two each, with its variance. */
  public static SampledRatio studentized(double[] baseline, double[] candidate) {
    return new SampledRatio(
        Sample.mean(baseline, new int[] {baseline.length}),
        Sample.mean(candidate, new int[] {candidate.length}),
        true);
  }

  /** The time ratio of two samples whose observations are resampled as if independent. */
  public static SampledRatio flat(Comparison pair, Statistic statistic) {
    return of(pair, statistic, side -> new int[][] {{side.size()}});
  }

  /** The time ratio of two samples whose machines, forks and iterations are resampled. */
  static SampledRatio hierarchical(Comparison pair, Statistic statistic) {
    List<String> machines = pair.baseline().machines();
    boolean common = machines.equals(pair.candidate().machines());
    return of(pair, statistic, side -> sizes(side.forks(), common ? machines : List.of()));
  }

  private static SampledRatio of(
      Comparison pair, Statistic statistic, Function<Observations, int[][]> sizes) {
    // where more is better, the candidate stands below the line
    Observations below = pair.moreIsBetter() ? pair.candidate() : pair.baseline();
    Observations above = pair.moreIsBetter() ? pair.baseline() : pair.candidate();
    return new SampledRatio(
        sample(below, statistic, sizes.apply(below)), sample(above, statistic, sizes.apply(above)));
  }

  private static Sample sample(Observations side, Statistic statistic, int[][] sizes) {
    if (statistic == Statistic.MEAN) {
      return Sample.mean(side.values(), sizes);
    }
    double share = statistic.share();
    List<Histogram> operations = side.operations();
    return operations.isEmpty()
        ? Sample.quantile(side.values(), side.quantity().ascending(share), sizes)
        : Sample.operations(operations, share, sizes);
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
  public double estimate() {
    return candidate.observed() / baseline.observed();
  }

  @Override
  public double variance() {
    return studentized ? variance(baseline.values()) + variance(candidate.values()) : Double.NaN;
  }

  private static double variance(double[] units) {
    return Means.relativeVariance(units) / units.length;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    int[] machines = new int[baseline.machines()];
    int[] indexes = new int[Math.max(baseline.capacity(), candidate.capacity())];
    for (int i = from; i < to; i++) {
      for (int k = 0; machines.length > 1 && k < machines.length; k++) {
        machines[k] = Sample.upper(random.nextLong(), machines.length);
      }
      if (studentized) {
        double[] below = baseline.drawn(random, machines, indexes);
        double[] above = candidate.drawn(random, machines, indexes);
        target.estimates()[i] = Means.mean(above) / Means.mean(below);
        target.variances()[i] = variance(below) + variance(above);
      } else {
        double denominator = baseline.resampled(random, machines, indexes);
        target.estimates()[i] = candidate.resampled(random, machines, indexes) / denominator;
      }
    }
  }
}
