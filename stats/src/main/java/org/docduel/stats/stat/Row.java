package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.sidecar.ServerMemory;
import org.docduel.stats.stat.Units.Group;
import org.docduel.stats.stat.Units.Stratum;

/**
 * A comparison before its verdict.
 *
 * @param name the group, or the name of an overall row
 * @param members what is compared; of several it is the geometric mean of their ratios
 * @param units its units, one for each member
 * @param ratio its log ratio, with the standard error that decides
 * @param rounds decides what is compared round by round
 * @param findings what is known about its observations
 */
public record Row(
    String name,
    List<Comparison> members,
    List<Units> units,
    LogRatio ratio,
    Streams streams,
    Rounds rounds,
    List<Finding> findings) {
  /** The row of some members, with the units and the log ratio that they have in a statistic. */
  public static Row of(
      String name,
      List<Comparison> members,
      Statistic statistic,
      Streams streams,
      Rounds rounds,
      List<Finding> findings) {
    List<Units> units =
        members.stream().map(member -> Units.of(member, statistic, rounds)).toList();
    return new Row(name, members, units, LogRatio.of(units), streams, rounds, findings);
  }

  /** The pairs of samples of all members. */
  Stream<Stratum> strata() {
    return units.stream().flatMap(member -> member.strata().stream());
  }

  /** Whether there are forks and units enough for a verdict. */
  public boolean hasMinReplicates() {
    return hasMinForks(Units.MIN_REPLICATES) && units.stream().allMatch(Units::hasMinReplicates);
  }

  /** Whether each side of each member has so many forks. */
  public boolean hasMinForks(int forks) {
    return members.stream().allMatch(member -> member.hasMinForks(forks));
  }

  /** Whether each side of each member has 2 forks or more. */
  public boolean forked() {
    return hasMinForks(2);
  }

  /** What is compared; of several members that of the first, in which the levels are. */
  public Quantity quantity() {
    return members.get(0).baseline().quantity();
  }

  /** Whether somebody said which way the quantity is better. */
  public boolean directed() {
    return quantity().better() != Quantity.Better.UNKNOWN;
  }

  /** Whether a t can be made and decides something. */
  public boolean testable() {
    return hasMinReplicates() && ratio.varies();
  }

  /** How the promises of relaxed writes differ between the sides, where both are known. */
  public Optional<String> unlikePromises() {
    return members.stream()
        .map(part -> part.sides().map(side -> side.origin().promise()).toList())
        .filter(promises -> !promises.contains("") && !promises.get(0).equals(promises.get(1)))
        .findFirst()
        .map(promises ->
            "relaxed writes promise %s in the baseline and %s in the candidate: no verdict compares them"
                .formatted(promises.toArray()));
  }

  /** Whether one side's server was held to its memory and the other's is said to have it. */
  public Optional<String> unlikeMemories() {
    return members.stream()
        .map(part -> part.sides().map(side -> side.origin().memory()).toList())
        .filter(sources ->
            !sources.contains("")
                && sources.stream().filter(ServerMemory.STATED::equals).count() == 1)
        .findFirst()
        .map(sources ->
            "the memory of one server is limited and that of the other is not (%s, %s): no verdict compares them"
                .formatted(sources.toArray()));
  }

  /** Rows whose observations the same forks made, each group in order of first appearance. */
  public static List<List<Row>> byForks(List<Row> rows) {
    return SharedForks.groups(rows, row -> forksOf(row.strata()));
  }

  /** Whether the same forks measured several of its members. */
  public boolean sharesForks() {
    return SharedForks.groups(units, Row::forksOf).size() < units.size();
  }

  /** Whether it is not known which forks some members lack that others have. */
  public boolean lacksUnknownForks() {
    List<Group> samples =
        strata().flatMap(each -> Stream.of(each.baseline(), each.candidate())).toList();
    return SharedForks.groups(samples, Group::forks).stream()
        .anyMatch(shared -> shared.stream().mapToInt(Group::rows).distinct().count() > 1);
  }

  private static Set<ForkId> forksOf(Units member) {
    return forksOf(member.strata().stream());
  }

  private static Set<ForkId> forksOf(Stream<Stratum> strata) {
    return strata
        .flatMap(each -> Stream.of(each.baseline(), each.candidate()))
        .flatMap(sample -> sample.forks().stream())
        .collect(Collectors.toSet());
  }

  /** How the ways to the servers differ between the sides, where both are known. */
  public Optional<String> unlikeNetworks() {
    return members.stream()
        .map(part -> part.sides().map(side -> side.origin().network()).toList())
        .filter(networks -> networks.get(0).isUnlike(networks.get(1)))
        .findFirst()
        .map(networks ->
            "one server is behind a published port and the other is not (%s, %s), which costs up to half of the rate of short operations: no verdict compares them; give both one source, such as --source container"
                .formatted(networks.stream().map(Network::label).toArray()));
  }

  /** The same with another log ratio. */
  public Row withRatio(LogRatio changed) {
    return new Row(name, members, units, changed, streams, rounds, findings);
  }

  /** How many units a side of a combination has, the smallest number. */
  public int unitsOfACombination() {
    return units.stream()
        .mapToInt(member -> member.strata().stream().mapToInt(Stratum::size).sum())
        .min()
        .orElse(0);
  }

  /** The same row of other observations, with the rounds that they have. */
  public Row map(UnaryOperator<Observations> change, Statistic statistic, Rounds changed) {
    return of(
        name,
        members.stream()
            .map(member ->
                new Comparison(
                    member.group(),
                    change.apply(member.baseline()),
                    change.apply(member.candidate())))
            .toList(),
        statistic,
        streams,
        changed,
        findings);
  }

  /**
   * The p of an exact test of whether one side has more slow iterations in every unit: each of its
   * units exceeds its middle by more than each unit of the other side does (by more than the other
   * unit of its pair, where units are pairs). Slow iterations that hit units at random come out
   * that way with this probability, whatever they cost. 1 where the units do not.
   *
   * @param middle the same row of the means of each fork's middle iterations
   * @param slower the side
   */
  public double slowIterationsP(Row middle, Side slower) {
    double p = 0;
    for (int i = 0; i < units.size(); i++) {
      List<Stratum> all = units.get(i).strata();
      List<Stratum> middles = middle.units.get(i).strata();
      if (all.size() != middles.size()) {
        return 1;
      }
      for (int k = 0; k < all.size(); k++) {
        p = Math.max(p, Excess.of(all.get(k), middles.get(k), slower).p());
      }
    }
    return units.isEmpty() ? 1 : p;
  }

  /** By how much the units of two sides exceed their middles, as logarithms of time. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Excess(double[] slower, double[] faster, boolean paired) {
    static Excess of(Stratum all, Stratum middle, Side slower) {
      Side faster = slower == Side.BASELINE ? Side.CANDIDATE : Side.BASELINE;
      int sign = all.moreIsBetter() ? -1 : 1;
      return new Excess(
          of(slower.of(all), slower.of(middle), sign),
          of(faster.of(all), faster.of(middle), sign),
          all.paired());
    }

    private static double[] of(Group all, Group middle, int sign) {
      return all.units().length != middle.units().length
          ? new double[0]
          : IntStream.range(0, all.units().length)
              .mapToDouble(i -> sign * StrictMath.log(all.units()[i] / middle.units()[i]))
              .toArray();
    }

    /** Two-sided, by all ways to assign the units to the sides. */
    double p() {
      boolean finite =
          DoubleStream.concat(Arrays.stream(slower), Arrays.stream(faster))
              .allMatch(Double::isFinite);
      if (!finite || slower.length == 0 || faster.length == 0) {
        return 1; // a middle without an operation says nothing
      }
      boolean separate =
          paired
              ? IntStream.range(0, slower.length).allMatch(i -> slower[i] > faster[i])
              : Arrays.stream(slower).min().orElseThrow()
                  > Arrays.stream(faster).max().orElseThrow();
      int count = slower.length;
      double assignments =
          paired
              ? Math.pow(2, count)
              : CombinatoricsUtils.binomialCoefficientDouble(count + faster.length, count);
      return separate ? 2 / assignments : 1;
    }
  }

  /** The same row of another statistic. */
  public Row withStatistic(Statistic statistic) {
    return of(name, members, statistic, streams, rounds, findings);
  }

  /** The observations of a side. */
  public enum Side {
    /** What the candidate is compared with. */
    BASELINE,
    /** What is said to be better. */
    CANDIDATE;

    private Observations of(Comparison part) {
      return this == BASELINE ? part.baseline() : part.candidate();
    }

    private Group of(Stratum stratum) {
      return this == BASELINE ? stratum.baseline() : stratum.candidate();
    }
  }

  /** How many observations a side has. */
  public int observations(Side side) {
    return members.stream().mapToInt(member -> side.of(member).size()).sum();
  }

  /**
   * The relative standard deviation of a side's units, over all members; 0 where units are pairs.
   */
  public double spread(Side side) {
    return Math.sqrt(
        strata()
            .mapToDouble(each -> each.paired() ? 0 : Means.relativeVariance(side.of(each).units()))
            .average()
            .orElse(0));
  }

  /** How many units a side has: what the same processes made of several members is one sample. */
  int units(Side side) {
    List<Group> samples = strata().map(side::of).toList();
    return SharedForks.groups(samples, Group::forks).stream()
        .mapToInt(shared ->
            (int) shared.stream().flatMap(sample -> sample.ids().stream()).distinct().count())
        .sum();
  }

  /** How many forks a side has. */
  int forks(Side side) {
    return members.stream().mapToInt(member -> side.of(member).forks().size()).sum();
  }

  /** The level of a side's units, whose ratio is the estimate's; of groups the geometric mean. */
  public double unitLevel(Side side) {
    List<Level> levels = new ArrayList<>();
    for (Units member : units) {
      double weight = 1.0 / units.size() / member.strata().size();
      member
          .strata()
          .forEach(
              each -> levels.add(new Level(side.of(each).mean(), weight, each.moreIsBetter())));
    }
    return Level.mean(levels);
  }

  /** The statistic of all observations of a side; of groups the geometric mean. */
  public double level(Side side, Statistic statistic) {
    return Level.mean(
        members.stream()
            .map(member ->
                new Level(
                    statistic.level(side.of(member)), 1.0 / members.size(), member.moreIsBetter()))
            .toList());
  }

  private record Level(double level, double weight, boolean rises) {

    /** In the first one's direction: a rate among times stands for the time of an operation. */
    static double mean(List<Level> levels) {
      Level first = levels.get(0);
      double logs = 0;
      for (Level each : levels) {
        double aligned = each.rises == first.rises ? each.level : 1 / each.level;
        logs += each.weight * StrictMath.log(aligned);
      }
      return levels.size() == 1 ? first.level : StrictMath.exp(logs);
    }
  }
}
