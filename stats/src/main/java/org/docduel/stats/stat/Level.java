package org.docduel.stats.stat;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Units.Stratum;

/**
 * The statistic of each side and how many observations it rests on. Several groups give the
 * geometric mean of theirs.
 *
 * @param baseline level of the baseline, in the units of the observations
 * @param candidate level of the candidate, in the units of the observations
 * @param baselineCount number of observations of the baseline
 * @param candidateCount number of observations of the candidate
 */
public record Level(double baseline, double candidate, int baselineCount, int candidateCount) {
  /** The levels of all observations of each side. */
  public static Level of(Statistic statistic, Contrast contrast) {
    List<Samples> members = contrast.members();
    return new Level(
        level(statistic, members, Comparison::baseline),
        level(statistic, members, Comparison::candidate),
        count(members, Comparison::baseline),
        count(members, Comparison::candidate));
  }

  /** The levels of units: their means, whose ratio is the estimate's. */
  public static Level ofUnits(Contrast contrast, List<Units> units) {
    return new Level(
        mean(units, stratum -> Means.mean(stratum.baseline())),
        mean(units, stratum -> Means.mean(stratum.candidate())),
        count(contrast.members(), Comparison::baseline),
        count(contrast.members(), Comparison::candidate));
  }

  private static int count(List<Samples> members, Function<Comparison, Observations> side) {
    return members.stream()
        .flatMap(samples -> samples.forks(side).stream())
        .mapToInt(ForkSeries::size)
        .sum();
  }

  private static double mean(List<Units> units, ToDoubleFunction<Stratum> side) {
    List<Stratum> strata = units.stream().flatMap(member -> member.strata().stream()).toList();
    if (strata.size() == 1) {
      return side.applyAsDouble(strata.get(0));
    }
    double logs = 0;
    for (Units member : units) {
      double weight = 1.0 / units.size() / member.strata().size();
      for (Stratum stratum : member.strata()) {
        double level = side.applyAsDouble(stratum);
        // A rate among times stands for the time that an operation takes.
        boolean inverted = stratum.moreIsBetter() != strata.get(0).moreIsBetter();
        logs += weight * StrictMath.log(inverted ? 1 / level : level);
      }
    }
    return StrictMath.exp(logs);
  }

  private static double level(
      Statistic statistic, List<Samples> members, Function<Comparison, Observations> side) {
    if (members.size() == 1) {
      return level(statistic, members.get(0), side);
    }
    double logs = 0;
    for (Samples samples : members) {
      double level = level(statistic, samples, side);
      boolean inverted = samples.moreIsBetter() != members.get(0).moreIsBetter();
      logs += StrictMath.log(inverted ? 1 / level : level) / members.size();
    }
    return StrictMath.exp(logs);
  }

  private static double level(
      Statistic statistic, Samples samples, Function<Comparison, Observations> side) {
    return statistic.level(Observations.concat(samples.parts().stream().map(side).toList()));
  }
}
