package org.docduel.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.docduel.audit.Formula.Expectation;
import org.docduel.audit.Formula.Measure;
import org.docduel.audit.Formula.Measured;
import org.docduel.audit.PublishedBootstrap.Reduction;
import org.docduel.stats.diagnose.Diagnostics.MannKendall;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.verdict.Decision;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;

/**
 * Measures a claim in one set-up.
 *
 * @param expected when a value agrees
 * @param setting the sides and the statistic
 * @param test the test of pairs
 * @param published whether pairs are tested as published, with the level and the resamples of the
 *     test
 */
record Measurement(
    Formula formula,
    Expectation expected,
    Claim.Setting setting,
    SuperiorityTest test,
    boolean published) {
  private static final int QUARTERS = 4;
  private static final int SHORTEST_RUN = 8;
  private static final int MIN_STEPS = 3;
  private static final double ALPHA = 0.05;

  /** The numbers of a group: of its baseline, 1 where there is none, and of its candidate. */
  private record Sides(double baseline, double candidate) {}

  /**
   * Measures.
   *
   * @param selected the results of the set-up
   * @return a value, or the reason why there is none
   * @throws BadInputException if the results cannot be paired or compared
   */
  Measured of(List<SelectedResult> selected) {
    Measured measured =
        switch (formula.over()) {
          case ONE ->
              formula.measure().pair()
                  ? pair(selected)
                  : Measured.of(level(only("candidate", setting.candidate(), selected)));
          case BEST -> best(selected);
          case OVERALL -> overall(selected);
          case RISES, TREND -> course(series(selected));
          default -> many(groups(selected, varying(selected)));
        };
    return measured.in(selected.get(0).observations().quantity());
  }

  /** The two named subjects, whatever else sets them apart. */
  private Measured pair(List<SelectedResult> selected) {
    Comparison comparison =
        new Comparison(
            "pair",
            only("baseline", setting.baseline().orElseThrow(), selected).observations(),
            only("candidate", setting.candidate(), selected).observations());
    Measure measure = formula.measure();
    boolean unreplicated = isUnreplicated(comparison);
    if (unreplicated && measure == Measure.SUPERIOR) {
      return Measured.none("one observation a side decides nothing");
    }
    if (unreplicated
        || measure == Measure.GAP
        || comparison.baseline().quantity().kind() == Quantity.Kind.OTHER) {
      return Measured.of(value(sides(comparison)));
    }
    Reduction reduction = reduction(comparison);
    DoubleUnaryOperator toMeasure =
        switch (measure) {
          case RATIO -> delta -> 1 / (1 - delta);
          case GROWTH -> delta -> 1 - delta;
          default -> delta -> delta;
        };
    double[] bounds = {
      toMeasure.applyAsDouble(reduction.interval().lower()),
      toMeasure.applyAsDouble(reduction.interval().upper())
    };
    Arrays.sort(bounds);
    Interval interval = new Interval(bounds[0], bounds[1], reduction.interval().confidence());
    String verdict = reduction.superior() ? "superior" : "not superior";
    return Measured.of(
        toMeasure.applyAsDouble(reduction.value()),
        measure == Measure.SUPERIOR ? verdict : "",
        interval);
  }

  /** Whether nothing varies: a trimmed mean is one number of a fork. */
  private boolean isUnreplicated(Comparison comparison) {
    int forks =
        Math.min(comparison.baseline().forks().size(), comparison.candidate().forks().size());
    return setting.statistic() == Statistic.TRIMMED
        ? forks == 1
        : comparison.baseline().size() == 1 && comparison.candidate().size() == 1;
  }

  private Reduction reduction(Comparison comparison) {
    return asPublished()
        ? bootstrap().of(comparison)
        : reduction(test.withStatistic(setting.statistic()).test(comparison));
  }

  private static Reduction reduction(Superiority row) {
    return new Reduction(
        row.delta(), row.primary().interval(), row.decision() == Decision.SUPERIOR);
  }

  /** The published test knows no trimmed mean, which t compares. */
  private boolean asPublished() {
    return published && setting.statistic() != Statistic.TRIMMED;
  }

  private PublishedBootstrap bootstrap() {
    return new PublishedBootstrap(test.hypothesis(), test.resampling(), setting.statistic());
  }

  private static SelectedResult only(
      String side, ParameterMatch match, List<SelectedResult> selected) {
    List<SelectedResult> matching =
        selected.stream().filter(result -> match.matches(result.fields())).toList();
    if (matching.size() == 1) {
      return matching.get(0);
    }
    throw new BadInputException(
        matching.isEmpty()
            ? "no result is the " + side + " " + match
            : "%d results are the %s %s: they differ in %s"
                .formatted(
                    matching.size(),
                    side,
                    match,
                    String.join(", ", SelectedResult.varying(matching))));
  }

  private Measured overall(List<SelectedResult> selected) {
    SuperiorityTest compared = test.withStatistic(setting.statistic());
    List<Comparison> groups =
        pairing(List.of()).pair(selected, compared::requireTestable).comparisons();
    List<Comparison> totals = Comparison.totals(groups);
    Reduction reduction;
    if (!published) {
      reduction = reduction(compared.testAll(groups).conclusion());
    } else if (totals.size() == 1) {
      reduction = reduction(totals.get(0));
    } else {
      reduction =
          asPublished()
              ? bootstrap().overall(totals)
              : reduction(PublishedBootstrap.pooled(totals));
    }
    return Measured.of(reduction.value(), "", reduction.interval())
        .because("over " + groups.size() + " groups");
  }

  private Pairing pairing(List<String> by) {
    return new Pairing(setting.baseline().orElseThrow(), setting.candidate(), by);
  }

  private Measured best(List<SelectedResult> selected) {
    Map<String, Double> levels = new TreeMap<>();
    for (SelectedResult result : selected) {
      if (levels.put(result.field(formula.parameter()), level(result)) != null) {
        return Measured.none(
            "several results have one %s: they differ in %s"
                .formatted(
                    formula.parameter(), String.join(", ", SelectedResult.varying(selected))));
      }
    }
    double sign = formula.measure() == Measure.RATE ? -1 : 1;
    Map.Entry<String, Double> best =
        levels.entrySet().stream()
            .min(Comparator.comparingDouble(level -> sign * level.getValue()))
            .orElseThrow();
    String among = "of " + String.join(", ", levels.keySet());
    if (!expected.textValue().isEmpty() && !levels.containsKey(expected.textValue())) {
      return Measured.none(
          expected.textValue() + " was not measured; best is " + best.getKey() + " " + among);
    }
    return Measured.of(best.getValue(), best.getKey()).because(among);
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

  private Map<String, Sides> groups(List<SelectedResult> selected, List<String> by) {
    Map<String, Sides> groups = new LinkedHashMap<>();
    if (formula.measure().pair()) {
      pairing(by)
          .pair(selected, pair -> {})
          .comparisons()
          .forEach(comparison -> groups.put(comparison.group(), sides(comparison)));
    } else {
      selected.forEach(result -> groups.put(result.label(by), new Sides(1, level(result))));
    }
    return groups;
  }

  /** What is made of the numbers of many groups. */
  private Measured many(Map<String, Sides> groups) {
    double[] values = groups.values().stream().mapToDouble(this::value).toArray();
    double count = values.length;
    List<String> above =
        groups.entrySet().stream()
            .filter(group -> value(group.getValue()) > formula.number())
            .map(Map.Entry::getKey)
            .toList();
    String many = above.size() + " of " + groups.size();
    String over = "over " + groups.size() + " groups";
    return switch (formula.over()) {
      case SUM ->
          Measured.of(
                  formula.measure().pair()
                      ? value(
                          new Sides(sum(groups, Sides::baseline), sum(groups, Sides::candidate)))
                      : Arrays.stream(values).sum())
              .because(over);
      case MEAN -> Measured.of(Arrays.stream(values).sum() / count).because(over);
      case GEOMETRIC_MEAN ->
          Measured.of(StrictMath.exp(Arrays.stream(values).map(StrictMath::log).sum() / count))
              .because(over);
      case QUANTILE -> Measured.of(Means.TYPE_7.evaluate(values, formula.number())).because(over);
      case SHARE_ABOVE -> Measured.of(above.size() / count).because(many);
      case COUNT_ABOVE -> Measured.of(above.size()).because(many + ": " + String.join("; ", above));
      default -> throw new IllegalArgumentException("not over many: " + formula.over());
    };
  }

  private static double sum(Map<String, Sides> groups, ToDoubleFunction<Sides> side) {
    return groups.values().stream().mapToDouble(side).sum();
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
              series.computeIfAbsent(group, key -> new ArrayList<>()).add(value(sides)));
    }
    int length = steps.size();
    series.values().removeIf(values -> values.size() != length);
    return series;
  }

  /** Whether numbers rise or fall with a parameter, group by group. */
  private Measured course(Map<String, List<Double>> series) {
    int steps = series.values().stream().mapToInt(List::size).min().orElse(0);
    if (steps < MIN_STEPS) {
      return Measured.none(
          "a course needs at least %d values of %s; the results have %d"
              .formatted(MIN_STEPS, formula.parameter(), steps));
    }
    return formula.over() == Formula.Over.RISES ? rises(series) : trend(series);
  }

  private static Measured rises(Map<String, List<Double>> series) {
    List<String> rising = new ArrayList<>();
    series.forEach((group, values) -> {
      if (IntStream.range(1, values.size()).allMatch(i -> values.get(i) > values.get(i - 1))) {
        rising.add(group);
      }
    });
    return Measured.of((double) rising.size() / series.size())
        .because(rising.size() + " of " + series.size() + ": " + String.join("; ", rising));
  }

  /**
   * The seasonal Kendall test adds Kendall's S and its variance over the groups (Hirsch, Slack and
   * Smith 1982, doi:10.1029/WR018i001p00107), with the usual correction for continuity.
   */
  private static Measured trend(Map<String, List<Double>> series) {
    long s = 0;
    double variance = 0;
    long pairs = 0;
    for (List<Double> values : series.values()) {
      MannKendall of = MannKendall.of(values.stream().mapToDouble(value -> value).toArray());
      s += of.s();
      variance += of.variance();
      pairs += values.size() * (values.size() - 1L) / 2;
    }
    double p = new MannKendall(s, variance).p();
    double tau = (double) s / pairs;
    String direction = p >= ALPHA ? "no trend" : s > 0 ? "rises" : "falls";
    return Measured.of(tau, direction)
        .because(String.format(Locale.ROOT, "tau %.2f, p %.4f", tau, p));
  }

  private double value(Sides sides) {
    return switch (formula.measure()) {
      case RATIO -> sides.baseline() / sides.candidate();
      case GROWTH -> sides.candidate() / sides.baseline();
      case GAP -> Math.abs(sides.baseline() - sides.candidate());
      case REDUCTION, SUPERIOR -> 1 - sides.candidate() / sides.baseline();
      default -> sides.candidate();
    };
  }

  private Sides sides(Comparison comparison) {
    return new Sides(level(comparison.baseline()), level(comparison.candidate()));
  }

  private double level(SelectedResult result) {
    Observations observations = result.observations();
    return switch (formula.measure()) {
      case RATE -> 1 / level(observations);
      case DRIFT -> drift(observations);
      case TIME -> time(observations.quantity(), level(observations));
      default -> level(observations);
    };
  }

  private static double time(Quantity quantity, double level) {
    return quantity.rate()
        ? level
        : quantity
            .inSeconds(level)
            .orElseThrow(() ->
                new BadInputException(
                    "its metric is in " + quantity.unit() + ", which is not a time"));
  }

  /** The statistic. Formulas speak of times: a rate stands for the time that an operation takes. */
  private double level(Observations observations) {
    Statistic statistic = setting.statistic();
    boolean tail = statistic == Statistic.P95 || statistic == Statistic.P99;
    if (tail && !Summary.enoughFor(statistic.share(), observations)) {
      throw new BadInputException(
          "a %s needs %d observations; there are %d"
              .formatted(
                  statistic.label(), Math.round(1 / (1 - statistic.share())), observations.size()));
    }
    double level = statistic.level(observations);
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
    return IntStream.range(first, first + count)
        .mapToDouble(i -> time ? 1 / fork.value(i) : fork.value(i))
        .average()
        .orElseThrow();
  }
}
