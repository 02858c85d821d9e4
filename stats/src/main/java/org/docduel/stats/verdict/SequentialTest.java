package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.verdict.Families.TestState;
import org.docduel.stats.verdict.Superiority.Adjusted;
import org.jspecify.annotations.Nullable;

/**
 * Decides a family whose forks came in round by round, with a look after each round, at the error
 * of a single test (Lan and DeMets 1983). Both claims spend, superior and inferior. A comparison
 * stands as it did at the first look at which its interval held neither Delta nor what mirrors it;
 * later forks do not change it. A decided claim leaves the family to the others (step-down); one
 * that is not shown stays in it, and so does one whose forks ended undecided. All of that follows
 * from the observations, so that a file gives the verdicts that its run gave. A claim that would be
 * withheld, since it hangs on a few iterations, decides nothing: its comparison goes on.
 */
final class SequentialTest {
  private static final int DRAWS = 20_000;
  // Scores between which the boundaries of other levels are interpolated.
  private static final double GRID_START = 0.25;
  private static final double SCORE_STEP = 0.5;
  private static final int SCORES = 16;

  private final SuperiorityTest test;
  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final Looks looks;
  private final IdentityHashMap<Observations, Map<Integer, Observations>> first =
      new IdentityHashMap<>();

  SequentialTest(SuperiorityTest test, Looks looks) {
    this.test = test;
    this.hypothesis = test.hypothesis;
    Resampling requested = test.resampling;
    this.resampling =
        new Resampling(
            Math.min(DRAWS, requested.resamples()), requested.seed(), requested.threads());
    this.looks = looks;
  }

  /** A look: the family, the score of a claim, and that of every other level. */
  private final class LookAt {
    private final int forks;
    private final Family family;
    private final List<Double> shares;
    private final double score;
    private double[] boundaries = {};

    LookAt(int forks, List<LogRatio> members, List<Double> shares, String name) {
      this.forks = forks;
      this.shares = List.copyOf(shares);
      this.family = new Family(members, hypothesis, resampling, name + ", " + forks + " forks");
      this.score = boundary(family.critical().tail());
    }

    private double boundary(double level) {
      double[] scores = looks.spending().boundaries(level, shares);
      return scores[scores.length - 1];
    }

    /** The p of a claim: the least alpha at which it would be made at this look. */
    double p(double observed) {
      if (boundaries.length == 0) {
        boundaries = new double[SCORES];
        Arrays.setAll(boundaries, i -> boundary(NormalScore.p(GRID_START + i * SCORE_STEP)));
      }
      if (observed <= boundaries[0]) {
        return 1;
      }
      int above = 1;
      while (above < SCORES - 1 && boundaries[above] < observed) {
        above++;
      }
      double below = boundaries[above - 1];
      double part = (observed - below) / (boundaries[above] - below);
      return family.first(GRID_START + (above - 1 + part) * SCORE_STEP);
    }
  }

  /** A comparison while the looks go on. */
  private static final class Contest {
    private final Row all;
    private final int forks;
    private Row row;
    private Verdict verdict;
    private @Nullable LookAt look;
    private boolean open;
    private boolean withheld;

    Contest(Row all) {
      this.all = all;
      this.row = all;
      this.forks = forks(all);
      this.open = all.directed();
      this.verdict = open ? Verdict.TOO_FEW : Verdict.NO_VERDICT;
    }
  }

  private static int forks(Row row) {
    return row.members().stream()
        .flatMap(Comparison::sides)
        .mapToInt(Observations::forksPerMachine)
        .min()
        .orElse(0);
  }

  /**
   * Replays the looks.
   *
   * @param name the family's name, which keys its random numbers
   * @param rows all its comparisons, with all their forks
   */
  List<TestState> decide(String name, List<Row> rows) {
    List<Contest> contests = rows.stream().map(Contest::new).toList();
    List<Double> shares = new ArrayList<>();
    for (int forks = Looks.FIRST; forks <= looks.maxForks(); forks++) {
      int count = forks;
      List<Contest> active =
          contests.stream().filter(each -> each.open && each.forks >= count).toList();
      if (active.isEmpty()) {
        break;
      }
      Rounds rounds =
          test.rounds(
              rows.stream().flatMap(row -> row.members().stream()),
              rows.size(),
              side -> first(side, count));
      active.forEach(
          each -> each.row = each.all.map(side -> first(side, count), test.statistic, rounds));
      shares.add((double) forks / looks.maxForks());
      List<LogRatio> family =
          contests.stream()
              .filter(each -> each.row.directed() && each.row.testable())
              .filter(each -> !each.verdict.claimed() || each.withheld)
              .filter(each -> each.look != null || each.forks >= count)
              .map(each -> each.row.ratio())
              .toList();
      LookAt look = new LookAt(forks, family, shares, name);
      active.forEach(each -> take(each, look));
    }
    return contests.stream().map(each -> state(each, rows.size())).toList();
  }

  private Observations first(Observations side, int count) {
    // One object for all comparisons that share a side, which is how a family knows.
    return first
        .computeIfAbsent(side, all -> new HashMap<>())
        .computeIfAbsent(count, side::firstForks);
  }

  private void take(Contest contest, LookAt look) {
    Row row = contest.row;
    if (!row.hasMinReplicates()) {
      return;
    }
    contest.look = look;
    contest.open = look.forks < looks.maxForks();
    LogRatio ratio = row.ratio();
    if (!Double.isFinite(ratio.theta())) {
      contest.verdict = Verdict.INCONCLUSIVE; // a side did nothing: there is no ratio
      return;
    }
    double reach =
        ratio.varies() ? NormalScore.t(look.score, ratio.df()) * Math.sqrt(ratio.variance()) : 0;
    double threshold = hypothesis.logThreshold();
    double low = ratio.theta() - reach;
    double high = ratio.theta() + reach;
    boolean equal = low == high && low == 0 && threshold == 0;
    if (high <= threshold && !equal) {
      contest.verdict = Verdict.SUPERIOR;
    } else if (low >= -threshold && !equal) {
      contest.verdict = Verdict.INFERIOR;
    } else {
      contest.verdict = low > threshold ? Verdict.NOT_BETTER : Verdict.INCONCLUSIVE;
    }
    contest.withheld =
        RowFindings.isSensitive(test, row, contest.verdict, new Critical(look.score, false));
    boolean claimed = contest.verdict.claimed() && !contest.withheld;
    contest.open &= !claimed && !(low > threshold && high < -threshold);
  }

  private TestState state(Contest contest, int comparisons) {
    Row row = contest.row;
    LookAt look = contest.look;
    if (look == null) {
      return new TestState(
          row,
          new Critical(NormalScore.ofP(hypothesis.alpha() / 2), false),
          Adjusted.none(comparisons),
          contest.verdict,
          Optional.of(new Looks.Look(0, contest.open)));
    }
    boolean claimed = contest.verdict.claimed();
    double p = row.ratio().varies() ? look.p(row.ratio().score(hypothesis)) : claimed ? 0 : 1;
    // Interpolation must not contradict the verdict.
    double alpha = hypothesis.alpha();
    double agreeing = claimed ? Math.min(p, Math.nextDown(alpha)) : Math.max(p, alpha);
    return new TestState(
        row,
        new Critical(look.score, false),
        Adjusted.favouring(row.ratio().theta() > 0, agreeing, comparisons),
        contest.verdict,
        Optional.of(new Looks.Look(look.forks, contest.open)));
  }
}
