package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.stats.jmh.Finding;
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
import org.docduel.stats.stat.Units;

/** Decides rows that are read together: the estimates, the family, the verdicts, the findings. */
final class Rows {
  // Beyond this, rows are made one after the other, so that only one of them is held in memory.
  private static final int ROWS_TOGETHER = 1_000_000;

  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final Approach approach;
  private final Progress progress;

  Rows(SuperiorityTest test) {
    this.hypothesis = test.hypothesis();
    this.resampling = test.resampling();
    this.approach = test.approach();
    this.progress = test.progress();
  }

  /** A row's estimates before they are adjusted. */
  private record Estimated(Row row, Estimate primary, List<Estimate> checks, boolean fallback) {}

  /**
   * Decides a family.
   *
   * @param name its name, which keys its random numbers
   * @param given all its rows
   */
  List<Superiority> decide(String name, List<Row> given) {
    if (approach.looks().isPresent() && approach.method().isEmpty()) {
      SequentialTest looked =
          new SequentialTest(
              hypothesis, resampling, approach.statistic(), approach.looks().get(), progress);
      return looked.decide(name, given).stream().map(this::finished).toList();
    }
    List<Row> rows = approach.sharedVariance() ? SharedVariance.among(given) : given;
    List<Row> tested = rows.stream().filter(Row::testable).toList();
    Family family =
        new Family(tested.stream().map(Row::ratio).toList(), hypothesis, resampling, name);
    double score =
        approach.asPublished() ? NormalScore.ofP(hypothesis.alpha() / 2) : family.criticalScore();
    Estimated[] estimated = new Estimated[rows.size()];
    List<Runnable> tasks = new ArrayList<>();
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < estimated.length; i++) {
      int place = i;
      tasks.add(() -> {
        estimated[place] = estimate(rows.get(place), rows.size(), score);
        progress.done("comparisons of " + name, done.incrementAndGet(), estimated.length);
      });
    }
    boolean together = resampling.resamples() <= ROWS_TOGETHER;
    new Parallel(together ? resampling.threads() : 1).run(tasks);
    double[] adjusted = adjusted(family, Arrays.asList(estimated));
    List<Superiority> decided = new ArrayList<>();
    int next = 0;
    for (Estimated each : estimated) {
      double p = each.row().testable() ? adjusted[next++] : Double.NaN;
      Adjusted standing = standing(each, p, family, rows.size());
      Verdict verdict = verdict(each.row(), each.primary(), standing);
      decided.add(finished(each, standing, verdict, score, Optional.empty()));
    }
    return decided;
  }

  private double[] adjusted(Family family, List<Estimated> rows) {
    double[] scores =
        rows.stream().filter(each -> each.row().testable()).mapToDouble(this::score).toArray();
    return scores.length == 0 ? scores : family.adjusted(scores);
  }

  private double score(Estimated each) {
    Estimate primary = each.primary();
    return primary.method() == Method.T
        ? each.row().ratio().score(hypothesis)
        : NormalScore.ofP(Math.min(primary.p(), primary.reversedP()));
  }

  private Adjusted standing(Estimated each, double adjusted, Family family, int comparisons) {
    Estimate primary = each.primary();
    if (approach.asPublished()) {
      return new Adjusted(primary.p(), primary.reversedP(), 1, hypothesis.alpha());
    }
    if (!each.row().enough()) {
      return Adjusted.none(comparisons, family.level());
    }
    // Units that do not vary take no part in the family's chance.
    double favoured =
        Double.isNaN(adjusted) ? Math.min(primary.p(), primary.reversedP()) : adjusted;
    boolean reversed = primary.reversedP() < primary.p();
    return new Adjusted(
        reversed ? 1 : favoured, reversed ? favoured : 1, comparisons, family.level());
  }

  private Estimated estimate(Row row, int comparisons, double score) {
    Method method = method(row, comparisons);
    boolean fallback =
        method == Method.STUDENTIZED
            && row.units().stream().mapToDouble(Units::constantShare).reduce(1, (a, b) -> a * b)
                > NormalScore.p(score);
    Estimates estimates = estimates(row);
    Estimate primary = estimates.by(fallback ? Method.T : method, score);
    List<Estimate> checks = new ArrayList<>();
    for (Method check : approach.checks()) {
      boolean possible =
          check != primary.method()
              && (check != Method.HIERARCHICAL || row.forked())
              && approach.possible(check);
      if (possible) {
        checks.add(estimates.by(check, score));
      }
    }
    return new Estimated(row, primary, checks, fallback && row.enough());
  }

  private Method method(Row row, int comparisons) {
    return approach
        .method()
        .orElseGet(() -> {
          if (!row.forked() && !approach.statistic().mean()) {
            return Method.PERCENTILE;
          }
          return comparisons > 1 || !row.enough() ? Method.T : Method.STUDENTIZED;
        });
  }

  private Estimates estimates(Row row) {
    return new Estimates(row, approach.statistic(), hypothesis, resampling, approach.pValue());
  }

  private Superiority finished(SequentialTest.Looked looked) {
    Row row = looked.row();
    Estimate primary = estimates(row).by(Method.T, looked.score());
    return finished(
        new Estimated(row, primary, List.of(), false),
        looked.adjusted(),
        looked.verdict(),
        looked.score(),
        Optional.of(looked.look()));
  }

  private Superiority finished(
      Estimated each, Adjusted adjusted, Verdict verdict, double score, Optional<Looks.Look> look) {
    Row row = each.row();
    Estimate found = each.primary();
    Estimate primary =
        approach.asPublished()
            ? found
            : found.withInterval(verdict.agreeing(found.interval(), hypothesis));
    List<Finding> findings = new ArrayList<>(row.findings());
    RowFindings about = new RowFindings(row, hypothesis, findings);
    about.add(primary, verdict);
    if (look.isEmpty()) {
      about.addAdjustment(verdict, primary, adjusted);
      approach.looks().ifPresent(looks -> about.addIgnoredLooks(primary.method()));
    }
    if (each.fallback()) {
      about.addFallback();
    }
    if (row.enough()) {
      about.addSpread();
      if (approach.statistic() == Statistic.MEAN && Approach.byUnit(primary.method())) {
        about.addSensitivity(verdict, score);
      }
      Map<Verdict, List<Method>> others = new EnumMap<>(Verdict.class);
      for (Estimate check : each.checks()) {
        Adjusted alone = new Adjusted(check.p(), check.reversedP(), 1, adjusted.level());
        others
            .computeIfAbsent(verdict(check, alone, adjusted.level()), key -> new ArrayList<>())
            .add(check.method());
      }
      others.remove(verdict);
      others.forEach(about::addDisagreement);
    }
    Level level =
        Approach.byUnit(primary.method())
            ? Level.ofUnits(row.contrast(), row.units())
            : Level.of(approach.statistic(), row.contrast());
    return new Superiority(
        row.name(),
        level.baseline(),
        level.candidate(),
        level.baselineCount(),
        level.candidateCount(),
        primary,
        each.checks(),
        adjusted,
        verdict,
        look,
        verdict == Verdict.INCONCLUSIVE ? row.moreForks(score, hypothesis) : 0,
        findings);
  }

  private Verdict verdict(Row row, Estimate estimate, Adjusted adjusted) {
    if (!row.directed()) {
      return Verdict.NO_DIRECTION;
    }
    if (!approach.asPublished() && !row.enough()) {
      return Verdict.TOO_FEW;
    }
    return verdict(estimate, adjusted, hypothesis.alpha());
  }

  private Verdict verdict(Estimate estimate, Adjusted adjusted, double alpha) {
    if (adjusted.p() < alpha) {
      return Verdict.SUPERIOR;
    }
    if (adjusted.reversedP() < alpha) {
      return Verdict.INFERIOR;
    }
    return estimate.interval().upper() < hypothesis.delta()
        ? Verdict.NOT_SHOWN
        : Verdict.INCONCLUSIVE;
  }
}
