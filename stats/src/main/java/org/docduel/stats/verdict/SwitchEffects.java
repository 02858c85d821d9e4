package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.PlackettBurman.Switch;

/**
 * What the switches of a {@link PlackettBurman} design do to the ratio of two times. A ratio is the
 * candidate's time over the baseline's; the effect of a switch is the factor by which the ratio
 * changes when it is on, the geometric mean over half of the set-ups against the other half. Forks
 * are the units; intervals are Student's with Satterthwaite's degrees of freedom, each on its own.
 *
 * @param setUps in the design's order; the first has all switches off
 * @param effects of the switches, in their order
 * @param dummy the effect of the column that switches nothing: what the noise makes
 */
public record SwitchEffects(List<SetUp> setUps, List<Effect> effects, Effect dummy) {
  /** Of each interval. */
  public static final double CONFIDENCE = 0.95;

  private static final Streams NO_DRAWS = new Streams(0, 0);

  /**
   * One set-up.
   *
   * @param on the switches that are on
   * @param ratio candidate time over baseline time
   * @param interval of the ratio; NaN bounds with one fork a side
   */
  public record SetUp(List<Switch> on, double ratio, Interval interval) {}

  /**
   * One switch.
   *
   * @param factor of the ratio when it is on
   * @param interval of the factor; NaN bounds with one fork a side
   */
  public record Effect(Switch what, double factor, Interval interval) {}

  /**
   * Estimates the effects.
   *
   * @param pairs what both sides measured in each set-up of the design
   * @throws IllegalArgumentException if a side has no operation at all
   */
  public static SwitchEffects of(PlackettBurman design, List<Comparison> pairs) {
    List<LogRatio> ratios = pairs.stream().map(SwitchEffects::ratio).toList();
    List<SetUp> setUps = new ArrayList<>();
    for (LogRatio ratio : ratios) {
      List<Switch> on = new ArrayList<>(design.switches());
      int run = setUps.size();
      on.removeIf(each -> !design.on(run, design.switches().indexOf(each)));
      setUps.add(new SetUp(on, Math.exp(ratio.theta()), interval(ratio)));
    }
    List<Effect> effects = new ArrayList<>();
    for (Switch each : design.switches()) {
      effects.add(effect(each, design, effects.size(), ratios));
    }
    Switch nothing = new Switch("(dummy, switches nothing)", "", "");
    return new SwitchEffects(setUps, effects, effect(nothing, design, effects.size(), ratios));
  }

  /** The effects, the largest first; that of the dummy is the last. */
  public List<Effect> bySize() {
    List<Effect> sorted = new ArrayList<>(effects);
    sorted.sort(Comparator.comparingDouble(effect -> -Math.abs(Math.log(effect.factor()))));
    sorted.add(dummy);
    return sorted;
  }

  /** How many set-ups have the direction of the one with all switches off. */
  public long agreeing() {
    return setUps.stream().filter(this::agrees).count();
  }

  private boolean agrees(SetUp setUp) {
    return (setUp.ratio() > 1) == (setUps.get(0).ratio() > 1);
  }

  /** The set-up of the fewest switches in which the direction is the other one. */
  public Optional<SetUp> nearestThatTurns() {
    return setUps.stream()
        .filter(setUp -> !agrees(setUp))
        .min(
            Comparator.<SetUp>comparingInt(setUp -> setUp.on().size())
                .thenComparingDouble(setUp -> -Math.abs(Math.log(setUp.ratio()))));
  }

  private static Effect effect(
      Switch what, PlackettBurman design, int column, List<LogRatio> ratios) {
    double theta = 0;
    List<LogRatio.Term> terms = new ArrayList<>();
    for (int run = 0; run < design.runs(); run++) {
      double weight = (design.on(run, column) ? 2.0 : -2.0) / design.runs();
      theta += weight * ratios.get(run).theta();
      for (LogRatio.Term term : ratios.get(run).terms()) {
        terms.add(
            new LogRatio.Term(
                term.key(), term.level(), term.variance(), term.df(), weight * term.weight()));
      }
    }
    return new Effect(what, Math.exp(theta), interval(new LogRatio(theta, terms)));
  }

  /** Of the forks' means; of a single fork without a variance, whatever its iterations say. */
  private static LogRatio ratio(Comparison pair) {
    if (pair.baseline().mean() == 0 || pair.candidate().mean() == 0) {
      throw new IllegalArgumentException("a side of a set-up has no operation at all");
    }
    LogRatio ratio =
        Row.of("", List.of(pair), Statistic.MEAN, NO_DRAWS, Rounds.NONE, List.of()).ratio();
    return pair.atLeast(2)
        ? ratio
        : new LogRatio(
            ratio.theta(), List.of(new LogRatio.Term(pair, 1, Double.NaN, Double.NaN, 1)));
  }

  private static Interval interval(LogRatio ratio) {
    double half =
        ratio.varies()
            ? TDistribution.of(ratio.df()).inverseSurvivalProbability((1 - CONFIDENCE) / 2)
                * Math.sqrt(ratio.variance())
            : Double.isNaN(ratio.variance()) ? Double.NaN : 0;
    return new Interval(Math.exp(ratio.theta() - half), Math.exp(ratio.theta() + half), CONFIDENCE);
  }
}
