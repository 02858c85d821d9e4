package org.docduel.core.query;

import java.util.ArrayList;
import java.util.List;

/**
 * The indexes of the indexed reads (W2), the same kinds in every store: a B-tree on each text,
 * timestamp, number and boolean; prefix and substring indexes on each text; an index on the
 * elements of each array; and two composites. As in {@code 000_efb811b051415a57.txt} and the
 * repository behind it.
 */
public final class IndexedReadIndexes {
  private static final int PER_KIND = 3;

  private IndexedReadIndexes() {}

  /**
   * All of them, on the {@code ind_} attributes.
   *
   * @return an immutable list
   */
  public static List<Index> all() {
    List<Index> indexes = new ArrayList<>();
    for (int i = 1; i <= PER_KIND; i++) {
      indexes.add(on(Index.Kind.ORDERED, "ind_text_" + i));
      indexes.add(on(Index.Kind.PREFIX, "ind_text_" + i));
      indexes.add(on(Index.Kind.SUBSTRING, "ind_text_" + i));
      indexes.add(on(Index.Kind.ORDERED, "ind_timestamp_" + i));
      indexes.add(on(Index.Kind.ORDERED, "ind_number_" + i));
      indexes.add(on(Index.Kind.ORDERED, "ind_boolean_" + i));
      indexes.add(on(Index.Kind.ELEMENTS, "ind_text_array_" + i));
    }
    indexes.add(on(Index.Kind.ORDERED, "ind_text_1", "ind_boolean_1", "ind_number_1"));
    indexes.add(on(Index.Kind.ORDERED, "ind_text_1", "ind_timestamp_1"));
    return List.copyOf(indexes);
  }

  /**
   * What an administrator would choose for these scenarios instead: few indexes, each for a
   * condition that is asked for. Argued in {@code docs/indexed-reads.md}.
   *
   * @return an immutable list
   */
  public static List<Index> best() {
    return List.of(
        on(Index.Kind.ORDERED, "ind_text_1", "ind_boolean_1", "ind_number_1").withId(),
        on(Index.Kind.ORDERED, "ind_text_1", "ind_timestamp_1").withId(),
        on(Index.Kind.PREFIX, "ind_text_2").withId(),
        on(Index.Kind.SUBSTRING, "ind_text_3"),
        on(Index.Kind.ORDERED, "ind_timestamp_1").withId(),
        on(Index.Kind.ORDERED, "ind_boolean_1", "ind_text_1").withId(),
        on(Index.Kind.ELEMENTS, "ind_text_array_1"),
        on(Index.Kind.ELEMENTS, "ind_text_array_2"));
  }

  private static Index on(Index.Kind kind, String... fields) {
    return new Index(kind, List.of(fields));
  }
}
