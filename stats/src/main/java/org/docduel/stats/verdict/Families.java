package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.docduel.stats.diagnose.CommonTrend;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Estimates;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.Superiority.Adjusted;
import org.docduel.stats.verdict.Superiority.Conclusion;

/**
 * Arranges comparisons into the families that are read together, and decides them: the estimates,
 * the verdicts, the warnings.
 */
final class Families {
  private final SuperiorityTest test;
  private final IdentityHashMap<Observations, List<Finding>> diagnosed = new IdentityHashMap<>();

  private Rounds rounds = Rounds.NONE;

  Families(SuperiorityTest test) {
    this.test = test;
  }

  /**
   * A comparison as it stands.
   *
   * @param atDelta where the claim begins that a side is better by Delta
   * @param critical where the claim begins that a side is better at all: intervals end there
   * @param conclusion before it is withheld, with p-values over the family and its looks
   * @param look the look of a sequential run at which it stands; empty for fixed forks
   */
  record TestState(
      Row row,
      Critical atDelta,
      Critical critical,
      Conclusion conclusion,
      Optional<Looks.Look> look) {}

  List<SuperiorityReport> test(List<List<Comparison>> lists) {
    lists.forEach(this::requireTestable);
    if (test.looks.isEmpty()) { // with looks, each look has its own
      rounds = test.rounds(lists.stream().flatMap(List::stream), lists.size(), side -> side);
    }
    List<Row> groups = lists.stream().flatMap(List::stream).map(this::group).toList();
    List<Superiority> decided = decide("groups", groups);
    List<Superiority> overall = overall(lists, groups, decided);
    List<SuperiorityReport> reports = new ArrayList<>();
    int first = 0;
    for (List<Comparison> list : lists) {
      List<Superiority> rows = decided.subList(first, first + list.size());
      boolean several = list.size() > 1 || lists.size() > 1;
      Superiority conclusion = overall.get(reports.size());
      reports.add(
          new SuperiorityReport(rows, several ? Optional.of(conclusion) : Optional.empty()));
      first += list.size();
    }
    return reports;
  }

