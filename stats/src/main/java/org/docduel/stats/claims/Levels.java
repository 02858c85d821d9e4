package org.docduel.stats.claims;

import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Summaries;

/** Numbers of results and of pairs. */
final class Levels {
  private static final int QUARTERS = 4;
  private static final int SHORTEST_RUN = 8;

  private Levels() {}

  /**
   * The numbers of a group.
   *
   * @param baseline of the baseline; 1 where there is none
   * @param candidate of the candidate, or of the single result
   */
  record Sides(double baseline, double candidate) {
    static Sides of(double value) {
      return new Sides(1, value);
    }

    static Sides of(Statistic statistic, Comparison comparison) {
      return new Sides(
          level(statistic, comparison.baseline()), level(statistic, comparison.candidate()));
    }

    double value(Formula formula) {
      return formula.measure().pair()
          ? contrast(formula.measure(), baseline, candidate)
          : candidate;
    }
  }

  /** The measure of two numbers. */
  static double contrast(Measure measure, double baseline, double candidate) {
    return switch (measure) {
      case RATIO -> baseline / candidate;
      case GROWTH -> candidate / baseline;
      case GAP -> Math.abs(baseline - candidate);
      default -> 1 - candidate / baseline;
    };
  }

  static double of(Measure measure, Statistic statistic, Comparison comparison) {
    return contrast(
        measure, level(statistic, comparison.baseline()), level(statistic, comparison.candidate()));
  }

  static double of(Measure measure, Statistic statistic, Observations observations) {
    return switch (measure) {
      case RATE -> 1 / level(statistic, observations);
      case DRIFT -> drift(observations);
      case TIME -> time(observations, level(statistic, observations));
      default -> level(statistic, observations);
    };
  }

  private static double time(Observations observations, double level) {
    if (observations.quantity().rate()) {
      return level;
    }
    MetricUnit unit = new MetricUnit(observations.quantity().unit());
    return unit.inSeconds(level)
        .orElseThrow(
            () -> new BadInputException("its metric is in " + unit.name() + ", which is no time"));
  }

  private static double level(Statistic statistic, Observations observations) {
    boolean tail = statistic == Statistic.P95 || statistic == Statistic.P99;
    if (tail && !Summaries.enoughForTails(observations)) {
      throw new BadInputException(
          "a " + statistic.label() + " needs 20 observations; there are " + observations.size());
    }
    double level = statistic.level(observations);
    // Formulas speak of times: a rate stands for the time that an operation takes.
    return observations.quantity().rate() ? 1 / level : level;
  }

  private static double drift(Observations observations) {
    boolean time = observations.quantity().time();
    double sum = 0;
    for (ForkSeries fork : observations.forks()) {
      if (fork.size() < SHORTEST_RUN) {
        throw new BadInputException(
            "a run has " + fork.size() + " iterations; a drift needs at least " + SHORTEST_RUN);
      }
      int quarter = fork.size() / QUARTERS;
      sum += mean(fork, fork.size() - quarter, quarter, time) / mean(fork, 0, quarter, time);
    }
    return sum / observations.forks().size();
  }

  /** The mean of the levels, or of the rates, which are the reciprocals of times. */
  private static double mean(ForkSeries fork, int first, int count, boolean time) {
    double sum = 0;
    for (int i = first; i < first + count; i++) {
      sum += time ? 1 / fork.value(i) : fork.value(i);
    }
    return sum / count;
  }
}
