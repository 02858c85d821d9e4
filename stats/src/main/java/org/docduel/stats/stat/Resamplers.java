package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations;

/** Chooses the resampler that fits a method, a statistic and samples. */
final class Resamplers {
  private final Statistic statistic;

  Resamplers(Statistic statistic) {
    this.statistic = statistic;
  }

  Resampler of(Method method, Row row) {
    List<? extends Resampler> members =
        method == Method.STUDENTIZED
            ? row.units().stream().map(Resamplers::studentized).toList()
            : row.contrast().members().stream()
                .map(samples ->
                    method == Method.HIERARCHICAL ? hierarchical(samples) : flat(samples))
                .toList();
    return row.contrast() instanceof Contrast.Single ? members.get(0) : new Blended(members);
  }

  private Resampler flat(Samples samples) {
    Side left = denominator(samples);
    Side right = numerator(samples);
    if (statistic == Statistic.MEAN) {
      return new MeanRatio(samples.values(left), samples.values(right));
    }
    IndexStatistic below = statistic(samples, left);
    IndexStatistic above = statistic(samples, right);
    return new SampledRatio(new FlatDraw(below.size()), below, new FlatDraw(above.size()), above);
  }

  /** A side of a comparison. */
  private interface Side extends Function<Comparison, Observations> {}

  // Where more is better, the candidate stands below the line.
  private static Side denominator(Samples samples) {
    return samples.moreIsBetter() ? Comparison::candidate : Comparison::baseline;
  }

  private static Side numerator(Samples samples) {
    return samples.moreIsBetter() ? Comparison::baseline : Comparison::candidate;
  }

  private Resampler hierarchical(Samples samples) {
    samples.requireForks();
    List<String> machines = samples.commonMachines();
    Side below = denominator(samples);
    Side above = numerator(samples);
    NestedDraw left = nested(samples, below, machines);
    NestedDraw right = nested(samples, above, machines);
    if (statistic == Statistic.MEAN) {
      return new NestedMeanRatio(left, samples.values(below), right, samples.values(above));
    }
    return new SampledRatio(left, statistic(samples, below), right, statistic(samples, above));
  }

  private static NestedDraw nested(Samples samples, Side side, List<String> machines) {
    List<ForkSeries> forks = samples.forks(side);
    boolean contiguous = samples.parts().size() == 1 && machines.size() > 1;
    if (!contiguous) {
      return new NestedDraw(new int[][] {forks.stream().mapToInt(ForkSeries::size).toArray()});
    }
    // Forks come file after file, so the machines are runs of neighbouring forks.
    List<int[]> sizes = new ArrayList<>();
    for (String machine : machines) {
      sizes.add(
          forks.stream()
              .filter(fork -> fork.machine().equals(machine))
              .mapToInt(ForkSeries::size)
              .toArray());
    }
    return new NestedDraw(sizes.toArray(int[][]::new));
  }

  private static Resampler studentized(Units units) {
    if (units.strata().stream().anyMatch(one -> one.pairs() != Stratum.Pairs.NONE)) {
      throw new BadInputException(
          "method studentized does not compare pairs of " + units.name() + "s; use --method t");
    }
    List<Resampler> strata =
        units.strata().stream()
            .map(stratum ->
                (Resampler) new StudentizedLogRatio(stratum.denominator(), stratum.numerator()))
            .toList();
    return strata.size() == 1 ? strata.get(0) : new Blended(strata);
  }

  private IndexStatistic statistic(Samples samples, Side side) {
    double[] values = samples.values(side);
    List<Histogram> histograms = samples.histograms(side);
    return histograms.isEmpty()
        ? new QuantileOf(
            values, side.apply(samples.parts().get(0)).quantity().ascending(statistic.share()))
        : new OperationQuantileOf(histograms, statistic.share());
  }
}