  private void requireTestable(List<Comparison> comparisons) {
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException("there is no comparison to test");
    }
    for (Comparison comparison : comparisons) {
      comparison.baseline().requireSameRatio(comparisons.get(0).baseline());
      test.requireTestable(comparison);
    }
  }

  private Row group(Comparison comparison) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(diagnosed(comparison.group() + Finding.OF_BASELINE, comparison.baseline()));
    findings.addAll(diagnosed(comparison.group() + Finding.OF_CANDIDATE, comparison.candidate()));
    turn(comparison, findings);
    return row(comparison.group(), "group", comparison.group(), List.of(comparison), findings);
  }

  /** Says where the better side changes with a trend. */
  private static void turn(Comparison comparison, List<Finding> findings) {
    boolean trend = findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.TREND);
    int turn = trend ? CommonTrend.turn(comparison.baseline(), comparison.candidate()) : 0;
    if (turn != 0) {
      findings.add(
          Finding.of(
              Finding.Kind.RANKING_TURNS,
              comparison.group(),
              "the %s is better in the first iterations and the %s in the last",
              turn > 0 ? "baseline" : "candidate",
              turn > 0 ? "candidate" : "baseline"));
    }
  }

  private List<Finding> diagnosed(String subject, Observations side) {
    return diagnosed.computeIfAbsent(side, each -> Diagnostics.of("", each)).stream()
        .map(finding -> new Finding(finding.kind(), subject, finding.message()))
        .toList();
  }

  private Row row(
      String name, String kind, String key, List<Comparison> members, List<Finding> findings) {
    Streams streams = new Streams(test.resampling.seed(), Streams.key(kind, key));
    return Row.of(name, members, test.statistic, streams, rounds, findings);
  }

  /** The overall rows; the group of a list that has but one stands for it. */
  private List<Superiority> overall(
      List<List<Comparison>> lists, List<Row> groups, List<Superiority> decided) {
    if (groups.size() == lists.size()) {
      return decided;
    }
    List<Row> family = new ArrayList<>();
    int first = 0;
    for (List<Comparison> all : lists) {
      List<Comparison> totals = Comparison.totals(all);
      family.add(
          totals.size() == 1 ? groups.get(first + all.indexOf(totals.get(0))) : overall(totals));
      first += all.size();
    }
    return decide("overall stratified", family);
  }

  /** Groups as one row: the geometric mean of their ratios, so that every group counts the same. */
  private Row overall(List<Comparison> groups) {
    Row row = row("Overall (stratified)", "overall", "stratified", groups, List.of());
    Optional<Method> resampling = test.method.filter(Method::resamples);
    if (resampling.isPresent() && row.sharesForks()) {
      throw new BadInputException(
          "method %s takes results for independent which the same forks measured (%s); use --method t"
              .formatted(resampling.get().label(), groups.get(0).group()));
    }
    return row;
  }

  /**
   * Decides a family.
   *
   * @param name its name, which keys its random numbers
   */
  private List<Superiority> decide(String name, List<Row> rows) {
    if (test.looks.isPresent() && test.method.orElse(Method.T) == Method.T) {
      return new SequentialTest(test, test.looks.get())
          .decide(name, rows).stream()
              .map(each ->
                  finished(
                      each, estimates(each.row()).by(Method.T, each.atDelta(), test.hypothesis)))
              .toList();
    }
    return decideOnce(name, test.sharedVariance ? ChangeTest.SharedVariance.among(rows) : rows);
  }

  /** A family under one null hypothesis. */
  private record Level(
      Family family, Critical critical, List<Estimate> estimates, List<Adjusted> adjusted) {}

  private List<Superiority> decideOnce(String name, List<Row> rows) {
    List<Estimates> sources = rows.stream().map(this::estimates).toList();
    Level atDelta = level(name, rows, sources, test.hypothesis);
    Level any =
        test.hypothesis.delta() == 0
            ? atDelta
            : level(name, rows, sources, test.hypothesis.ofAnyDifference());
    boolean several = rows.stream().filter(Row::testable).count() > 1;
    List<Superiority> decided = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Estimate estimate = atDelta.estimates().get(i);
      Adjusted adjusted = atDelta.adjusted().get(i);
      Adjusted anyDifference = any.adjusted().get(i);
      Interval interval = any.estimates().get(i).interval();
      Decision decision = decision(row, estimate, adjusted);
      Verdict verdict = Verdict.of(decision, anyDifference, interval, test.hypothesis);
      double sameP =
          Verdict.excludesDelta(interval, test.hypothesis)
              ? any.family().first(sameScore(row, estimate, several))
              : Double.NaN;
      Conclusion conclusion =
          new Conclusion(decision, verdict, interval, adjusted, anyDifference, sameP);
      TestState state =
          new TestState(row, atDelta.critical(), any.critical(), conclusion, Optional.empty());
      decided.add(finished(state, estimate));
    }
    return decided;
  }

  private Level level(String name, List<Row> rows, List<Estimates> sources, Hypothesis hypothesis) {
    List<LogRatio> tested = rows.stream().filter(Row::testable).map(Row::ratio).toList();
    Family family = new Family(tested, hypothesis, test.resampling, name);
    Critical critical = family.critical();
    List<Estimate> estimates =
        IntStream.range(0, rows.size())
            .mapToObj(i -> sources.get(i).by(method(rows.get(i)), critical, hypothesis))
            .toList();
    double[] scores =
        IntStream.range(0, rows.size())
            .filter(i -> rows.get(i).testable())
            .mapToDouble(i -> score(rows.get(i), estimates.get(i), tested.size() > 1, hypothesis))
            .toArray();
    double[] all = family.adjusted(scores);
    List<Adjusted> adjusted = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < rows.size(); i++) {
      double p = rows.get(i).testable() ? all[next++] : Double.NaN;
      adjusted.add(adjusted(rows.get(i), estimates.get(i), p, rows.size()));
    }
    return new Level(family, critical, estimates, adjusted);
  }

  /** The score of the better claim; among several, t has that of its simulation. */
  private static double score(Row row, Estimate estimate, boolean several, Hypothesis hypothesis) {
    return several && estimate.method() == Method.T
        ? row.ratio().score(hypothesis)
        : NormalScore.ofP(Math.min(estimate.p(), estimate.reversedP()));
  }

  /** The score of the claim that neither side is better by Delta. */
  private double sameScore(Row row, Estimate estimate, boolean several) {
    return several && estimate.method() == Method.T && row.testable()
        ? row.ratio().scoreWithin(test.hypothesis)
        : NormalScore.ofP(1 - Math.min(estimate.p(), estimate.reversedP()));
  }

  private Adjusted adjusted(Row row, Estimate estimate, double adjusted, int comparisons) {
    if (!row.hasMinReplicates()) {
      return Adjusted.none(comparisons);
    }
    // Units that do not vary take no part in the family's chance.
    double unadjusted = Math.min(estimate.p(), estimate.reversedP());
    boolean equal = estimate.p() == estimate.reversedP(); // exactly, and at Delta 0: no claim
    double favoured = Double.isNaN(adjusted) ? (equal ? 1 : unadjusted) : adjusted;
    return Adjusted.favouring(estimate.reversedP() < estimate.p(), favoured, comparisons);
  }

  private Decision decision(Row row, Estimate estimate, Adjusted adjusted) {
    if (!row.directed()) {
      return Decision.NO_VERDICT;
    }
    if (!row.hasMinReplicates()) {
      return Decision.TOO_FEW;
    }
    if (adjusted.p() < test.hypothesis.alpha()) {
      return Decision.SUPERIOR;
    }
    if (adjusted.reversedP() < test.hypothesis.alpha()) {
      return Decision.INFERIOR;
    }
    return estimate.interval().upper() < test.hypothesis.delta()
        ? Decision.NOT_BETTER
        : Decision.INCONCLUSIVE;
  }

  private Method method(Row row) {
    boolean quantile = !row.forked() && !test.statistic.mean();
    return test.method.orElse(quantile ? Method.PERCENTILE : Method.T);
  }

  private Estimates estimates(Row row) {
    // with too few forks only the reduction is told, and no resample changes it
    Resampling drawn =
        row.hasMinReplicates()
            ? test.resampling
            : new Resampling(Resampling.MIN_RESAMPLES, test.resampling.seed(), 1);
    return new Estimates(row, test.statistic, drawn);
  }

  private Superiority finished(TestState state, Estimate found) {
    Row row = state.row();
    RowFindings about = new RowFindings(test, state);
    Conclusion reached = about.conclude(found);
    Conclusion before = state.conclusion();
    Estimate primary =
        row.hasMinReplicates()
            ? found.withInterval(before.decision().clamp(found.interval(), test.hypothesis))
            : found.withoutInference();
    Conclusion conclusion =
        reached.withInterval(
            row.hasMinReplicates()
                ? before.verdict().clamp(before.interval(), test.hypothesis)
                : primary.interval());
    boolean byUnit = primary.method().byUnit();
    return new Superiority(
        row.name(),
        row.quantity(),
        byUnit ? row.unitLevel(Side.BASELINE) : row.level(Side.BASELINE, test.statistic),
        byUnit ? row.unitLevel(Side.CANDIDATE) : row.level(Side.CANDIDATE, test.statistic),
        row.observations(Side.BASELINE),
        row.observations(Side.CANDIDATE),
        primary,
        conclusion,
        state.look(),
        conclusion.verdict() == Verdict.UNDECIDED ? neededForks(row, primary, state.critical()) : 0,
        about.findings());
  }

  /** To show the difference that was seen, or that there is none of Delta, whichever is nearer. */
  private int neededForks(Row row, Estimate estimate, Critical critical) {
    double seen = Math.abs(estimate.logRatio());
    double distance = Math.max(seen, -test.hypothesis.logThreshold() - seen);
    return estimate.neededForks(row.unitsOfACombination(), distance, critical.tail());
  }
}
