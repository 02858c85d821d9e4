package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.Comparison;
import org.docduel.stats.Observations;
import org.docduel.stats.resample.Parallel;
import org.docduel.stats.resample.Streams;

/**
 * One-sided superiority test of a candidate against a baseline.
 *
 * <p>With the time reduction {@code delta = (mean(baseline) - mean(candidate)) / mean(baseline)},
 * H0 is {@code delta < Delta} and H1 {@code delta >= Delta}, after Turutin and Puzevich 2025,
 * section III-D. By default Delta is 0.20, alpha 0.05, and the method is the bootstrap-t over forks
 * with 100,000 resamples. Immutable.
 */
public final class SuperiorityTest {
  private static final SuperiorityTest DEFAULTS =
      new SuperiorityTest(
          Hypothesis.DEFAULT,
          Resampling.DEFAULT,
          new Approach(Optional.empty(), List.of(), Statistic.MEAN, PValue.PLUS_ONE, false),
          List.of(Overall.STRATIFIED));

  // Beyond this, rows are made one after the other, so that only one of them is held in memory.
  private static final int ROWS_TOGETHER = 1_000_000;

  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final Approach approach;
  private final List<Overall> overall;

  private SuperiorityTest(
      Hypothesis hypothesis, Resampling resampling, Approach approach, List<Overall> overall) {
    this.hypothesis = hypothesis;
    this.resampling = resampling;
    this.approach = approach;
    this.overall = List.copyOf(overall);
  }

  /** The test with its defaults. */
  public static SuperiorityTest withDefaults() {
    return DEFAULTS;
  }

  /**
   * The same test with another Delta.
   *
   * @param delta a fraction from 0 to below 1
   * @throws IllegalArgumentException if it is out of range
   */
  public SuperiorityTest withDelta(double delta) {
    return with(new Hypothesis(delta, hypothesis.alpha()));
  }

  /**
   * The same test at another level.
   *
   * @param alpha above 0 and at most 0.5
   * @throws IllegalArgumentException if it is out of range
   */
  public SuperiorityTest withAlpha(double alpha) {
    return with(new Hypothesis(hypothesis.delta(), alpha));
  }

  private SuperiorityTest with(Hypothesis changed) {
    return new SuperiorityTest(changed, resampling, approach, overall);
  }

  /** The same test with another number of resamples, seed or number of threads. */
  public SuperiorityTest withResampling(Resampling changed) {
    return new SuperiorityTest(hypothesis, changed, approach, overall);
  }

  /**
   * The same test with another number of resamples.
   *
   * @param resamples from 100 to 100 million
   */
  public SuperiorityTest withResamples(int resamples) {
    return withResampling(new Resampling(resamples, resampling.seed(), resampling.threads()));
  }

  /** The same test with another seed. */
  public SuperiorityTest withSeed(long seed) {
    return withResampling(new Resampling(resampling.resamples(), seed, resampling.threads()));
  }

  /** The same test on another number of threads, which changes nothing but the time. */
  public SuperiorityTest withThreads(int threads) {
    return withResampling(new Resampling(resampling.resamples(), resampling.seed(), threads));
  }

  /**
   * The same test with another method. Without this, the method is studentized for the mean, and
   * for other statistics hierarchical when there are forks and percentile when there is one.
   */
  public SuperiorityTest withMethod(Method method) {
    return with(approach.withMethod(method));
  }

  /** The same test with methods whose estimates are given beside the primary one. */
  public SuperiorityTest withChecks(List<Method> checks) {
    return with(approach.withChecks(checks));
  }

  /** The same test of another statistic. */
  public SuperiorityTest withStatistic(Statistic statistic) {
    return with(approach.withStatistic(statistic));
  }

  /** The same test with another p-value. */
  public SuperiorityTest withPValue(PValue pValue) {
    return with(approach.withPValue(pValue));
  }

  /** The same test with observations matched by order, or not. */
  public SuperiorityTest withPaired(boolean paired) {
    return with(approach.withPaired(paired));
  }

  private SuperiorityTest with(Approach changed) {
    return new SuperiorityTest(hypothesis, resampling, changed, overall);
  }

  /** The same test with other overall rows, in the order given; none for an empty list. */
  public SuperiorityTest withOverall(List<Overall> rows) {
    return new SuperiorityTest(hypothesis, resampling, approach, rows);
  }

  /** Delta and alpha. */
  public Hypothesis hypothesis() {
    return hypothesis;
  }

  /** Number of resamples, seed and threads. */
  public Resampling resampling() {
    return resampling;
  }

  /** Method, statistic and p-value. */
  public Approach approach() {
    return approach;
  }

  /**
   * Tests one pair.
   *
   * @param baseline at least 2 observations, all above zero
   * @param candidate at least 2 observations of the same quantity, all above zero
   * @throws org.docduel.stats.BadInputException if the observations cannot be compared
   */
  public Superiority test(Observations baseline, Observations candidate) {
    return test(new Comparison("all", baseline, candidate));
  }

  /** Tests one comparison. */
  public Superiority test(Comparison comparison) {
    return testAll(List.of(comparison)).rows().get(0);
  }

  /**
   * Tests a family of comparisons and makes the overall rows.
   *
   * @param comparisons at least one, of one quantity
   * @throws org.docduel.stats.BadInputException if observations cannot be compared
   */
  public SuperiorityReport testAll(List<Comparison> comparisons) {
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException("there is no comparison to test");
    }
    comparisons.forEach(c -> c.baseline().requireSameQuantity(comparisons.get(0).baseline()));
    List<Samples> samples =
        comparisons.stream().map(c -> new Samples(List.of(c), approach.paired())).toList();
    samples.forEach(Samples::requireTestable);
    List<Overall> kinds = comparisons.size() > 1 ? overall : List.of();
    Superiority[] rows = rows(samples, kinds);
    List<Superiority> groups = List.of(rows).subList(0, samples.size());
    List<SuperiorityReport.OverallRow> overallRows = new ArrayList<>();
    for (Overall kind : kinds) {
      Superiority row = rows[groups.size() + overallRows.size()];
      overallRows.add(new SuperiorityReport.OverallRow(kind, row));
    }
    return new SuperiorityReport(
        this,
        comparisons.get(0).baseline().quantity(),
        Rows.adjusted(groups, hypothesis),
        overallRows);
  }

  /** The rows of the groups, then the overall rows. */
  private Superiority[] rows(List<Samples> samples, List<Overall> kinds) {
    Rows rows = new Rows(this);
    Superiority[] made = new Superiority[samples.size() + kinds.size()];
    List<Runnable> tasks = new ArrayList<>();
    for (Samples sample : samples) {
      int place = tasks.size();
      String group = sample.parts().get(0).group();
      tasks.add(() -> made[place] = rows.group(sample, streams("group", group)));
    }
    for (Overall kind : kinds) {
      int place = tasks.size();
      tasks.add(() -> made[place] = rows.overall(kind, samples, streams("overall", kind.label())));
    }
    boolean together = resampling.resamples() <= ROWS_TOGETHER;
    new Parallel(together ? resampling.threads() : 1).run(tasks);
    return made;
  }

  private Streams streams(String kind, String name) {
    return new Streams(resampling.seed(), Streams.key(kind, name));
  }
}
