package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.Test;

class PlanReaderTest {
  private static final Collection COLLECTION =
      new Collection(
          "c",
          ObjectValue.of(Map.of("a", new StringValue(""))),
          List.of(Index.on(Index.Kind.ORDERED, "a"), Index.on(Index.Kind.SUBSTRING, "a")));
  private static final PlanReader READER =
      new PlanReader("s_t_c", numberedIndexes("s_t_c", COLLECTION.indexes()), new HashSet<>());

  /** As a table numbers them. */
  static Map<String, Index> numberedIndexes(String table, List<Index> indexes) {
    return IntStream.range(0, indexes.size())
        .boxed()
        .collect(Collectors.toMap(number -> table + "_i" + number, indexes::get));
  }

  private static QueryPlan read(String plan, String... more) {
    String fields = more.length == 0 ? "" : ", " + String.join(", ", more);
    return READER.read("[{\"Plan\": " + plan + fields + "}]");
  }

  @Test
  void showsStepsAndConditionsWithTheNamesOfTheSuitesIndexes() {
    QueryPlan explained =
        read(
            """
            {"Node Type": "Sort", "Actual Rows": 7.00, "Shared Hit Blocks": 12, "Shared Read Blocks": 3,
             "Total Cost": 4.5, "Sort Key": ["a", "b DESC"], "Sort Method": "quicksort", "Sort Space Type": "Memory",
             "Plans": [{"Node Type": "Bitmap Heap Scan", "Recheck Cond": "(a ~~* '%x%'::text)",
               "Rows Removed by Index Recheck": 0, "Rows Removed by Filter": 9, "Actual Rows": 7, "Filter": "b",
               "Exact Heap Blocks": 5, "Lossy Heap Blocks": 2, "Shared Hit Blocks": 11,
               "Plans": [{"Node Type": "Bitmap Index Scan", "Index Name": "s_t_c_i1", "Index Cond": "(a ~~* '%x%'::text)"}]}]}
            """,
            "\"Planning Time\": 0.25",
            "\"Execution Time\": 1.5",
            "\"Settings\": {\"jit\": \"off\"}");
    assertThat(explained.plan())
        .containsExactly(
            "Sort",
            "  Sort Key: a, b DESC",
            "  Sort Method: quicksort, Memory",
            "  Bitmap Heap Scan",
            "    Recheck Cond: (a ~~* '%x%'::text)",
            "    Filter: b",
            "    Rows Removed by Filter: more than remain",
            "    Heap Blocks: some lossy, for want of work_mem",
            "    Bitmap Index Scan using a_substring",
            "      Index Cond: (a ~~* '%x%'::text)",
            "Settings: jit=off");
    assertThat(explained.indexes()).containsExactly("a_substring");
    assertThat(explained.number("execution")).hasValue(1.5);
    assertThat(explained.number("planning")).hasValue(0.25);
    assertThat(explained.number("sharedHits"))
        .as("of the root, which includes the rest")
        .hasValue(12.0);
    assertThat(explained.number("sharedReads")).hasValue(3.0);
    assertThat(explained.number("rows")).hasValue(7.0);
  }

  @Test
  void showsBackwardScansAndPrimaryKey() {
    QueryPlan explained =
        read(
            """
            {"Node Type": "Append", "Plans": [
              {"Node Type": "Index Only Scan", "Scan Direction": "Backward", "Index Name": "s_t_c_i0", "Heap Fetches": 4},
              {"Node Type": "Index Scan", "Scan Direction": "Forward", "Index Name": "s_t_c_pkey"}]}
            """);
    assertThat(explained.plan())
        .containsExactly(
            "Append",
            "  Index Only Scan Backward using a_ordered",
            "    Heap Fetches: some",
            "  Index Scan using primary_key");
    assertThat(explained.indexes()).containsExactly("a_ordered", "primary_key");
  }

  @Test
  void leavesUnreportedNumbersEmpty() {
    QueryPlan explained = read("{\"Node Type\": \"Seq Scan\"}");
    assertThat(explained.indexes()).isEmpty();
    assertThat(explained.number("execution")).isEmpty();
    assertThat(explained.number("sharedHits")).isEmpty();
    assertThat(explained.number("rows")).isEmpty();
  }

  @Test
  void rejectsInvalidJson() {
    assertThatThrownBy(() -> READER.read("Seq Scan on c"))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("the result of EXPLAIN is not valid JSON: ");
  }
}
