package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Estimates;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Level;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Parallel;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;

/** Decides rows that are read together: the estimates, the family, the verdicts, the findings. */
final class Rows {
  // Beyond this, rows are made one after the other, so that only one of them is held in memory.
  private static final int ROWS_TOGETHER = 1_000_000;

  private final SuperiorityTest test;
  private final Hypothesis hypothesis;
  private final Resampling resampling;

  Rows(SuperiorityTest test) {
    this.test = test;
    this.hypothesis = test.hypothesis();
    this.resampling = test.resampling();
  }

  /**
   * Decides a family.
   *
   * @param name its name, which keys its random numbers
   * @param given all its rows
   */
  List<Superiority> decide(String name, List<Row> given) {
    if (test.looks().isPresent() && test.method().isEmpty()) {
      SequentialTest looked = new SequentialTest(test, test.looks().get());
      return looked.decide(name, given).stream().map(this::finished).toList();
    }
    List<Row> rows = test.sharedVariance() ? SharedVariance.among(given) : given;
    List<Row> tested = rows.stream().filter(Row::testable).toList();
    Family family =
        new Family(tested.stream().map(Row::ratio).toList(), hypothesis, resampling, name);
    Critical critical =
        test.published()
            ? new Critical(NormalScore.ofP(hypothesis.alpha() / 2), true)
            : family.critical();
    Estimate[] estimates = new Estimate[rows.size()];
    List<Runnable> tasks = new ArrayList<>();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < estimates.length; i++) {
      int place = i;
      tasks.add(() -> {
        estimates[place] = estimates(rows.get(place)).by(method(rows.get(place)), critical);
        test.progress().done("comparisons of " + name, done.incrementAndGet(), estimates.length);
      });
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
    RowFindings about = new RowFindings(row, hypothesis, findings);
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
          && about.sensitive(reached, critical, test.sharedVariance())) {
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
    Level level =
        primary.method().byUnit()
            ? Level.ofUnits(row.contrast(), row.units())
            : Level.of(test.statistic(), row.contrast());
    return new Superiority(
        row.name(),
        level.baseline(),
        level.candidate(),
        level.baselineCount(),
        level.candidateCount(),
        primary,
        adjusted,
        verdict,
        look,
        verdict == Verdict.INCONCLUSIVE ? row.moreForks(critical, hypothesis) : 0,
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
