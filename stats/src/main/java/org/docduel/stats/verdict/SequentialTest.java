package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.verdict.ClaimCheck.Weakness;
import org.docduel.stats.verdict.Families.TestState;
import org.docduel.stats.verdict.Superiority.Adjusted;
import org.docduel.stats.verdict.Superiority.Conclusion;
import org.jspecify.annotations.Nullable;

/**
 * Decides a family whose forks came in round by round, with a look after each round, at the error
 * of a single test (Lan and DeMets 1983). Claims of both directions spend, at Delta and of any
 * difference. A comparison stands as it did at the first look at which a difference of Delta was
 * shown or excluded; later forks do not change it. A decided claim leaves the family to the others
 * (step-down); one that is not shown stays in it, and so does one whose forks ended undecided. All
 * of that follows from the observations, so that a file gives the verdicts that its run gave. A
 * claim that would be withheld (ClaimCheck) decides nothing: its comparison goes on.
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
  private int comparisons = 1;
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

  /** A look: where claims begin at it. */
  private final class LookAt {
    private final int forks;
    private final Boundary atDelta;
    private final Boundary any;

    LookAt(int forks, List<LogRatio> members, List<Double> shares, String name) {
      this.forks = forks;
      String key = name + ", " + forks + " forks";
      this.atDelta = new Boundary(new Family(members, hypothesis, resampling, key), shares);
      this.any =
          hypothesis.delta() == 0
              ? atDelta
              : new Boundary(
                  new Family(members, hypothesis.ofAnyDifference(), resampling, key), shares);
    }
  }

  /** The score of a claim of a family at a look, and that of every other level. */
  private final class Boundary {
    private final Family family;
    private final List<Double> shares;
    private final double score;
    private double[] scores = {};

    Boundary(Family family, List<Double> shares) {
      this.family = family;
      this.shares = List.copyOf(shares);
      this.score = score(family.critical().tail());
    }

    private double score(double level) {
      double[] all = looks.spending().boundaries(level, shares);
      return all[all.length - 1];
    }

    /** The log ratios that a claim leaves: the estimate and by how much it may be wrong. */
    double reach(LogRatio ratio) {
      return ratio.varies() ? NormalScore.t(score, ratio.df()) * Math.sqrt(ratio.variance()) : 0;
    }

    /** The p of a claim: the least alpha at which it would be made at this look. */
    double p(double observed) {
      if (scores.length == 0) {
        scores = new double[SCORES];
        Arrays.setAll(scores, i -> score(NormalScore.p(GRID_START + i * SCORE_STEP)));
      }
      if (observed <= scores[0]) {
        return 1;
      }
      int above = 1;
      while (above < SCORES - 1 && scores[above] < observed) {
        above++;
      }
      double below = scores[above - 1];
      double part = (observed - below) / (scores[above] - below);
      return family.first(GRID_START + (above - 1 + part) * SCORE_STEP);
    }

    /** The p of the better of two claims; interpolation must not contradict what is claimed. */
    Adjusted adjusted(LogRatio ratio, boolean claimed, Hypothesis of, int comparisons) {
      double p = ratio.varies() ? p(ratio.score(of)) : claimed ? 0 : 1;
      double alpha = hypothesis.alpha();
      double agreeing = claimed ? Math.min(p, Math.nextDown(alpha)) : Math.max(p, alpha);
      return Adjusted.favouring(ratio.theta() > 0, agreeing, comparisons);
    }
  }

  /** A comparison while the looks go on. */
  private static final class Contest {
    private final Row all;
    private final int forks;
    private Row row;
    private Decision decision;
    private boolean anyDifference;
    private @Nullable LookAt look;
    private boolean open;
    private boolean withheld;

    Contest(Row all) {
      this.all = all;
      this.row = all;
      this.forks = forks(all);
      this.open = all.directed();
      this.decision = open ? Decision.TOO_FEW : Decision.NO_VERDICT;
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
    comparisons = rows.size();
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
              .filter(each -> !each.decision.isClaim() || each.withheld)
              .filter(each -> each.look != null || each.forks >= count)
              .map(each -> each.row.ratio())
              .toList();
      LookAt look = new LookAt(forks, family, shares, name);
      active.forEach(each -> take(each, look));
    }
    return contests.stream().map(this::state).toList();
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
      contest.decision = Decision.INCONCLUSIVE; // a side did nothing: there is no ratio
      contest.anyDifference = false;
      return;
    }
    double threshold = hypothesis.logThreshold();
    double reach = look.atDelta.reach(ratio);
    contest.decision = decision(ratio.theta() - reach, ratio.theta() + reach, threshold);
    double half = look.any.reach(ratio);
    contest.anyDifference = decision(ratio.theta() - half, ratio.theta() + half, 0).isClaim();
    contest.withheld = contest.decision.isClaim() && isWeak(contest, look, half);
    boolean claimed = contest.decision.isClaim() && !contest.withheld;
    boolean excluded = ratio.theta() - half > threshold && ratio.theta() + half < -threshold;
    contest.open &= !claimed && !excluded;
  }

  /** Whether a claim at Delta would be withheld. */
  private boolean isWeak(Contest contest, LookAt look, double half) {
    Set<Weakness> weaknesses =
        new ClaimCheck(test, contest.row, comparisons)
            .weaknesses(
                contest.decision == Decision.SUPERIOR,
                hypothesis,
                new Critical(look.atDelta.score, false),
                Math.abs(contest.row.ratio().theta()) - half,
                true);
    return weaknesses.contains(Weakness.SLOW_ITERATIONS) || weaknesses.contains(Weakness.TWIN);
  }

  /** What an interval of the log ratio says at a threshold, which is 0 or negative. */
  private static Decision decision(double low, double high, double threshold) {
    boolean equal = low == high && low == 0 && threshold == 0;
    if (high <= threshold && !equal) {
      return Decision.SUPERIOR;
    }
    if (low >= -threshold && !equal) {
      return Decision.INFERIOR;
    }
    return low > threshold ? Decision.NOT_BETTER : Decision.INCONCLUSIVE;
  }

  private TestState state(Contest contest) {
    Row row = contest.row;
    LookAt look = contest.look;
    if (look == null) {
      Critical none = new Critical(NormalScore.ofP(hypothesis.alpha() / 2), false);
      Interval nothing = new Interval(Double.NaN, Double.NaN, 1 - 2 * none.tail());
      Adjusted untested = Adjusted.none(comparisons);
      Verdict verdict = Verdict.of(contest.decision, untested, nothing, hypothesis);
      return new TestState(
          row,
          none,
          none,
          new Conclusion(contest.decision, verdict, nothing, untested, untested, Double.NaN),
          Optional.of(new Looks.Look(0, contest.open)));
    }
    LogRatio ratio = row.ratio();
    Adjusted atDelta =
        look.atDelta.adjusted(ratio, contest.decision.isClaim(), hypothesis, comparisons);
    Adjusted any =
        look.any.adjusted(ratio, contest.anyDifference, hypothesis.ofAnyDifference(), comparisons);
    double half = look.any.reach(ratio);
    Critical critical = new Critical(look.any.score, false);
    Interval interval =
        new Interval(
            -StrictMath.expm1(ratio.theta() + half),
            -StrictMath.expm1(ratio.theta() - half),
            1 - 2 * critical.tail());
    Verdict verdict = Verdict.of(contest.decision, any, interval, hypothesis);
    double sameP = Double.NaN;
    if (Verdict.excludesDelta(interval, hypothesis)) {
      double p = ratio.varies() ? look.any.p(ratio.scoreWithin(hypothesis)) : 0;
      sameP = Math.min(p, hypothesis.alpha()); // interpolation must not contradict the interval
    }
    return new TestState(
        row,
        new Critical(look.atDelta.score, false),
        critical,
        new Conclusion(contest.decision, verdict, interval, atDelta, any, sameP),
        Optional.of(new Looks.Look(look.forks, contest.open)));
  }
}
