package org.docduel.core.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Path;
import org.docduel.core.query.Predicate.AllOf;
import org.docduel.core.query.Predicate.AnyOf;
import org.docduel.core.query.Predicate.ArrayHolds;
import org.docduel.core.query.Predicate.IsTrue;
import org.docduel.core.query.Predicate.NumberAbove;
import org.docduel.core.query.Predicate.TextContains;
import org.docduel.core.query.Predicate.TextIs;
import org.docduel.core.query.Predicate.TextStartsWith;
import org.docduel.core.query.Predicate.TimestampWithin;

/**
 * The scenarios of the indexed reads (W2), on the attributes that are indexed or on their twins
 * that are not. S1 to S10 as in Turutin and Puzevich 2025, S6 as its plans have it and S6r as an
 * earlier revision of its repository has it.
 */
public final class IndexedReadScenarios {
  /** The prefix of the attributes that are indexed. */
  public static final String INDEXED = "indexed_";

  /** The prefix of their twins, which are not. */
  public static final String UNINDEXED = "unindexed_";

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final Instant JANUARY = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant FEBRUARY = Instant.parse("2025-02-01T00:00:00Z");

  private IndexedReadScenarios() {}

  /**
   * All of them.
   *
   * @param limit the most rows that S10 asks for; 0 for all, as published
   * @return in the publication's order, S6r after S6
   */
  public static List<Scenario> all(String prefix, int limit) {
    Path text1 = Path.of(prefix + "text_1");
    Predicate letter = new TextIs(text1, "A");
    Predicate even = new IsTrue(Path.of(prefix + "boolean_1"));
    Predicate above = new NumberAbove(Path.of(prefix + "number_1"), HUNDRED);
    Path tags = Path.of(prefix + "text_array_1");
    Path groups = Path.of(prefix + "text_array_2");
    Path timestamp = Path.of(prefix + "timestamp_1");
    return List.of(
        scenario("S1", "expr_eq_num", new AllOf(List.of(letter, above))),
        scenario("S2", "like_prefix", new TextStartsWith(Path.of(prefix + "text_2"), "INV00012")),
        scenario("S3", "trgm_contains", new TextContains(Path.of(prefix + "text_3"), "priority")),
        scenario("S4", "ts_range", new TimestampWithin(timestamp, JANUARY, FEBRUARY)),
        scenario("S5", "array_and", new ArrayHolds(tags, List.of("aml", "priority"))),
        scenario("S6", "array_or", anyOf(holds(tags, "aml"), holds(groups, "grpA"))),
        scenario("S6r", "array_or", anyOf(holds(tags, "aml"), holds(tags, "priority"))),
        scenario("S7", "and2", new AllOf(List.of(letter, even))),
        scenario("S8", "and3", new AllOf(List.of(letter, even, above))),
        scenario("S9", "or_keys", anyOf(letter, even)),
        new Scenario(
            "S10", "topn_order", new Query(letter, Optional.of(timestamp), limit, Projection.IDS)));
  }

  private static Scenario scenario(String name, String title, Predicate where) {
    return new Scenario(name, title, Query.of(where));
  }

  private static Predicate anyOf(Predicate one, Predicate other) {
    return new AnyOf(List.of(one, other));
  }

  private static Predicate holds(Path path, String element) {
    return new ArrayHolds(path, List.of(element));
  }
}
