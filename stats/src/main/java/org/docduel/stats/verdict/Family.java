package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Streams;

/**
 * Comparisons that are read together, in both directions: the chance of any false claim among them
 * is alpha. The largest t of a family in which every comparison lies on the boundary nearest to its
 * estimate is simulated, with the standard errors that were observed and normal logarithms;
 * comparisons that share a sample share its draws. That is single-step max-t for the intervals and
 * step-down max-t for the p-values (Westfall and Young 1993, algorithm 2.8).
 */
final class Family {
  private static final int MAX_DRAWS = 100_000;
  private static final int MIN_DRAWS = 2000;
  private static final int ALL_SCORES = 10_000_000;
  private static final int BISECTIONS = 60;

  private final Hypothesis hypothesis;
  private final List<LogRatio> members;
  private final int draws;
  private final int threads;
  private final Streams streams;
  private final List<LogRatio.Term> sources = new ArrayList<>();
  private final List<Member> simulated = new ArrayList<>();
  private final double[] largest;

  /** A comparison as it is simulated: the places of its samples and their weights. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Member(int[] places, double[] weights, double claimSign, double boundaryGap) {

    /**
     * The score of the larger of the two claims in one draw, or the least one when it is no more;
     * the farther boundary is across.
     */
    double score(double[] means, double[] variances, double[] dfs, double currentMax) {
      double shift = 0;
      double variance = 0;
      double spread = 0;
      for (int i = 0; i < places.length; i++) {
        int place = places[i];
        double part = weights[i] * weights[i] * variances[place];
        shift += weights[i] * means[place];
        variance += part;
        spread += part * part / dfs[place];
      }
      double t =
          Math.max(claimSign * shift, -claimSign * shift - boundaryGap) / Math.sqrt(variance);
      // a score is nearer to zero than its t
      return currentMax >= 0 && t <= currentMax
          ? currentMax
          : Math.max(currentMax, NormalScore.of(t, variance * variance / spread));
    }
  }

  Family(List<LogRatio> members, Hypothesis hypothesis, Resampling resampling, String name) {
    this.hypothesis = hypothesis;
    this.members = List.copyOf(members);
    int affordable = Math.max(MIN_DRAWS, ALL_SCORES / Math.max(1, members.size()));
    this.draws = Math.min(Math.min(resampling.resamples(), MAX_DRAWS), affordable);
    this.threads = resampling.threads();
    this.streams = new Streams(resampling.seed(), Streams.key("family", name));
    if (members.size() > 1) {
      arrange();
    }
    this.largest = members.size() > 1 ? largest() : new double[0];
  }

  private void arrange() {
    Map<Object, LogRatio.Term> distinct = new LinkedHashMap<>();
    members.forEach(
        member -> member.terms().forEach(term -> distinct.putIfAbsent(term.key(), term)));
    // In an order of their own, so that neither the order nor the direction of pairs changes a
    // digit.
    sources.addAll(distinct.values());
    sources.sort(
        Comparator.comparingDouble(LogRatio.Term::variance)
            .thenComparingDouble(LogRatio.Term::df)
            .thenComparingDouble(LogRatio.Term::level));
    Map<Object, Integer> places = new HashMap<>();
    sources.forEach(source -> places.put(source.key(), places.size()));
    Map<Object, Integer> uses = new HashMap<>();
    members.forEach(
        member -> member.terms().forEach(term -> uses.merge(term.key(), 1, Integer::sum)));
    for (LogRatio member : members) {
      int[] at = new int[member.terms().size()];
      double[] weights = new double[at.length];
      for (int i = 0; i < at.length; i++) {
        LogRatio.Term term = member.terms().get(i);
        at[i] = places.getOrDefault(term.key(), 0);
        weights[i] = term.weight();
      }
      double claimSign = member.theta() < 0 ? -1 : 1;
      // The differences of pairs have no denominator that would turn with the sides.
      boolean turned =
          claimSign < 0
              && member.terms().stream()
                  .allMatch(term -> term.weight() > 0 && uses.getOrDefault(term.key(), 0) == 1);
      for (int i = 0; turned && i < weights.length; i++) {
        weights[i] = -weights[i];
      }
      simulated.add(new Member(at, weights, claimSign, -2 * hypothesis.logThreshold()));
    }
  }

  /** Where a claim begins, were it the family's first. */
  Critical critical() {
    return members.size() > 1 ? new Critical(quantile(), false) : singleComparison();
  }

  /** The p of a claim that is the family's first, given its normal score. */
  double first(double score) {
    if (members.size() < 2) {
      return Math.min(1, singleComparison(score));
    }
    int place = Arrays.binarySearch(largest, score);
    int below = place < 0 ? -place - 1 : place;
    return (draws - below + 1.0) / (draws + 1.0);
  }

  // A single comparison needs no simulation: one tail beyond the nearer boundary, the other beyond
  // the farther one.
  private Critical singleComparison() {
    double alpha = hypothesis.alpha();
    if (members.isEmpty() || !members.get(0).varies()) {
      return new Critical(NormalScore.ofP(hypothesis.delta() > 0 ? alpha : alpha / 2), true);
    }
    TDistribution t = TDistribution.of(members.get(0).df());
    double low = t.inverseSurvivalProbability(alpha);
    double high = t.inverseSurvivalProbability(alpha / 2);
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (t.survivalProbability(middle) + t.survivalProbability(middle + boundaryGap()) > alpha) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new Critical(NormalScore.ofP(t.survivalProbability(high)), true);
  }

  /** How far apart the boundaries of a single comparison lie, in standard errors. */
  private double boundaryGap() {
    return -2 * hypothesis.logThreshold() / Math.sqrt(members.get(0).variance());
  }

  private double singleComparison(double score) {
    double tail = NormalScore.p(score);
    if (members.isEmpty() || !members.get(0).varies()) {
      return tail * (hypothesis.delta() > 0 ? 1 : 2);
    }
    double df = members.get(0).df();
    return tail
        + TDistribution.of(df).survivalProbability(new Critical(score, true).t(df) + boundaryGap());
  }

  /**
   * Adjusts claims.
   *
   * @param scores the normal score of each member's better claim
   * @return the adjusted p of each claim, step-down, in the same order
   */
  double[] adjusted(double[] scores) {
    if (members.size() < 2) {
      return Arrays.stream(scores).map(score -> Math.min(1, singleComparison(score))).toArray();
    }
    Integer[] order = new Integer[scores.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(scores[b], scores[a]));
    long[][] counts = new long[draws / Streams.BLOCK + 1][scores.length];
    simulate(
        IntStream.range(0, order.length).map(i -> order[order.length - 1 - i]).toArray(),
        (draw, member, maxScore) ->
            counts[draw / Streams.BLOCK][member] += maxScore >= scores[member] ? 1 : 0);
    double[] adjusted = new double[scores.length];
    double maxP = 0;
    for (Integer place : order) {
      long above = Arrays.stream(counts).mapToLong(block -> block[place]).sum();
      maxP = Math.max(maxP, (above + 1.0) / (draws + 1.0));
      adjusted[place] = maxP;
    }
    return adjusted;
  }

  private double[] largest() {
    double[] maxScores = new double[draws];
    simulate(
        IntStream.range(0, simulated.size()).toArray(),
        (draw, member, score) -> maxScores[draw] = score);
    Arrays.sort(maxScores);
    return maxScores;
  }

  // The smallest score that (k + 1) / (B + 1) calls a claim, so that it agrees with adjusted().
  private double quantile() {
    int above = (int) Math.ceil(hypothesis.alpha() * (draws + 1.0)) - 2;
    return above < 0 ? Double.POSITIVE_INFINITY : Math.nextUp(largest[draws - 1 - above]);
  }

  /** Takes the largest score of a draw among the members up to one. */
  private interface Visitor {
    void visit(int draw, int member, double maxScore);
  }

  /** Simulates all draws: of each, the members in an order. Each block is visited by one thread. */
  private void simulate(int[] order, Visitor visitor) {
    streams.draw(draws, threads, (random, from, to) -> simulate(random, from, to, order, visitor));
  }

  private void simulate(
      UniformRandomProvider random, int from, int to, int[] order, Visitor visitor) {
    int size = sources.size();
    var normal = NormalDistribution.of(0, 1).createSampler(random);
    var chiSquared = new ContinuousDistribution.Sampler[size];
    double[] errors = new double[size];
    double[] dfs = new double[size];
    for (int i = 0; i < size; i++) {
      LogRatio.Term source = sources.get(i);
      dfs[i] = source.df();
      errors[i] = Math.sqrt(source.variance());
      chiSquared[i] = GammaDistribution.of(source.df() / 2, 2).createSampler(random);
    }
    double[] means = new double[size];
    double[] variances = new double[size];
    for (int draw = from; draw < to; draw++) {
      for (int i = 0; i < size; i++) {
        means[i] = errors[i] * normal.sample();
        variances[i] = errors[i] * errors[i] * chiSquared[i].sample() / dfs[i];
      }
      double maxScore = Double.NEGATIVE_INFINITY;
      for (int member : order) {
        maxScore = simulated.get(member).score(means, variances, dfs, maxScore);
        visitor.visit(draw, member, maxScore);
      }
    }
  }
}
