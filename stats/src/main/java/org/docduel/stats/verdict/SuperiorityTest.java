package org.docduel.stats.verdict;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Statistic;

/**
 * One-sided superiority test of a candidate against a baseline.
 *
 * <p>With the time reduction {@code delta = (mean(baseline) - mean(candidate)) / mean(baseline)},
 * H0 is {@code delta < Delta} and H1 {@code delta >= Delta}. By default Delta is 0.20, alpha 0.05,
 * and the method is t on the log ratio of the forks' means. The claims superior and inferior of all
 * comparisons that are read together are one family, whose chance of any false claim is alpha.
 * Immutable.
 */
public final class SuperiorityTest {
  private static final SuperiorityTest DEFAULTS = new SuperiorityTest();

  // Only copy() changes them, before anybody else sees the copy.
  Hypothesis hypothesis = Hypothesis.DEFAULT;
  Resampling resampling = Resampling.DEFAULT;
  Optional<Method> method = Optional.empty();
  Statistic statistic = Statistic.MEAN;
  Optional<Looks> looks = Optional.empty();
  boolean sharedVariance;
  // What ran in the same rounds and is not compared.
  List<Observations> bystanders = List.of();
  // The log ratio by which a store differs from its own twin; 0 where none is shown to differ.
  double twinDifference;
  private boolean pairedByRound;

  private SuperiorityTest() {}

  private SuperiorityTest copy(Consumer<SuperiorityTest> change) {
    SuperiorityTest copy = new SuperiorityTest();
    copy.hypothesis = hypothesis;
    copy.resampling = resampling;
    copy.method = method;
    copy.statistic = statistic;
    copy.looks = looks;
    copy.sharedVariance = sharedVariance;
    copy.pairedByRound = pairedByRound;
    copy.bystanders = bystanders;
    copy.twinDifference = twinDifference;
    change.accept(copy);
    if (copy.statistic == Statistic.TRIMMED && copy.method.filter(m -> !m.byUnit()).isPresent()) {
      throw new IllegalArgumentException(
          "method " + copy.method.get().label() + " knows no trimmed mean; use t or welch");
    }
    return copy;
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
    return copy(test -> test.hypothesis = new Hypothesis(delta, hypothesis.alpha()));
  }

  /**
   * The same test at another level.
   *
   * @param alpha above 0 and at most 0.5
   * @throws IllegalArgumentException if it is out of range
   */
  public SuperiorityTest withAlpha(double alpha) {
    return copy(test -> test.hypothesis = new Hypothesis(hypothesis.delta(), alpha));
  }

  /** The same test with another number of resamples, seed or number of threads. */
  public SuperiorityTest withResampling(Resampling changed) {
    return copy(test -> test.resampling = changed);
  }

  /** The same test with another method than t. */
  public SuperiorityTest withMethod(Method changed) {
    return copy(test -> test.method = Optional.of(changed));
  }

  /** The same test of another statistic. */
  public SuperiorityTest withStatistic(Statistic changed) {
    return copy(test -> test.statistic = changed);
  }

  /**
   * The same test with variances that comparisons lend each other: with few forks and many
   * comparisons of a kind, each alone knows its variance poorly (Smyth 2004,
   * doi:10.2202/1544-6115.1027). Only method t uses it.
   */
  public SuperiorityTest withSharedVariance() {
    return copy(test -> test.sharedVariance = true);
  }

  /**
   * The same test that compares round by round whatever has rounds, which must be settled before
   * the results are seen. Without it, {@link org.docduel.stats.stat.Rounds} decides.
   */
  public SuperiorityTest withPairedRounds() {
    return copy(test -> test.pairedByRound = true);
  }

  /** The same test of a run with twins; see {@link Twins#in}. */
  SuperiorityTest withTwins(List<Observations> others, double difference) {
    return copy(test -> {
      test.bystanders = List.copyOf(others);
      test.twinDifference = difference;
    });
  }

  /**
   * The same test of a run that was looked at after each round and ended when its verdicts were in:
   * each comparison stands as it did when it was decided. Methods other than t ignore it, and their
   * claims are withheld.
   */
  public SuperiorityTest withLooks(Optional<Looks> changed) {
    return copy(test -> test.looks = changed);
  }

  /** Delta and alpha. */
  public Hypothesis hypothesis() {
    return hypothesis;
  }

  /** Number of resamples, seed and threads. */
  public Resampling resampling() {
    return resampling;
  }

  /** The statistic that is compared. */
  public Statistic statistic() {
    return statistic;
  }

  /** The plan of a run that ended when its verdicts were in. */
  public Optional<Looks> looks() {
    return looks;
  }

  /** Whether somebody settled before the run that rounds are compared. */
  public boolean pairsRounds() {
    return pairedByRound;
  }

  /**
   * The rounds by which comparisons are made, of all that ran in them.
   *
   * @param compared what is read together, in so many rows
   * @param forks the forks that count
   * @throws BadInputException if rounds are asked for, and no side has any
   */
  Rounds rounds(Stream<Comparison> compared, int rows, UnaryOperator<Observations> forks) {
    if (method.filter(selected -> selected != Method.T).isPresent()) {
      return Rounds.NONE;
    }
    Set<Observations> sides =
        Stream.concat(bystanders.stream(), compared.flatMap(Comparison::sides))
            .map(forks)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!pairedByRound) {
      return Rounds.of(sides, statistic, hypothesis.alpha() / 2 / rows);
    }
    if (sides.stream().flatMap(side -> side.forks().stream()).allMatch(fork -> fork.round() == 0)) {
      throw new BadInputException(
          "--pair rounds: no sidecar names the rounds of these forks; leave it out");
    }
    return Rounds.ALWAYS;
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
   * @throws BadInputException if one of them cannot be compared
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
    comparison.requireTestable();
    if (method.equals(Optional.of(Method.HIERARCHICAL)) && !comparison.hasMinForks(2)) {
      throw new BadInputException(
          comparison.baseline()
              + ": the hierarchical method needs at least 2 forks a side; choose another --method");
    }
  }

  /**
   * Tests several lists of comparisons that are read together, for example the groups of every pair
   * of stores. The rows of all lists are one family; their overall rows of a kind are another, with
   * the rows of lists that have a single comparison.
   *
   * @param lists each at least one comparison of one quantity
   * @return a report for each list, in their order
   * @throws BadInputException if one of them cannot be compared
   */
  public List<SuperiorityReport> testTogether(List<List<Comparison>> lists) {
    return new Families(this).test(lists);
  }
}
