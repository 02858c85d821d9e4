package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Estimates;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Parallel;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.Superiority.Adjusted;
import org.docduel.stats.verdict.SuperiorityTest.Overall;

/**
 * Arranges comparisons into the families that are read together, and decides them: the estimates,
 * the verdicts, the warnings.
 */
final class Families {
  // Beyond this, rows are made one after the other, so that only one of them is held in memory.
  private static final int ROWS_TOGETHER = 1_000_000;

  private final SuperiorityTest test;
  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final IdentityHashMap<Observations, List<Finding>> diagnosed = new IdentityHashMap<>();

  private Rounds rounds = Rounds.NONE;

  Families(SuperiorityTest test) {
    this.test = test;
    this.hypothesis = test.hypothesis();
    this.resampling = test.resampling();
  }

  /** What of a list can be tested, and why the rest cannot. */
  private record Usable(List<Comparison> comparisons, List<String> untested) {}

  List<SuperiorityReport> test(List<List<Comparison>> lists) {
    List<Usable> usable = lists.stream().map(this::usable).toList();
    rounds = rounds(usable);
    List<Row> groups = new ArrayList<>();
    usable.forEach(each -> each.comparisons().forEach(pair -> groups.add(group(pair))));
    List<Superiority> decided = decide("groups", groups);
    List<Superiority> overall = overall(usable, groups, decided);
    List<SuperiorityReport> reports = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < usable.size(); i++) {
      int size = usable.get(i).comparisons().size();
      boolean several = size > 1 || lists.size() > 1;
      reports.add(
          new SuperiorityReport(
              test,
              decided.subList(first, first + size),
              several && !overall.isEmpty() ? Optional.of(overall.get(i)) : Optional.empty(),
              usable.get(i).untested()));
      first += size;
    }
    return reports;
  }

  /** The rounds of everything that is compared; with looks, each look has its own. */
  private Rounds rounds(List<Usable> lists) {
    List<Observations> sides = new ArrayList<>(test.bystanders());
    for (Usable list : lists) {
      for (Comparison pair : list.comparisons()) {
        sides.addAll(List.of(pair.baseline(), pair.candidate()));
      }
    }
    return test.looks().isPresent() ? Rounds.NONE : test.rounds(sides, lists.size());
  }

  private Usable usable(List<Comparison> comparisons) {
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException("there is no comparison to test");
    }
    List<Comparison> testable = new ArrayList<>();
    List<String> untested = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      comparison.baseline().requireSameRatio(comparisons.get(0).baseline());
      try {
        test.requireTestable(comparison);
        testable.add(comparison);
      } catch (BadInputException e) {
        untested.add(comparison.group() + ": " + e.getMessage());
        if (untested.size() == comparisons.size()) {
          throw e;
        }
      }
    }
    return new Usable(testable, untested);
  }

  private Row group(Comparison comparison) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(diagnosed(comparison.group() + Finding.OF_BASELINE, comparison.baseline()));
    findings.addAll(diagnosed(comparison.group() + Finding.OF_CANDIDATE, comparison.candidate()));
    return row(comparison.group(), "group", comparison.group(), List.of(comparison), findings);
  }

  private List<Finding> diagnosed(String subject, Observations side) {
    return diagnosed.computeIfAbsent(side, each -> Diagnostics.of("", each)).stream()
        .map(finding -> new Finding(finding.kind(), subject, finding.message()))
        .toList();
  }

  private Row row(
      String name, String kind, String key, List<Comparison> members, List<Finding> findings) {
    Streams streams = new Streams(test.resampling().seed(), Streams.key(kind, key));
    return Row.of(name, members, test.statistic(), streams, rounds, findings);
  }

  /** The overall rows; the group of a list that has but one stands for it. */
  private List<Superiority> overall(
      List<Usable> lists, List<Row> groups, List<Superiority> decided) {
    if (test.overall() == Overall.NONE) {
      return List.of();
    }
    List<Row> family = new ArrayList<>();
    int first = 0;
    for (Usable list : lists) {
      List<Comparison> all = list.comparisons();
      List<Comparison> totals = totals(all);
      family.add(
          totals.size() == 1 ? groups.get(first + all.indexOf(totals.get(0))) : overall(totals));
      first += all.size();
    }
    boolean same = groups.size() == lists.size();
    return same ? decided : decide("overall " + test.overall().label(), family);
  }

  /** A total stands for its parts: over both, an overall row would be about neither. */
  private static List<Comparison> totals(List<Comparison> groups) {
    List<Comparison> totals =
        groups.stream().filter(group -> !group.baseline().origin().part()).toList();
    return totals.isEmpty() ? groups : totals;
  }

  private Row overall(List<Comparison> groups) {
    String label = test.overall().label();
    String name = "Overall (" + label + ")";
    boolean forks =
        test.statistic() == Statistic.TRIMMED || groups.stream().allMatch(each -> each.atLeast(2));
    List<Comparison> members =
        test.overall() == Overall.STRATIFIED
            ? groups
            : List.of(Comparison.pooled(name, groups, forks));
    return row(name, "overall", label, members, List.of());
  }

  /**
   * Decides a family.
   *
   * @param name its name, which keys its random numbers
   */
  private List<Superiority> decide(String name, List<Row> given) {
    if (test.looks().isPresent() && test.method().isEmpty()) {
      SequentialTest looked = new SequentialTest(test, test.looks().get());
      return looked.decide(name, given).stream().map(this::finished).toList();
    }
    List<Row> rows = test.sharedVariance() ? ChangeTest.SharedVariance.among(given) : given;
    List<Row> tested = rows.stream().filter(Row::testable).toList();
    Family family =
        new Family(tested.stream().map(Row::ratio).toList(), hypothesis, resampling, name);
    Critical critical =
        test.published()
            ? new Critical(NormalScore.ofP(hypothesis.alpha() / 2), true)
            : family.critical();
    Estimate[] estimates = new Estimate[rows.size()];
    List<Runnable> tasks = new ArrayList<>();
    for (int i = 0; i < estimates.length; i++) {
      int place = i;
      tasks.add(() ->
          estimates[place] = estimates(rows.get(place)).by(method(rows.get(place)), critical));
    }
    boolean together = resampling.resamples() <= ROWS_TOGETHER;
    new Parallel(together ? resampling.threads() : 1).run(tasks);
    List<Double> scores = new ArrayList<>();
    for (int i = 0; i < estimates.length; i++) {
      if (rows.get(i).testable()) {
        boolean simulated = estimates[i].method() == Method.T && family.size() > 1;
        scores.add(
            simulated
                ? rows.get(i).ratio().score(hypothesis)
                : NormalScore.ofP(Math.min(estimates[i].p(), estimates[i].reversedP())));
      }
    }
    double[] adjusted =
        scores.isEmpty()
            ? new double[0]
            : family.adjusted(scores.stream().mapToDouble(Double::doubleValue).toArray());
    List<Superiority> decided = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < estimates.length; i++) {
      Row row = rows.get(i);
      double p = row.testable() ? adjusted[next++] : Double.NaN;
      Adjusted standing = standing(row, estimates[i], p, critical, rows.size());
      Verdict verdict = verdict(row, estimates[i], standing);
      decided.add(finished(row, estimates[i], standing, verdict, critical, Optional.empty()));
    }
    return decided;
  }

  private Adjusted standing(
      Row row, Estimate estimate, double adjusted, Critical critical, int comparisons) {
    if (test.published()) {
      return new Adjusted(estimate.p(), estimate.reversedP(), 1, hypothesis.alpha());
    }
    if (!row.enough()) {
      return Adjusted.none(comparisons, critical.tail());
    }
    // Units that do not vary take no part in the family's chance.
    double alone = Math.min(estimate.p(), estimate.reversedP());
    boolean equal = estimate.p() == estimate.reversedP(); // exactly, and at Delta 0: no claim
    double favoured = Double.isNaN(adjusted) ? (equal ? 1 : alone) : adjusted;
    boolean reversed = estimate.reversedP() < estimate.p();
    return new Adjusted(
        reversed ? 1 : favoured, reversed ? favoured : 1, comparisons, critical.tail());
  }

  private Method method(Row row) {
    boolean quantile = !row.forked() && !test.statistic().mean();
    return test.method().orElse(quantile ? Method.PERCENTILE : Method.T);
  }

  private Estimates estimates(Row row) {
    return new Estimates(row, test.statistic(), hypothesis, resampling, test.published());
  }

  private Superiority finished(SequentialTest.Looked looked) {
    Critical critical = new Critical(looked.score(), false);
    return finished(
        looked.row(),
        estimates(looked.row()).by(Method.T, critical),
        looked.adjusted(),
        looked.verdict(),
        critical,
        Optional.of(looked.look()));
  }

  private Superiority finished(
      Row row,
      Estimate found,
      Adjusted adjusted,
      Verdict reached,
      Critical critical,
      Optional<Looks.Look> look) {
    List<Finding> findings = new ArrayList<>(row.findings());
    if (reached == Verdict.TOO_FEW) {
      findings.removeIf(finding -> finding.kind() == Finding.Kind.TOO_FEW); // the row says it
    }
    RowFindings about = new RowFindings(row, hypothesis, test.sharedVariance(), findings);
    about.add(found, reached);
    if (look.isEmpty()) {
      about.addAdjustment(reached, found, adjusted);
      test.looks().ifPresent(looks -> about.addIgnoredLooks(found.method()));
    }
    Verdict verdict = reached;
    if (row.enough()) {
      about.addSpread();
      if (test.statistic() == Statistic.MEAN
          && found.method().byUnit()
          && about.sensitive(reached, critical)) {
        verdict = Verdict.WITHHELD;
      }
    }
    Optional<String> unlike = row.unlikePromises().filter(text -> !test.published());
    if (unlike.isPresent() && (verdict.decided() || verdict == Verdict.INCONCLUSIVE)) {
      findings.add(new Finding(Finding.Kind.DURABILITY, row.name(), unlike.get()));
      verdict = Verdict.WITHHELD;
    }
    if (!test.withheld().isEmpty() && verdict.decided()) {
      findings.add(new Finding(Finding.Kind.TWIN, row.name(), test.withheld()));
      verdict = Verdict.WITHHELD;
    }
    Estimate primary =
        test.published()
            ? found
            : !row.enough()
                ? found.alone()
                : found.withInterval(reached.agreeing(found.interval(), hypothesis));
    boolean byUnit = primary.method().byUnit();
    return new Superiority(
        row.name(),
        row.quantity(),
        byUnit ? row.unitLevel(Side.BASELINE) : row.level(Side.BASELINE, test.statistic()),
        byUnit ? row.unitLevel(Side.CANDIDATE) : row.level(Side.CANDIDATE, test.statistic()),
        row.observations(Side.BASELINE),
        row.observations(Side.CANDIDATE),
        primary,
        adjusted,
        verdict,
        look,
        verdict == Verdict.INCONCLUSIVE ? row.neededForks(critical, hypothesis) : 0,
        findings);
  }

  private Verdict verdict(Row row, Estimate estimate, Adjusted adjusted) {
    if (!row.directed()) {
      return Verdict.NO_DIRECTION;
    }
    if (!test.published() && !row.enough()) {
      return Verdict.TOO_FEW;
    }
    if (adjusted.p() < hypothesis.alpha()) {
      return Verdict.SUPERIOR;
    }
    if (adjusted.reversedP() < hypothesis.alpha()) {
      return Verdict.INFERIOR;
    }
    return estimate.interval().upper() < hypothesis.delta()
        ? Verdict.NOT_BETTER
        : Verdict.INCONCLUSIVE;
  }
}
