package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;

/**
 * What may be taken for independent in some samples: forks when both sides have 2 or more, else
 * observations. Forks of several files of one host are compared within each file; where that would
 * hide that the sides differ from file to file, a file is a pair. Of several hosts, each is a pair.
 *
 * @param name observation, fork, round, file or machine
 * @param strata pairs of samples whose log ratios are averaged
 * @param notes what a reader has to know about them
 */
public record Units(String name, List<Stratum> strata, List<String> notes) {
  /** Fewer forks, or fewer units, on a side decide nothing. */
  public static final int MIN_REPLICATES = 3;

  private static final String UNMATCHED_FORKS =
      "forks of files or machines that only one side has do not count";

  // High, since a difference that is missed does more harm than one that is imagined: at 25 %
  // (Bancroft 1964, doi:10.2307/2527923), three files that differ by 3 to 5 % err in 9 %.
  private static final double OBJECTION = 0.50;

  /** Whether each side of each stratum has 2 units or more. */
  boolean several() {
    return strata.stream().allMatch(stratum -> stratum.size() >= 2);
  }

  boolean hasMinReplicates() {
    return strata.stream().allMatch(stratum -> stratum.size() >= MIN_REPLICATES);
  }

  /** The same with the geometric means of units. */
  Units geometric() {
    return new Units(name, strata.stream().map(Stratum::geometric).toList(), notes);
  }

  static Units of(Comparison pair, Statistic statistic, Rounds rounds) {
    return Choice.of(pair, statistic).units(rounds);
  }

  /** A sample: the forks of a side, or those of a file, or what stands for them. */
  private record Key(Observations side, Object part) {}

  /** The forks of a side, and the samples that can be made of them. */
  private record Side(Observations observed, Statistic statistic, List<ForkId> ids) {

    private double level(ForkSeries fork) {
      return statistic.of(fork, observed.quantity());
    }

    private List<Integer> places(Predicate<ForkSeries> which) {
      return IntStream.range(0, ids.size())
          .filter(place -> which.test(observed.forks().get(place)))
          .boxed()
          .toList();
    }

    /** A fork is a unit. */
    Group forks(Predicate<ForkSeries> which, Object part) {
      List<ForkId> chosen = places(which).stream().map(ids::get).toList();
      double[] levels = observed.forks().stream().filter(which).mapToDouble(this::level).toArray();
      boolean hasRounds = chosen.stream().noneMatch(id -> id.round() == 0);
      int rows = hasRounds ? 0 : observed.forks().size() + observed.origin().emptyForks();
      return new Group(levels, chosen, Set.copyOf(chosen), new Key(observed, part), false, rows);
    }

    /** An observation is a unit. */
    Group observations() {
      List<Object> each = new ArrayList<>();
      for (int place = 0; place < ids.size(); place++) {
        for (int i = 0; i < observed.forks().get(place).size(); i++) {
          each.add(List.of(ids.get(place), i));
        }
      }
      return new Group(observed.values(), each, Set.copyOf(ids), new Key(observed, ""), false, 0);
    }

    /** A round is a unit, or a file, or a machine: the mean of its forks. */
    Group means(Collection<?> units, Function<ForkSeries, ?> where, Object part) {
      double[] means = new double[units.size()];
      int next = 0;
      for (Object unit : units) {
        means[next++] =
            Means.mean(
                observed.forks().stream()
                    .filter(fork -> where.apply(fork).equals(unit))
                    .mapToDouble(this::level)
                    .toArray());
      }
      Set<ForkId> forks =
          places(fork -> units.contains(where.apply(fork))).stream()
              .map(ids::get)
              .collect(Collectors.toSet());
      return new Group(means, List.copyOf(units), forks, new Key(observed, part), false, 0);
    }
  }

  /** The units of one comparison. */
  private record Choice(Comparison pair, Side baseline, Side candidate, Statistic statistic) {

    static Choice of(Comparison pair, Statistic statistic) {
      Observations baselineObservations = pair.baseline();
      Observations candidateObservations = pair.candidate();
      return new Choice(
          pair,
          new Side(baselineObservations, statistic, ForkId.of(baselineObservations, true)),
          new Side(candidateObservations, statistic, ForkId.of(candidateObservations, false)),
          statistic);
    }

