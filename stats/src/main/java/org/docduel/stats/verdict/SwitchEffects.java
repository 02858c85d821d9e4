package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;

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
   * @param on the switches that are on, by their place
   * @param ratio candidate time over baseline time
   * @param interval of the ratio; NaN bounds with one fork a side
   */
  public record SetUp(List<Integer> on, double ratio, Interval interval) {}

  /**
   * One switch.
   *
   * @param factor of the ratio when it is on
   * @param interval of the factor; NaN bounds with one fork a side
   */
  public record Effect(double factor, Interval interval) {}

  /**
   * Estimates the effects.
   *
   * @param pairs what both sides measured in each set-up of the design
   * @throws IllegalArgumentException if a side has no operation at all
   */
  public static SwitchEffects of(PlackettBurman design, int switches, List<Comparison> pairs) {
    List<LogRatio> ratios = pairs.stream().map(SwitchEffects::ratio).toList();
    List<SetUp> setUps = new ArrayList<>();
    for (int run = 0; run < design.runs(); run++) {
      int row = run;
      LogRatio ratio = ratios.get(run);
      setUps.add(
          new SetUp(
              IntStream.range(0, switches).filter(each -> design.on(row, each)).boxed().toList(),
              Math.exp(ratio.theta()),
              interval(ratio)));
    }
    List<Effect> effects = new ArrayList<>();
    for (int column = 0; column <= switches; column++) {
      effects.add(effect(design, column, ratios));
    }
    return new SwitchEffects(setUps, effects.subList(0, switches), effects.get(switches));
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

  private static Effect effect(PlackettBurman design, int column, List<LogRatio> ratios) {
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
    LogRatio effect = new LogRatio(theta, terms);
    return new Effect(Math.exp(theta), interval(effect));
  }

  /** Of the forks' means; of a single fork without a variance, whatever its iterations say. */
  private static LogRatio ratio(Comparison pair) {
    if (DoubleStream.of(pair.baseline().mean(), pair.candidate().mean()).anyMatch(it -> it == 0)) {
      throw new IllegalArgumentException("a side of a set-up has no operation at all");
    }
    Row row = Row.of("", List.of(pair), Statistic.MEAN, NO_DRAWS, Rounds.NONE, List.of());
    return row.forked()
        ? row.ratio()
        : new LogRatio(
            row.ratio().theta(), List.of(new LogRatio.Term(pair, 1, Double.NaN, Double.NaN, 1)));
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
