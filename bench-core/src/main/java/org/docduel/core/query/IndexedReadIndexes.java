package org.docduel.core.query;

import java.util.ArrayList;
import java.util.List;

/**
 * The indexes of the indexed reads (W2), the same kinds in every store: a B-tree on each text,
 * timestamp, number and boolean; prefix and substring indexes on each text; an index on the
 * elements of each array; and two composites. As in Turutin and Puzevich 2025 and the repository
 * behind it.
 */
public final class IndexedReadIndexes {
  private static final int PER_KIND = 3;

  private IndexedReadIndexes() {}

  /**
   * The set that the plans of the paper show: every B-tree includes the id.
   *
   * @return an immutable list, on the {@code indexed_} attributes
   */
  public static List<Index> published() {
    return publishedEarly().stream()
        .map(index ->
            index.kind() == Index.Kind.ORDERED || index.kind() == Index.Kind.PREFIX
                ? index.withId(Index.Id.INCLUDED)
                : index)
        .toList();
  }

  /**
   * The set of an early revision of the paper's repository: no index holds the id.
   *
   * @return an immutable list, on the {@code indexed_} attributes
   */
  public static List<Index> publishedEarly() {
    List<Index> indexes = new ArrayList<>();
    for (int i = 1; i <= PER_KIND; i++) {
      indexes.add(on(Index.Kind.ORDERED, "indexed_text_" + i));
      indexes.add(on(Index.Kind.PREFIX, "indexed_text_" + i));
      indexes.add(on(Index.Kind.SUBSTRING, "indexed_text_" + i));
      indexes.add(on(Index.Kind.ORDERED, "indexed_timestamp_" + i));
      indexes.add(on(Index.Kind.ORDERED, "indexed_number_" + i));
      indexes.add(on(Index.Kind.ORDERED, "indexed_boolean_" + i));
      indexes.add(on(Index.Kind.ELEMENTS, "indexed_text_array_" + i));
    }
    indexes.add(on(Index.Kind.ORDERED, "indexed_text_1", "indexed_boolean_1", "indexed_number_1"));
    indexes.add(on(Index.Kind.ORDERED, "indexed_text_1", "indexed_timestamp_1"));
    return List.copyOf(indexes);
  }

  /**
   * What an administrator would choose for these scenarios instead: few indexes, each for a
   * condition that is asked for. Argued in {@code docs/workloads.md#indexed-reads}.
   *
   * @return an immutable list
   */
  public static List<Index> best() {
    return List.of(
        on(Index.Kind.ORDERED, "indexed_text_1", "indexed_boolean_1", "indexed_number_1")
            .withId(Index.Id.COVERING),
        on(Index.Kind.ORDERED, "indexed_text_1", "indexed_timestamp_1").withId(Index.Id.COVERING),
        on(Index.Kind.PREFIX, "indexed_text_2").withId(Index.Id.COVERING),
        on(Index.Kind.SUBSTRING, "indexed_text_3"),
        on(Index.Kind.ORDERED, "indexed_timestamp_1").withId(Index.Id.COVERING),
        on(Index.Kind.ORDERED, "indexed_boolean_1", "indexed_text_1").withId(Index.Id.COVERING),
        on(Index.Kind.ELEMENTS, "indexed_text_array_1"),
        on(Index.Kind.ELEMENTS, "indexed_text_array_2"));
  }

  private static Index on(Index.Kind kind, String... fields) {
    return new Index(kind, List.of(fields));
  }
}