    Units units(Rounds rounds) {
      Set<String> hosts = hosts(pair.baseline());
      Set<String> others = hosts(pair.candidate());
      boolean several = hosts.size() > 1 || others.size() > 1;
      hosts.retainAll(others);
      // Earlier and later runs lie in files of their own: nothing says that machines differ.
      boolean separateRuns = hosts.isEmpty() && unnamed();
      if (several && !separateRuns && hosts.size() != 1) {
        return hosts(hosts);
      }
      Predicate<ForkSeries> which =
          fork -> !several || separateRuns || hosts.contains(fork.hostOrFile());
      Set<String> files = places(pair.baseline(), which, ForkSeries::machine);
      Set<String> all = new LinkedHashSet<>(files);
      all.addAll(places(pair.candidate(), which, ForkSeries::machine));
      files.retainAll(places(pair.candidate(), which, ForkSeries::machine));
      if (all.size() > 1 && !files.isEmpty()) {
        return blocks(files, several || files.size() < all.size());
      }
      if (!several && rounds.pair(pair.baseline(), pair.candidate())) {
        Units byRound = byRound();
        if (byRound.hasMinReplicates()) {
          return byRound;
        }
      }
      double opposed = several ? 0 : rounds.opposed(pair.baseline(), pair.candidate());
      Stratum forks = within(which, "", opposed);
      boolean byFork =
          forks.size() >= 2 || statistic == Statistic.TRIMMED; // which is one of a fork
      if (byFork) {
        return new Units(
            "fork",
            List.of(forks),
            several && !separateRuns ? List.of(UNMATCHED_FORKS) : List.of());
      }
      Stratum each = stratum(baseline.observations(), candidate.observations(), false, 0);
      return new Units("observation", List.of(each), List.of());
    }

    private Stratum stratum(
        Group baselineGroup, Group candidateGroup, boolean paired, double share) {
      return new Stratum(baselineGroup, candidateGroup, paired, share, pair.moreIsBetter());
    }

    private Stratum within(Predicate<ForkSeries> which, String file, double share) {
      return stratum(baseline.forks(which, file), candidate.forks(which, file), false, share);
    }

    private Units byRound() {
      int forks = pair.baseline().forks().size() + pair.candidate().forks().size();
      Set<Integer> shared = Rounds.of(pair.baseline());
      shared.retainAll(Rounds.of(pair.candidate()));
      int lost = forks - 2 * shared.size();
      List<String> notes = new ArrayList<>();
      if (lost > 0) {
        notes.add(
            lost
                + " forks have no counterpart in their round, of which one side lost its fork;"
                + " they do not count for this pair");
      }
      return pairs("round", shared, ForkSeries::round, notes);
    }

    /** Hosts are never thrown together: each that has both sides is a pair, else a unit. */
    private Units hosts(Set<String> common) {
      List<String> notes = new ArrayList<>();
      Set<String> all = hosts(pair.baseline());
      all.addAll(hosts(pair.candidate()));
      if (unnamed()) {
        notes.add("no sidecar names the hosts of these files: each counts as a machine");
      }
      if (common.isEmpty()) {
        notes.add("no machine has both sides: each is a unit");
        Object part = new Object();
        Group baselineGroup = baseline.means(hosts(pair.baseline()), ForkSeries::hostOrFile, part);
        Group candidateGroup =
            candidate.means(hosts(pair.candidate()), ForkSeries::hostOrFile, part);
        Stratum unpaired = stratum(baselineGroup, candidateGroup, false, 0);
        return new Units("machine", List.of(unpaired), notes);
      }
      if (common.size() < all.size()) {
        notes.add(UNMATCHED_FORKS);
      }
      return pairs("machine", common, ForkSeries::hostOrFile, notes).geometric();
    }

    private boolean unnamed() {
      return pair.sides()
          .flatMap(side -> side.forks().stream())
          .anyMatch(fork -> fork.host().isEmpty());
    }

