package org.docduel.audit;

import java.util.List;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;

/**
 * The superiority test of Turutin and Puzevich 2025, section III-D: it resamples the observations
 * of each side, whatever forks made them. The interval is the percentile interval, a p is k / B,
 * and no comparison minds the others.
 *
 * @param statistic of the observations; not the trimmed mean, which needs forks
 */
record PublishedBootstrap(Hypothesis hypothesis, Resampling resampling, Statistic statistic) {
  /** The name of the row over all groups. */
  static final String OVERALL = "Overall (pooled)";

  /**
   * What the test says of a pair.
   *
   * @param value the time reduction, as a fraction
   * @param interval of it, at the level {@code 1 - alpha}
   * @param superior whether a reduction of Delta is shown
   */
  record Reduction(double value, Interval interval, boolean superior) {}

  /**
   * Tests one comparison.
   *
   * @throws BadInputException if it has no ratio
   */
  Reduction of(Comparison comparison) {
    return of(comparison, Streams.key("group", comparison.group()));
  }

  /**
   * Tests the observations of several comparisons thrown together, so that the slowest group
   * decides.
   *
   * @param comparisons two at least
   * @throws BadInputException if one of them has no ratio, or they do not count the same quantity
   */
  Reduction overall(List<Comparison> comparisons) {
    comparisons.forEach(Comparison::requireTestable);
    return of(pooled(comparisons), Streams.key("overall", "pooled"));
  }

  /** All forks of several comparisons, as one. */
  static Comparison pooled(List<Comparison> comparisons) {
    return new Comparison(
        OVERALL,
        Observations.concat(comparisons.stream().map(Comparison::baseline).toList()).pooled(true),
        Observations.concat(comparisons.stream().map(Comparison::candidate).toList()).pooled(true));
  }

  private Reduction of(Comparison comparison, long key) {
    comparison.requireTestable();
    SampledRatio ratio = SampledRatio.flat(comparison, statistic);
    Replicates replicates = resampling.of(ratio, new Streams(resampling.seed(), key));
    double p = replicates.below(hypothesis.delta()) / (double) resampling.resamples();
    boolean directed = comparison.baseline().quantity().better() != Quantity.Better.UNKNOWN;
    return new Reduction(
        1 - ratio.estimate(),
        replicates.interval(hypothesis.alpha() / 2),
        directed && p < hypothesis.alpha());
  }
}
