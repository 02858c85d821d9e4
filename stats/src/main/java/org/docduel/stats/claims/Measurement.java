package org.docduel.stats.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.SelectedResult;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;

/**
 * Measures a claim in one set-up.
 *
 * @param formula how
 * @param expected when a value agrees
 * @param setting the sides and the statistic
 * @param test the test of pairs
 */
record Measurement(Formula formula, Expectation expected, Setting setting, SuperiorityTest test) {

  /**
   * Measures.
   *
   * @param selected the results of the set-up
   * @return a value, or the reason why there is none
   * @throws BadInputException if the results cannot be paired or compared
   */
  Measured of(List<SelectedResult> selected) {
    return switch (formula.over()) {
      case ONE -> formula.measure().pair() ? pair(selected) : single(selected);
      case BEST -> best(selected);
      case OVERALL -> overall(selected);
      case RISES, TREND -> Trend.of(formula, series(selected));
      default -> Many.of(formula, groups(selected, varying(selected)));
    };
  }

  private Measured single(List<SelectedResult> selected) {
    return selected.size() == 1
        ? Measured.of(level(selected.get(0)))
        : Measured.none(
            selected.size() + " results match " + setting.where() + "," + setting.candidate());
  }

  private double level(SelectedResult result) {
    return Levels.of(formula.measure(), setting.statistic(), result.observations());
  }

  /** The two named subjects, whatever else sets them apart. */
  private Measured pair(List<SelectedResult> selected) {
    SelectedResult baseline = only("baseline", setting.baseline().orElseThrow(), selected);
    SelectedResult candidate = only("candidate", setting.candidate(), selected);
    Comparison comparison =
        new Comparison("pair", baseline.observations(), candidate.observations());
    boolean alone = comparison.baseline().size() == 1 && comparison.candidate().size() == 1;
    if (alone && formula.measure() == Measure.SUPERIOR) {
      return Measured.none("one observation a side decides nothing");
    }
    if (alone
        || formula.measure() == Measure.GAP
        || comparison.baseline().quantity().kind() == Quantity.Kind.OTHER) {
      return Measured.of(Levels.of(formula.measure(), setting.statistic(), comparison));
    }
    Superiority row = test.withStatistic(setting.statistic()).test(comparison);
    Estimate estimate = row.primary();
    double delta = estimate.delta();
    Interval interval = estimate.interval();
    return switch (formula.measure()) {
      case RATIO ->
          Measured.of(
              1 / (1 - delta),
              "",
              interval(1 / (1 - interval.lower()), 1 / (1 - interval.upper())));
      case GROWTH ->
          Measured.of(1 - delta, "", interval(1 - interval.upper(), 1 - interval.lower()));
      case SUPERIOR ->
          Measured.of(
              delta, row.verdict() == Verdict.SUPERIOR ? "superior" : "not superior", interval);
      default -> Measured.of(delta, "", interval);
    };
  }

  private static Interval interval(double lower, double upper) {
    return new Interval(lower, upper, 0.95);
  }

  private static SelectedResult only(
      String side, org.docduel.stats.jmh.ParameterMatch match, List<SelectedResult> selected) {
    List<SelectedResult> matching =
        selected.stream().filter(result -> match.matches(result.fields())).toList();
    if (matching.size() == 1) {
      return matching.get(0);
    }
    throw new BadInputException(
        matching.isEmpty()
            ? "no result is the " + side + " " + match
            : matching.size()
                + " results are the "
                + side
                + " "
                + match
                + ": they differ in "
                + String.join(", ", SelectedResult.varying(matching)));
  }

  /** The fields that set groups apart. */
  private List<String> varying(List<SelectedResult> selected) {
    List<String> varying = new ArrayList<>(SelectedResult.varying(selected));
    varying.remove(formula.parameter());
    setting.baseline().ifPresent(side -> varying.removeAll(side.keys()));
    if (formula.measure().pair()) {
      varying.removeAll(setting.candidate().keys());
    }
    return varying;
  }

  private Map<String, Levels.Sides> groups(List<SelectedResult> selected, List<String> by) {
    Map<String, Levels.Sides> groups = new LinkedHashMap<>();
    if (!formula.measure().pair()) {
      selected.forEach(result -> groups.put(result.label(by), Levels.Sides.of(level(result))));
      return groups;
    }
    for (Comparison comparison : pairing().withBy(by).pair(selected).comparisons()) {
      groups.put(comparison.group(), Levels.Sides.of(setting.statistic(), comparison));
    }
    return groups;
  }

  private Pairing pairing() {
    return Pairing.of(setting.baseline().orElseThrow(), setting.candidate());
  }

  private Measured overall(List<SelectedResult> selected) {
    SuperiorityReport report =
        test.withStatistic(setting.statistic()).testAll(pairing().pair(selected).comparisons());
    Estimate estimate = report.conclusion().primary();
    return Measured.of(estimate.delta(), "", estimate.interval())
        .because("over " + report.rows().size() + " groups");
  }

  private Measured best(List<SelectedResult> selected) {
    Map<String, Double> levels = new TreeMap<>();
    for (SelectedResult result : selected) {
      if (levels.put(result.field(formula.parameter()), level(result)) != null) {
        return Measured.none(
            "several results have one "
                + formula.parameter()
                + ": they differ in "
                + String.join(", ", SelectedResult.varying(selected)));
      }
    }
    boolean most = formula.measure() == Measure.RATE;
    Map.Entry<String, Double> best =
        levels.entrySet().stream()
            .min((a, b) ->
                most
                    ? Double.compare(b.getValue(), a.getValue())
                    : Double.compare(a.getValue(), b.getValue()))
            .orElseThrow();
    String among = "of " + String.join(", ", levels.keySet());
    if (expected instanceof Expectation.Word wanted && !levels.containsKey(wanted.word())) {
      return Measured.none(
          wanted.word() + " was not measured; best is " + best.getKey() + " " + among);
    }
    return Measured.of(best.getValue(), best.getKey()).because(among);
  }

  /** For each group, the measure over the parameter's values in ascending order. */
  private Map<String, List<Double>> series(List<SelectedResult> selected) {
    String along = formula.parameter();
    List<String> by = varying(selected);
    Map<Double, List<SelectedResult>> steps = new TreeMap<>();
    for (SelectedResult result : selected) {
      steps
          .computeIfAbsent(Magnitude.of(along, result.field(along)), key -> new ArrayList<>())
          .add(result);
    }
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (List<SelectedResult> step : steps.values()) {
      groups(step, by)
          .forEach((group, sides) ->
              series.computeIfAbsent(group, key -> new ArrayList<>()).add(sides.value(formula)));
    }
    int length = steps.size();
    series.values().removeIf(values -> values.size() != length);
    return series;
  }
}
