package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Observations;

/**
 * What may be taken for independent in some samples. Machines are the unit when both sides ran on
 * the same three or more: then each machine is a pair. On two common machines forks are compared
 * within each machine. Otherwise forks are the unit when both sides have 2 or more, else
 * observations.
 *
 * @param name observation, fork, machine, or pair of these
 * @param strata pairs of samples whose log ratios are averaged
 */
public record Units(String name, List<Stratum> strata) {
  /** Fewer forks, or fewer units, on a side decide nothing. */
  public static final int ENOUGH = 3;

  private static final int MACHINES_AS_UNITS = 3;

  /** Copies the list. */
  public Units {
    strata = List.copyOf(strata);
  }

  /** Number of units of the baseline. */
  public int baselineCount() {
    return strata.stream().mapToInt(Stratum::baselineCount).sum();
  }

  /** Number of units of the candidate. */
  public int candidateCount() {
    return strata.stream().mapToInt(Stratum::candidateCount).sum();
  }

  /** Whether each side of each stratum has 2 units or more. */
  public boolean several() {
    return strata.stream().allMatch(s -> s.numerator().length > 1 && s.denominator().length > 1);
  }

  /** The share of resamples in which no unit differs, so that they have no standard error. */
  public double constantShare() {
    double share = 1;
    for (Stratum stratum : strata) {
      share *= Math.pow(stratum.numerator().length, 1.0 - stratum.numerator().length);
      if (!stratum.paired()) {
        share *= Math.pow(stratum.denominator().length, 1.0 - stratum.denominator().length);
      }
    }
    return share;
  }

  boolean enough() {
    return strata.stream()
        .allMatch(s -> s.numerator().length >= ENOUGH && s.denominator().length >= ENOUGH);
  }

  static Units of(Samples samples, Statistic statistic) {
    List<String> machines = samples.commonMachines();
    if (machines.size() >= MACHINES_AS_UNITS) {
      return new Units("machine", List.of(byMachine(samples, machines, statistic)));
    }
    if (machines.size() > 1 && !samples.paired()) {
      List<Stratum> strata = withinMachines(samples, machines, statistic);
      if (strata.stream().allMatch(s -> s.numerator().length > 1 && s.denominator().length > 1)) {
        return new Units("fork", strata);
      }
    }
    boolean forks = samples.forked();
    Function<Observations, double[]> values =
        forks ? side -> forkLevels(side, statistic) : Observations::values;
    Stratum all =
        Stratum.of(
            gathered(samples, Comparison::baseline, values, ""),
            gathered(samples, Comparison::candidate, values, ""),
            samples.paired(),
            samples.moreIsBetter());
    String unit = forks ? "fork" : "observation";
    return new Units(samples.paired() ? "pair of " + unit + "s" : unit, List.of(all));
  }

  private record Key(Object observations, String machine) {}

  private static Stratum.Side gathered(
      Samples samples,
      Function<Comparison, Observations> side,
      Function<Observations, double[]> values,
      String machine) {
    double[] units =
        samples.parts().stream()
            .flatMapToDouble(part -> Arrays.stream(values.apply(side.apply(part))))
            .toArray();
    Object key =
        samples.parts().size() == 1 && !samples.paired()
            ? new Key(side.apply(samples.parts().get(0)), machine)
            : new Object();
    return new Stratum.Side(units, key);
  }

  private static Stratum byMachine(Samples samples, List<String> machines, Statistic statistic) {
    List<Double> left = new ArrayList<>();
    List<Double> right = new ArrayList<>();
    for (Comparison part : samples.parts()) {
      for (String machine : machines) {
        left.add(Means.mean(forkLevels(part.baseline(), machine, statistic)));
        right.add(Means.mean(forkLevels(part.candidate(), machine, statistic)));
      }
    }
    return Stratum.of(
        new Stratum.Side(array(left), new Object()),
        new Stratum.Side(array(right), new Object()),
        true,
        samples.moreIsBetter());
  }

  private static List<Stratum> withinMachines(
      Samples samples, List<String> machines, Statistic statistic) {
    return machines.stream()
        .map(machine -> {
          Function<Observations, double[]> values = side -> forkLevels(side, machine, statistic);
          return Stratum.of(
              gathered(samples, Comparison::baseline, values, machine),
              gathered(samples, Comparison::candidate, values, machine),
              false,
              samples.moreIsBetter());
        })
        .toList();
  }

  private static double[] forkLevels(Observations side, Statistic statistic) {
    return side.forks().stream().mapToDouble(fork -> statistic.of(fork, side.quantity())).toArray();
  }

  private static double[] forkLevels(Observations side, String machine, Statistic statistic) {
    return side.forks().stream()
        .filter((ForkSeries fork) -> fork.machine().equals(machine))
        .mapToDouble(fork -> statistic.of(fork, side.quantity()))
        .toArray();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