    private Units blocks(Set<String> files, boolean lost) {
      List<String> notes = new ArrayList<>(lost ? List.of(UNMATCHED_FORKS) : List.of());
      List<Stratum> strata =
          files.stream()
              .map(file -> within(fork -> fork.machine().equals(file), file, 0))
              .filter(stratum -> stratum.size() >= 2)
              .toList();
      if (strata.size() < files.size()) {
        notes.add("files with a single fork of a side do not count");
      }
      double p = interaction(strata);
      if (strata.isEmpty() || p < OBJECTION) {
        notes.add(
            strata.isEmpty()
                ? "each file is a unit"
                : String.format(
                    Locale.ROOT,
                    "the sides may differ from file to file (F test, p %.2g): each file is a unit",
                    p));
        return pairs("file", files, ForkSeries::machine, notes).geometric();
      }
      return new Units("fork", strata, notes);
    }

    private static Set<String> places(
        Observations side, Predicate<ForkSeries> which, Function<ForkSeries, String> where) {
      Set<String> places = new LinkedHashSet<>();
      side.forks().stream().filter(which).forEach(fork -> places.add(where.apply(fork)));
      return places;
    }

    private static Set<String> hosts(Observations side) {
      return places(side, fork -> true, ForkSeries::hostOrFile);
    }

    /** The p of no interaction of side and file; NaN when there is nothing to test. */
    private static double interaction(List<Stratum> strata) {
      if (strata.size() < 2) {
        return Double.NaN;
      }
      LogRatio all = LogRatio.of(List.of(new Units("", strata, List.of())));
      double[] thetas =
          strata.stream()
              .mapToDouble(stratum ->
                  LogRatio.of(List.of(new Units("", List.of(stratum), List.of()))).theta())
              .toArray();
      // of the mean of n log ratios, all.variance() is a part n smaller than that of one
      double f = Means.variance(thetas) / (all.variance() * thetas.length);
      return all.varies()
          ? FDistribution.of(thetas.length - 1.0, all.df()).survivalProbability(f)
          : Double.NaN;
    }

    private Units pairs(
        String name, Set<?> units, Function<ForkSeries, ?> where, List<String> notes) {
      Group baselineGroup = baseline.means(units, where, name);
      Group candidateGroup = candidate.means(units, where, name);
      return new Units(name, List.of(stratum(baselineGroup, candidateGroup, true, 0)), notes);
    }
  }

  /**
   * The units of a side, at least one.
   *
   * @param ids identify the units among those of the same forks
   * @param forks all forks behind them
   * @param key what stands for them: what is equal is the same
   * @param geometric whether their mean is: one machine may be ten times as fast as the next
   * @param rows how many forks the result has with those that have no observations, where forks are
   *     known by their place among them alone; else 0
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Group(
      double[] units, List<?> ids, Set<ForkId> forks, Object key, boolean geometric, int rows) {
    private Group asGeometric() {
      return new Group(units, ids, forks, key, true, rows);
    }

    /** What the units are: those of results with other numbers of rows may be other forks. */
    String unit(String name) {
      return rows == 0 ? name : name + " of " + rows;
    }

    double mean() {
      return geometric ? StrictMath.exp(Means.mean(logs())) : Means.mean(units);
    }

    /** By how much each unit differs from the mean, relative to it. */
    double[] deviations() {
      if (!geometric) {
        return Means.deviations(units);
      }
      double[] logs = logs();
      double mean = Means.mean(logs);
      return Arrays.stream(logs).map(log -> log - mean).toArray();
    }

    private double[] logs() {
      return Arrays.stream(units).map(StrictMath::log).toArray();
    }
  }

  /**
   * Two samples of units that are compared.
   *
   * @param paired whether the units of a place, a machine, file or round, are compared
   * @param share the correlation of unpaired units of one round, 0 or below
   * @param moreIsBetter whether the baseline is the numerator of the time ratio
   */
  record Stratum(
      Group baseline, Group candidate, boolean paired, double share, boolean moreIsBetter) {

    /** The same with the geometric means of units. */
    Stratum geometric() {
      return new Stratum(
          baseline.asGeometric(), candidate.asGeometric(), paired, share, moreIsBetter);
    }

    Group numerator() {
      return moreIsBetter ? baseline : candidate;
    }

    Group denominator() {
      return moreIsBetter ? candidate : baseline;
    }

    /** The number of units of the smaller side. */
    int size() {
      return Math.min(baseline.units().length, candidate.units().length);
    }
  }
}
