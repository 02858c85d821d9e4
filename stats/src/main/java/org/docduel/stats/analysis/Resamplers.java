package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.Histogram;
import org.docduel.stats.Observations;
import org.docduel.stats.resample.Blended;
import org.docduel.stats.resample.FlatDraw;
import org.docduel.stats.resample.IndexStatistic;
import org.docduel.stats.resample.MeanOf;
import org.docduel.stats.resample.MeanRatio;
import org.docduel.stats.resample.NestedDraw;
import org.docduel.stats.resample.NestedMeanRatio;
import org.docduel.stats.resample.OperationQuantileOf;
import org.docduel.stats.resample.PairedLogRatio;
import org.docduel.stats.resample.QuantileOf;
import org.docduel.stats.resample.Resampler;
import org.docduel.stats.resample.SampledRatio;
import org.docduel.stats.resample.StudentizedLogRatio;

/** Chooses the resampler that fits a method, a statistic and samples. */
final class Resamplers {
  private final Statistic statistic;

  Resamplers(Statistic statistic) {
    this.statistic = statistic;
  }

  Resampler of(Method method, Contrast contrast) {
    List<Resampler> members =
        contrast.members().stream()
            .map(samples ->
                switch (method) {
                  case STUDENTIZED -> studentized(Units.of(samples));
                  case HIERARCHICAL -> hierarchical(samples);
                  default -> flat(samples);
                })
            .toList();
    return contrast instanceof Contrast.Single ? members.get(0) : new Blended(members);
  }

  private Resampler flat(Samples samples) {
    if (statistic == Statistic.MEAN && !samples.paired()) {
      return new MeanRatio(samples.baseline(), samples.candidate());
    }
    IndexStatistic left = statistic(samples, Comparison::baseline);
    IndexStatistic right = statistic(samples, Comparison::candidate);
    return new SampledRatio(
        new FlatDraw(left.size()), left, new FlatDraw(right.size()), right, samples.paired());
  }

  private Resampler hierarchical(Samples samples) {
    if (!samples.forked()) {
      throw new BadInputException(
          samples.parts().get(0).baseline()
              + ": the hierarchical method needs at least 2 forks a side; choose another --method");
    }
    List<String> machines = samples.commonMachines();
    NestedDraw left = nested(samples, Comparison::baseline, machines);
    NestedDraw right = nested(samples, Comparison::candidate, machines);
    if (statistic == Statistic.MEAN && !samples.paired()) {
      return new NestedMeanRatio(
          left,
          values(samples, Comparison::baseline),
          right,
          values(samples, Comparison::candidate));
    }
    return new SampledRatio(
        left,
        statistic(samples, Comparison::baseline),
        right,
        statistic(samples, Comparison::candidate),
        samples.paired());
  }

  private static NestedDraw nested(
      Samples samples, Function<Comparison, Observations> side, List<String> machines) {
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
    List<Resampler> strata =
        units.strata().stream()
            .map(stratum ->
                stratum.paired()
                    ? new PairedLogRatio(stratum.baseline(), stratum.candidate())
                    : (Resampler) new StudentizedLogRatio(stratum.baseline(), stratum.candidate()))
            .toList();
    return strata.size() == 1 ? strata.get(0) : new Blended(strata);
  }

  private IndexStatistic statistic(Samples samples, Function<Comparison, Observations> side) {
    double[] values = values(samples, side);
    if (statistic == Statistic.MEAN) {
      return new MeanOf(values);
    }
    List<Histogram> histograms = samples.histograms(side);
    return histograms.isEmpty()
        ? new QuantileOf(values, statistic.share())
        : new OperationQuantileOf(histograms, statistic.share());
  }

  private static double[] values(Samples samples, Function<Comparison, Observations> side) {
    return samples.parts().stream()
        .flatMapToDouble(part -> Arrays.stream(side.apply(part).values()))
        .toArray();
  }
}
