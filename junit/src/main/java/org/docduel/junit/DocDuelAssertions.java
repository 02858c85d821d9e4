package org.docduel.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Verdict;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Assertions on {@linkplain SuiteResult results}, to be imported statically. */
public final class DocDuelAssertions {
  private DocDuelAssertions() {}

  /** Assertions on the queries of a result: on every query and store, unless some are named. */
  public static SuiteAssert assertThat(SuiteResult result) {
    return new SuiteAssert(result, result.queries(), Optional.empty());
  }

  /**
   * The slowdown that is too much: 5 is 5 % more time.
   *
   * @throws IllegalArgumentException unless it is above 0
   */
  public static Limit percent(double value) {
    if (!(value > 0 && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "a limit of " + value + " %; a percentage above 0 is expected");
    }
    return new Limit(value / 100);
  }

  /** The slowdown that is too much: 0.05 is 5 % more time. */
  public record Limit(double fraction) {}

  /**
   * What may be asserted of the run of a suite.
   *
   * @param queries those that are meant
   * @param store the store that is asserted on; empty for every one but the baseline
   */
  public record SuiteAssert(SuiteResult result, List<String> queries, Optional<String> store) {
    /** The same of one query. */
    public SuiteAssert query(String name) {
      return new SuiteAssert(result, List.of(name), store);
    }

    /** The same of each query of the result. */
    public SuiteAssert everyQuery() {
      return new SuiteAssert(result, result.queries(), store);
    }

    /** The same in one store. */
    public SuiteAssert in(String name) {
      return new SuiteAssert(result, queries, Optional.of(name));
    }

    /**
     * Holds when the interval of the slowdown lies below a limit. It errs in at most 5 % of runs,
     * all queries of a pair of stores together.
     *
     * @param baseline the store to compare with
     * @throws AssertionFailedError when a slowdown is shown and one of the limit is not ruled out
     * @throws TestAbortedException when it could not tell: the interval holds no change as well as
     *     the limit, there is none with fewer than three forks, or a few iterations decide
     * @throws BadInputException when a store or query was not measured
     */
    public void isNotSlowerThan(String baseline, Limit limit) {
      List<String> failed = new ArrayList<>();
      List<String> unknown = new ArrayList<>();
      for (String candidate : candidates(baseline)) {
        for (Change change : changes(baseline, candidate)) {
          boolean withheld = change.row().verdict() == Verdict.WITHHELD;
          if (withheld || !(change.upperBound() < limit.fraction)) { // NaN where nothing is known
            (change.slower() ? failed : unknown)
                .add(describe(change, candidate, baseline, limit, withheld));
          }
        }
      }
      String file = " (" + result.file() + ")";
      if (!failed.isEmpty()) {
        throw new AssertionFailedError(String.join("\n", failed) + file);
      }
      if (!unknown.isEmpty()) {
        throw new TestAbortedException(String.join("\n", unknown) + file + "; more forks may tell");
      }
    }

    private List<String> candidates(String baseline) {
      List<String> others = new ArrayList<>(store.map(List::of).orElse(result.stores()));
      others.remove(baseline);
      return others.isEmpty()
          ? List.of(baseline)
          : others; // which is rejected, and not passed over
    }

    /** Of the queries that are meant, all of which both stores have. */
    private List<Change> changes(String baseline, String candidate) {
      List<String> missing = new ArrayList<>(queries);
      List<Change> changes =
          result.changes(baseline, candidate).stream()
              .filter(change -> missing.remove(change.row().group()))
              .toList();
      if (!missing.isEmpty()) {
        throw new BadInputException(
            "%s and %s do not both have a result of query %s; the queries are %s"
                .formatted(
                    baseline,
                    candidate,
                    String.join(", ", missing),
                    String.join(", ", result.queries())));
      }
      return changes;
    }

    private static String describe(
        Change change, String candidate, String baseline, Limit limit, boolean withheld) {
      Superiority row = change.row();
      Estimate estimate = row.primary();
      double confidence = row.interval().confidence();
      Interval interval = new Interval(change.lowerBound(), change.upperBound(), confidence);
      int units = Math.min(estimate.baselineUnits(), estimate.candidateUnits());
      return "query %s: %s %s slower than %s: time %s, %s%s; the limit is %s"
          .formatted(
              row.group(),
              candidate,
              change.slower() ? "is" : "may or may not be",
              baseline,
              Numbers.changeOf(row.quantity()).apply(change.relative()),
              interval.bounded()
                  ? "%s %s, %s a side"
                      .formatted(
                          Numbers.intervalHeading(confidence),
                          Numbers.changes(interval, row.quantity()),
                          Numbers.count(units, estimate.unit(), estimate.unit() + "s"))
                  : "no interval, which takes 3 forks a side",
              withheld ? ", withheld since a few iterations decide" : "",
              Numbers.roundPercent(limit.fraction));
    }
  }
}
