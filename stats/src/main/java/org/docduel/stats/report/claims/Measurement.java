package org.docduel.stats.report.claims;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.Observations;
import org.docduel.stats.analysis.Estimate;
import org.docduel.stats.analysis.Interval;
import org.docduel.stats.analysis.Statistic;
import org.docduel.stats.analysis.Summaries;
import org.docduel.stats.analysis.Summary;
import org.docduel.stats.analysis.SuperiorityReport;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.analysis.Verdict;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;

/** Measures one claim in one set-up. */
final class Measurement {
  private static final int QUARTERS = 4;
  private static final int SHORTEST_RUN = 8;

  private final Claim claim;
  private final SuperiorityTest pairs;
  private final SuperiorityTest families;

  /**
   * For a claim.
   *
   * @param claim what is measured
   * @param pairs tests one pair
   * @param families tests several groups together
   */
  Measurement(Claim claim, SuperiorityTest pairs, SuperiorityTest families) {
    this.claim = claim;
    this.pairs = pairs;
    this.families = families;
  }

  /**
   * Measures.
   *
   * @param selected the results of the set-up
   * @return a value, or the reason why there is none
   * @throws BadInputException if the results cannot be paired or compared
   */
  Measured of(List<SelectedResult> selected) {
    return switch (claim.measure()) {
      case NONE -> Measured.none(claim.setting().published().reason());
      case RATE, TIME, SHARE, DRIFT -> single(selected);
      case OVERALL, SUPERIOR -> groups(selected);
      default -> pair(selected);
    };
  }

  private Measured pair(List<SelectedResult> selected) {
    Pairing.Pairs found = pairing().pair(selected);
    if (found.comparisons().size() > 1) {
      return Measured.none("several results differ in " + String.join(", ", found.by()));
    }
    Estimate estimate = pairs.withStatistic(statistic()).test(found.comparisons().get(0)).primary();
    double delta = estimate.delta();
    Interval interval = estimate.interval();
    return switch (claim.measure()) {
      case RATIO ->
          measured(1 / (1 - delta), 1 / (1 - interval.lower()), 1 / (1 - interval.upper()));
      case GROWTH -> measured(1 - delta, 1 - interval.upper(), 1 - interval.lower());
      default -> measured(delta, interval.lower(), interval.upper());
    };
  }

  private Measured groups(List<SelectedResult> selected) {
    Pairing.Pairs found = pairing().pair(selected);
    int wanted = claim.setting().groups();
    int count = found.comparisons().size();
    if (wanted > 0 && count != wanted) {
      return Measured.none(
          "compares " + count + " groups (" + String.join(", ", found.by()) + "), not " + wanted);
    }
    SuperiorityReport report = families.testAll(found.comparisons());
    if (claim.measure() == Claim.Measure.SUPERIOR) {
      long superior =
          report.rows().stream().filter(row -> row.verdict() == Verdict.SUPERIOR).count();
      return measured((double) superior, Double.NaN, Double.NaN);
    }
    Estimate estimate =
        report.overall().isEmpty()
            ? report.rows().get(0).primary()
            : report.overall().get(0).row().primary();
    return measured(estimate.delta(), estimate.interval().lower(), estimate.interval().upper());
  }

  private Measured single(List<SelectedResult> selected) {
    ParameterMatch match = ParameterMatch.parse(claim.setting().candidate());
    List<SelectedResult> matching =
        selected.stream().filter(result -> match.matches(result.fields())).toList();
    if (matching.size() != 1) {
      return Measured.none(matching.size() + " results match " + match);
    }
    Observations observations = matching.get(0).observations();
    return switch (claim.measure()) {
      case RATE -> measured(1 / level(observations), Double.NaN, Double.NaN);
      case SHARE -> measured(observations.mean(), Double.NaN, Double.NaN);
      case DRIFT -> drift(observations);
      default -> time(observations);
    };
  }

  private Measured time(Observations observations) {
    MetricUnit unit = new MetricUnit(observations.quantity().unit());
    double level = level(observations);
    if (unit.inSeconds(level).isEmpty()) {
      return Measured.none("its metric is in " + unit.name() + ", which is no time");
    }
    return measured(unit.inSeconds(level).getAsDouble(), Double.NaN, Double.NaN);
  }

  private double level(Observations observations) {
    Summary summary = Summaries.of("", observations, 0.95);
    return switch (statistic()) {
      case MEAN -> summary.mean();
      case MEDIAN -> summary.median();
      case P95 -> summary.p95();
      case P99 -> summary.p99();
      case MIN -> summary.min();
      case TRIMMED -> summary.mean();
    };
  }

  private static Measured drift(Observations observations) {
    double sum = 0;
    for (ForkSeries fork : observations.forks()) {
      if (fork.size() < SHORTEST_RUN) {
        return Measured.none(
            "a run has " + fork.size() + " iterations; a drift needs at least " + SHORTEST_RUN);
      }
      int quarter = fork.size() / QUARTERS;
      sum += rate(fork, fork.size() - quarter, quarter) / rate(fork, 0, quarter);
    }
    return measured(sum / observations.forks().size(), Double.NaN, Double.NaN);
  }

  /** The mean of the rates, which are the reciprocals of times per operation. */
  private static double rate(ForkSeries fork, int first, int count) {
    double sum = 0;
    for (int i = first; i < first + count; i++) {
      sum += 1 / fork.value(i);
    }
    return sum / count;
  }

  private Pairing pairing() {
    return Pairing.of(
        ParameterMatch.parse(claim.setting().baseline()),
        ParameterMatch.parse(claim.setting().candidate()));
  }

  private Statistic statistic() {
    String name = claim.setting().statistic();
    return Statistic.of(name)
        .orElseThrow(() -> new BadInputException("claim statistic '" + name + "' is unknown"));
  }

  private static Measured measured(double value, double lower, double upper) {
    return new Measured(value, new Interval(lower, upper, 0.95), "");
  }
}
