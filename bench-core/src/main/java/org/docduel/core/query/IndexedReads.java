package org.docduel.core.query;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Predicate.AllOf;
import org.docduel.core.query.Predicate.AnyOf;
import org.docduel.core.query.Predicate.ArrayHolds;
import org.docduel.core.query.Predicate.TextContains;
import org.docduel.core.query.Predicate.TextStartsWith;
import org.docduel.core.query.Predicate.TimestampWithin;

/**
 * The scenarios and the indexes of the indexed reads (W2), as in Turutin and Puzevich 2025 and the
 * repository behind it. All lists are immutable.
 */
public final class IndexedReads {
  /** The prefix of the attributes that are indexed. */
  public static final String INDEXED = "indexed_";

  /** The prefix of their twins, which are not. */
  public static final String UNINDEXED = "unindexed_";

  private static final int PER_KIND = 3;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final Instant JANUARY = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant FEBRUARY = Instant.parse("2025-02-01T00:00:00Z");

  private IndexedReads() {}

  /** A query with the name that the publication gave it, such as {@code S1}. */
  public record Scenario(String name, String title, Query query) {}

  /**
   * All scenarios, on the attributes that are indexed or on their twins that are not, in the
   * publication's order: S6 as its plans have it, then S6r as an earlier revision of its repository
   * has it.
   *
   * @param limit the most rows that S10 asks for; 0 for all, as published
   */
  public static List<Scenario> scenarios(String prefix, int limit) {
    Path text1 = Path.of(prefix + "text_1");
    Predicate letter = Predicate.is(text1, new StringValue("A"));
    Predicate even = Predicate.isTrue(Path.of(prefix + "boolean_1"));
    Predicate above = Predicate.above(Path.of(prefix + "number_1"), HUNDRED);
    Path tags = Path.of(prefix + "text_array_1");
    Path groups = Path.of(prefix + "text_array_2");
    Path timestamp = Path.of(prefix + "timestamp_1");
    return List.of(
        scenario("S1", "expr_eq_num", new AllOf(List.of(letter, above))),
        scenario("S2", "like_prefix", new TextStartsWith(Path.of(prefix + "text_2"), "INV00012")),
        scenario("S3", "trgm_contains", new TextContains(Path.of(prefix + "text_3"), "priority")),
        scenario("S4", "ts_range", new TimestampWithin(timestamp, JANUARY, FEBRUARY)),
        scenario("S5", "array_and", arrayHolds(tags, false, "aml", "priority")),
        scenario(
            "S6",
            "array_or",
            anyOf(arrayHolds(tags, false, "aml"), arrayHolds(groups, false, "grpA"))),
        scenario("S6r", "array_or", arrayHolds(tags, true, "aml", "priority")),
        scenario("S7", "and2", new AllOf(List.of(letter, even))),
        scenario("S8", "and3", new AllOf(List.of(letter, even, above))),
        scenario("S9", "or_keys", anyOf(letter, even)),
        new Scenario(
            "S10", "topn_order", new Query(letter, Optional.of(timestamp), limit, Projection.IDS)));
  }

  private static Scenario scenario(String name, String title, Predicate where) {
    return new Scenario(name, title, Query.of(where));
  }

  private static Predicate anyOf(Predicate first, Predicate second) {
    return new AnyOf(List.of(first, second));
  }

  private static Predicate arrayHolds(Path path, boolean any, String... elements) {
    return new ArrayHolds(path, Arrays.stream(elements).<Value>map(StringValue::new).toList(), any);
  }

  /**
   * The indexes, the same kinds in every store: a B-tree on each text, timestamp, number and
   * boolean; prefix and substring indexes on each text; an index on the elements of each array; and
   * two composites. The set that the plans of the paper show: every B-tree includes the id.
   */
  public static List<Index> published() {
    return publishedEarly().stream()
        .map(index ->
            index.kind() == Index.Kind.ORDERED || index.kind() == Index.Kind.PREFIX
                ? index.withId(Index.Id.INCLUDED)
                : index)
        .toList();
  }

  /** The set of an early revision of the paper's repository: no index holds the id. */
  public static List<Index> publishedEarly() {
    List<Index> indexes = new ArrayList<>();
    for (int i = 1; i <= PER_KIND; i++) {
      indexes.add(Index.on(Index.Kind.ORDERED, "indexed_text_" + i));
      indexes.add(Index.on(Index.Kind.PREFIX, "indexed_text_" + i));
      indexes.add(Index.on(Index.Kind.SUBSTRING, "indexed_text_" + i));
      indexes.add(Index.on(Index.Kind.ORDERED, "indexed_timestamp_" + i));
      indexes.add(Index.on(Index.Kind.ORDERED, "indexed_number_" + i));
      indexes.add(Index.on(Index.Kind.ORDERED, "indexed_boolean_" + i));
      indexes.add(Index.on(Index.Kind.ELEMENTS, "indexed_text_array_" + i));
    }
    indexes.add(
        Index.on(Index.Kind.ORDERED, "indexed_text_1", "indexed_boolean_1", "indexed_number_1"));
    indexes.add(Index.on(Index.Kind.ORDERED, "indexed_text_1", "indexed_timestamp_1"));
    return List.copyOf(indexes);
  }

  /**
   * What an administrator would choose for these scenarios instead: few indexes, each for a
   * condition that is asked for. Argued in {@code docs/workloads.md#indexed-reads}.
   */
  public static List<Index> best() {
    return List.of(
        Index.on(Index.Kind.ORDERED, "indexed_text_1", "indexed_boolean_1", "indexed_number_1")
            .withId(Index.Id.COVERING),
        Index.on(Index.Kind.ORDERED, "indexed_text_1", "indexed_timestamp_1")
            .withId(Index.Id.COVERING),
        Index.on(Index.Kind.PREFIX, "indexed_text_2").withId(Index.Id.COVERING),
        Index.on(Index.Kind.SUBSTRING, "indexed_text_3"),
        Index.on(Index.Kind.ORDERED, "indexed_timestamp_1").withId(Index.Id.COVERING),
        Index.on(Index.Kind.ORDERED, "indexed_boolean_1", "indexed_text_1")
            .withId(Index.Id.COVERING),
        Index.on(Index.Kind.ELEMENTS, "indexed_text_array_1"),
        Index.on(Index.Kind.ELEMENTS, "indexed_text_array_2"));
  }
}
