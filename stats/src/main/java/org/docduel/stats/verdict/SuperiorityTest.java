package org.docduel.stats.verdict;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.PValue;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Samples;
import org.docduel.stats.stat.Statistic;

/**
 * One-sided superiority test of a candidate against a baseline.
 *
 * <p>With the time reduction {@code delta = (mean(baseline) - mean(candidate)) / mean(baseline)},
 * H0 is {@code delta < Delta} and H1 {@code delta >= Delta}, after Turutin and Puzevich 2025,
 * section III-D. By default Delta is 0.20, alpha 0.05, and the method is the bootstrap-t over forks
 * with 100,000 resamples; of several comparisons, t on the log ratio. The claims superior and
 * inferior of all comparisons that are read together are one family, whose chance of any false
 * claim is alpha. Immutable.
 */
public final class SuperiorityTest {
  private static final SuperiorityTest DEFAULTS =
      new SuperiorityTest(
          Hypothesis.DEFAULT,
          Resampling.DEFAULT,
          new Approach(
              Optional.empty(),
              List.of(),
              Statistic.MEAN,
              PValue.PLUS_ONE,
              false,
              false,
              Optional.empty()),
          List.of(Overall.STRATIFIED),
          Progress.NONE);

  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final Approach approach;
  private final List<Overall> overall;
  private final Progress progress;

  private SuperiorityTest(
      Hypothesis hypothesis,
      Resampling resampling,
      Approach approach,
      List<Overall> overall,
      Progress progress) {
    this.hypothesis = hypothesis;
    this.resampling = resampling;
    this.approach = approach;
    this.overall = List.copyOf(overall);
    this.progress = progress;
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
    return new SuperiorityTest(changed, resampling, approach, overall, progress);
  }

  /** The same test with another number of resamples, seed or number of threads. */
  public SuperiorityTest withResampling(Resampling changed) {
    return new SuperiorityTest(hypothesis, changed, approach, overall, progress);
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
   * The same test with another method. Without this, the method is studentized for one comparison
   * and t for several.
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

  /**
   * The same test with variances that comparisons lend each other, or not: with few forks and many
   * comparisons of a kind, each alone knows its variance poorly (Smyth 2004,
   * doi:10.2202/1544-6115.1027). Only method t uses it.
   */
  public SuperiorityTest withSharedVariance(boolean shared) {
    return with(approach.withSharedVariance(shared));
  }

  /**
   * The same test of a run that was looked at after each round and ended when its verdicts were in:
   * each comparison stands as it did when it was decided. A method that is named ignores it.
   */
  public SuperiorityTest withLooks(Optional<Looks> looks) {
    return with(approach.withLooks(looks));
  }

  private SuperiorityTest with(Approach changed) {
    return new SuperiorityTest(hypothesis, resampling, changed, overall, progress);
  }

  /** The same test with other overall rows, in the order given; none for an empty list. */
  public SuperiorityTest withOverall(List<Overall> rows) {
    return new SuperiorityTest(hypothesis, resampling, approach, rows, progress);
  }

  /** The same test with somebody who hears how far it is. */
  public SuperiorityTest withProgress(Progress heard) {
    return new SuperiorityTest(hypothesis, resampling, approach, overall, heard);
  }

  Progress progress() {
    return progress;
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
   * @param baseline observations, all above zero
   * @param candidate observations of the same quantity, all above zero
   * @throws BadInputException if the observations cannot be compared
   */
  public Superiority test(Observations baseline, Observations candidate) {
    return test(new Comparison("all", baseline, candidate));
  }

  /** Tests one comparison. */
  public Superiority test(Comparison comparison) {
    return testAll(List.of(comparison)).rows().get(0);
  }

  /**
   * Tests comparisons that are read together, and makes the overall rows.
   *
   * @param comparisons at least one, of one quantity
   * @throws BadInputException if none of them can be compared
   */
  public SuperiorityReport testAll(List<Comparison> comparisons) {
    return testTogether(List.of(comparisons)).get(0);
  }

  /**
   * Checks that a comparison can be tested at all.
   *
   * @throws BadInputException if not, with the reason
   */
  public void requireTestable(Comparison comparison) {
    Samples samples = new Samples(List.of(comparison), approach.paired());
    samples.requireTestable();
    if (approach.method().filter(method -> method == Method.HIERARCHICAL).isPresent()) {
      samples.requireForks();
    }
  }

  /**
   * Tests several lists of comparisons that are read together, for example the groups of every pair
   * of stores. The rows of all lists are one family; their overall rows of a kind are another, with
   * the rows of lists that have a single comparison.
   *
   * @param lists each at least one comparison of one quantity
   * @return a report for each list, in their order
   * @throws BadInputException if a list has nothing that can be compared
   */
  public List<SuperiorityReport> testTogether(List<List<Comparison>> lists) {
    return new Families(this, overall).test(lists);
  }
}
