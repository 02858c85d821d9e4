package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.docduel.stats.Comparison;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.Observations;

/**
 * What may be taken for independent in some samples. Machines are the unit when both sides ran on
 * the same three or more: then each machine is a pair. On two common machines forks are compared
 * within each machine. Otherwise forks are the unit when both sides have 2 or more, else
 * observations.
 *
 * @param name observation, fork, machine, or pair of these
 * @param strata pairs of samples whose log ratios are averaged
 */
record Units(String name, List<Stratum> strata) {
  /**
   * Below this number of units on a side no verdict is given: resamples of two units are all but
   * constant.
   */
  static final int ENOUGH = 3;

  private static final int MACHINES_AS_UNITS = 3;

  Units {
    strata = List.copyOf(strata);
  }

  int baselineCount() {
    return strata.stream().mapToInt(stratum -> stratum.baseline().length).sum();
  }

  int candidateCount() {
    return strata.stream().mapToInt(stratum -> stratum.candidate().length).sum();
  }

  boolean enough() {
    return strata.stream()
        .allMatch(s -> s.baseline().length >= ENOUGH && s.candidate().length >= ENOUGH);
  }

  static Units of(Samples samples) {
    List<String> machines = samples.commonMachines();
    if (machines.size() >= MACHINES_AS_UNITS) {
      return new Units("machine", List.of(byMachine(samples, machines)));
    }
    if (machines.size() > 1 && !samples.paired()) {
      List<Stratum> strata = withinMachines(samples, machines);
      if (strata.stream().allMatch(s -> s.baseline().length > 1 && s.candidate().length > 1)) {
        return new Units("fork", strata);
      }
    }
    boolean forks = samples.forked();
    Function<Observations, double[]> values =
        forks ? Observations::forkMeans : Observations::values;
    Stratum all =
        new Stratum(
            gathered(samples, Comparison::baseline, values),
            gathered(samples, Comparison::candidate, values),
            samples.paired());
    String unit = forks ? "fork" : "observation";
    return new Units(samples.paired() ? "pair of " + unit + "s" : unit, List.of(all));
  }

  private static double[] gathered(
      Samples samples,
      Function<Comparison, Observations> side,
      Function<Observations, double[]> values) {
    return samples.parts().stream()
        .flatMapToDouble(part -> Arrays.stream(values.apply(side.apply(part))))
        .toArray();
  }

  private static Stratum byMachine(Samples samples, List<String> machines) {
    List<Double> left = new ArrayList<>();
    List<Double> right = new ArrayList<>();
    for (Comparison part : samples.parts()) {
      for (String machine : machines) {
        left.add(mean(forkMeans(part.baseline(), machine)));
        right.add(mean(forkMeans(part.candidate(), machine)));
      }
    }
    return new Stratum(array(left), array(right), true);
  }

  private static List<Stratum> withinMachines(Samples samples, List<String> machines) {
    return machines.stream()
        .map(machine ->
            new Stratum(
                gathered(samples, Comparison::baseline, side -> forkMeans(side, machine)),
                gathered(samples, Comparison::candidate, side -> forkMeans(side, machine)),
                false))
        .toList();
  }

  private static double[] forkMeans(Observations side, String machine) {
    return side.forks().stream()
        .filter(fork -> fork.machine().equals(machine))
        .mapToDouble(ForkSeries::mean)
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
