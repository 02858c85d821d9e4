package org.docduel.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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

  /** Assertions on the queries of a result. */
  public static SuiteAssert assertThat(SuiteResult result) {
    return new SuiteAssert(result);
  }

  /**
   * A limit of slowdowns: 5 is 5 %.
   *
   * @param value above 0
   */
  public static Limit percent(double value) {
    return new Limit(value / 100);
  }

  /**
   * The slowdown that is too much.
   *
   * @param fraction above 0; 0.05 is 5 % more time
   */
  public record Limit(double fraction) {
    /** Checks the range. */
    public Limit {
      if (!(fraction > 0 && Double.isFinite(fraction))) {
        throw new IllegalArgumentException(
            "a limit of " + 100 * fraction + " %; a percentage above 0 is expected");
      }
    }
  }

  /** What may be asserted of the run of a suite. */
  public record SuiteAssert(SuiteResult result) {
    /**
     * One query, in every store but the one it is compared with.
     *
     * @throws IllegalArgumentException when the result does not have it
     */
    public QueryAssert query(String name) {
      if (!result.queries().contains(name)) {
        throw new IllegalArgumentException(
            "no result of query %s; there are %s"
                .formatted(name, String.join(", ", result.queries())));
      }
      return new QueryAssert(result, name::equals, Optional.empty());
    }

    /** Each query of the result. */
    public QueryAssert everyQuery() {
      return new QueryAssert(result, name -> true, Optional.empty());
    }
  }

  /**
   * What may be asserted of queries.
   *
   * @param queries which of them are meant
   * @param store the store that is asserted on; empty for every one but the baseline
   */
  public record QueryAssert(SuiteResult result, Predicate<String> queries, Optional<String> store) {
    /** The same in one store. */
    public QueryAssert in(String name) {
      return new QueryAssert(result, queries, Optional.of(name));
    }

    /**
     * Holds when the interval of the slowdown lies below a limit. It errs in at most 5 % of runs,
     * all queries of a pair of stores together.
     *
     * @param baseline the store to compare with
     * @throws AssertionFailedError when a slowdown is shown and one of the limit is not ruled out
     * @throws TestAbortedException when it could not tell: the interval holds no change as well as
     *     the limit, there is none with fewer than three forks, or a few iterations decide
     * @throws IllegalArgumentException when a store or query was not measured
     */
    public void isNotSlowerThan(String baseline, Limit limit) {
      List<String> failed = new ArrayList<>();
      List<String> unknown = new ArrayList<>();
      for (String candidate : candidates(baseline)) {
        for (Change change : changes(baseline, candidate)) {
          boolean withheld = change.row().verdict() == Verdict.WITHHELD;
          if (withheld || !(change.upperBound() < limit.fraction)) { // NaN where nothing is known
            boolean slower = change.slower();
            String relation = slower ? "is slower than" : "may or may not be slower than";
            (slower ? failed : unknown)
                .add(
                    "query %s: %s %s %s: %s; the limit is %s"
                        .formatted(
                            change.row().group(),
                            candidate,
                            relation,
                            baseline,
                            describe(change, forks(change, baseline, candidate)),
                            Numbers.roundPercent(limit.fraction)));
          }
        }
      }
      if (!failed.isEmpty()) {
        throw new AssertionFailedError(message(failed));
      }
      if (!unknown.isEmpty()) {
        throw new TestAbortedException(message(unknown) + "; more forks may tell");
      }
    }

    private List<String> candidates(String baseline) {
      List<String> others = new ArrayList<>(result.stores());
      boolean measured = others.remove(baseline);
      store.ifPresent(name -> others.retainAll(List.of(name)));
      if (!measured || others.isEmpty()) {
        throw new IllegalArgumentException(
            "%s cannot be compared with %s; the stores are %s"
                .formatted(
                    store.orElse("another store"), baseline, String.join(", ", result.stores())));
      }
      return others;
    }

    /** Of the queries that are meant, all of which both stores have. */
    private List<Change> changes(String baseline, String candidate) {
      List<Change> changes =
          result.changes(baseline, candidate).stream()
              .filter(change -> queries.test(change.row().group()))
              .toList();
      List<String> missing = new ArrayList<>(result.queries());
      missing.removeIf(queries.negate());
      changes.forEach(change -> missing.remove(change.row().group()));
      if (!missing.isEmpty()) {
        throw new IllegalArgumentException(
            "%s and %s do not both have the queries %s"
                .formatted(baseline, candidate, String.join(", ", missing)));
      }
      return changes;
    }

    private String message(List<String> lines) {
      return String.join("\n", lines) + " (" + result.file() + ")";
    }

    private long forks(Change change, String baseline, String candidate) {
      String query = change.row().group();
      return Math.min(
          result.observations(query, baseline).forks().size(),
          result.observations(query, candidate).forks().size());
    }

    private static String describe(Change change, long forks) {
      Superiority row = change.row();
      Interval interval =
          new Interval(change.lowerBound(), change.upperBound(), row.interval().confidence());
      String bounds =
          interval.bounded()
              ? Numbers.intervalHeading(interval.confidence())
                  + " "
                  + Numbers.changes(interval, row.quantity())
              : "no interval";
      return "time %s, %s, %s a side%s"
          .formatted(
              Numbers.changeOf(row.quantity()).apply(change.relative()),
              bounds,
              Numbers.count(forks, "fork", "forks"),
              row.verdict() == Verdict.WITHHELD ? ", withheld since a few iterations decide" : "");
    }
  }
}
