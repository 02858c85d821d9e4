package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read.QueryPlan;
import org.junit.jupiter.api.Test;

/** What Citus 12.1.12 on PostgreSQL 15.20 answered to EXPLAIN, word for word. */
class DistributedPlanTest {
  private final Set<String> findings = new LinkedHashSet<>();

  @Test
  void readsThePlanOfEveryTask() throws IOException {
    QueryPlan plan = reads("explain-index-all-tasks.json");
    assertThat(plan.plan())
        .startsWith(
            "Custom Scan (Citus Adaptive), tasks: 32, shown: all",
            "  Each task:",
            "    Bitmap Heap Scan",
            "      Recheck Cond: ((doc ->> 'ind_text_1'::text) = 'A'::text)");
    assertThat(plan.indexes()).containsExactly("ind_text_1_prefix");
    assertThat(plan.number("rows")).hasValue(384.0);
    assertThat(plan.number("sharedHits").orElseThrow()).as("over all tasks").isGreaterThan(32 * 2);
    assertThat(findings)
        .containsExactly(
            "queries of postgres_jsonb_w2_10000_published that do not name its shard key go to 32"
                + " shards");
  }

  @Test
  void reportsThatOtherTasksAreNotShown() throws IOException {
    QueryPlan plan = reads("explain-index-one-task-shown.json");
    assertThat(plan.plan().get(0)).isEqualTo("Custom Scan (Citus Adaptive), tasks: 32, shown: 1");
    assertThat(plan.indexes()).containsExactly("ind_text_1_prefix");
    assertThat(plan.number("sharedHits")).as("of one task of 32").isEmpty();
  }

  @Test
  void reportsNoIndexWhenOneTaskUsesNone() throws IOException {
    String all = answer("explain-index-all-tasks.json");
    String index = "\"Index Name\": \"postgres_jsonb_w2_10000_published_i1_102143\",";
    assertThat(all).contains(index);
    assertThat(reader("w2_10000_published").read(all.replace(index, "")).indexes()).isEmpty();
    assertThat(reads("explain-seqscan.json").indexes()).isEmpty();
  }

  @Test
  void statementByShardKeyUsesOneShard() throws IOException {
    QueryPlan plan = reads("explain-one-shard.json");
    assertThat(plan.plan())
        .startsWith(
            "Custom Scan (Citus Adaptive), tasks: 1, shown: all",
            "  Each task:",
            "    Index Only Scan using primary_key",
            "      Index Cond: (id = 77)");
    assertThat(plan.indexes()).containsExactly("primary_key");
    assertThat(plan.number("sharedHits")).as("the task's, not the coordinator's 75").hasValue(5.0);
    assertThat(findings).isEmpty();
  }

  @Test
  void readsTheTasksOfAnUpdate() throws IOException {
    QueryPlan plan = reader("w3").read(answer("explain-update-all-shards.json"));
    assertThat(plan.plan()).contains("    ModifyTable", "      Index Scan using user_id_ordered");
    assertThat(plan.indexes()).containsExactly("user_id_ordered");
    assertThat(findings).hasSize(1);
  }

  /** What the coordinator sorts comes from the shards below it. */
  @Test
  void findsTheTasksBelowASort() throws IOException {
    String all = answer("explain-index-all-tasks.json");
    int start = all.indexOf("\"Plan\": {") + "\"Plan\": ".length();
    int end = start;
    for (int depth = 0; depth > 0 || end == start; end++) {
      depth += all.charAt(end) == '{' ? 1 : all.charAt(end) == '}' ? -1 : 0;
    }
    String sorted =
        all.substring(0, start)
            + "{\"Node Type\": \"Sort\", \"Plans\": ["
            + all.substring(start, end)
            + "]}"
            + all.substring(end);
    QueryPlan plan = reader("w2_10000_published").read(sorted);
    assertThat(plan.plan())
        .startsWith(
            "Sort",
            "  Custom Scan (Citus Adaptive), tasks: 32, shown: all",
            "    Each task:",
            "      Bitmap Heap Scan");
    assertThat(plan.indexes()).containsExactly("ind_text_1_prefix");
    assertThat(plan.number("sharedHits").orElseThrow()).isGreaterThan(32 * 2);
  }

  /** A count that one task does not tell is unknown: it is no 0. */
  @Test
  void omitsBlocksThatATaskDoesNotReport() throws IOException {
    String all = answer("explain-index-all-tasks.json");
    QueryPlan plan =
        reader("w2_10000_published").read(all.replaceFirst("\"Shared Hit Blocks\": [0-9]+,", ""));
    assertThat(plan.number("sharedHits")).isEmpty();
    assertThat(plan.number("sharedReads")).isPresent();
  }

  private QueryPlan reads(String file) throws IOException {
    return reader("w2_10000_published").read(answer(file));
  }

  private PlanReader reader(String name) {
    Collection collection =
        new Collection(
            name,
            ObjectValue.of(
                Map.of("user_id", new IntegerValue(1), "ind_text_1", new StringValue("A"))),
            List.of(
                Index.on(Index.Kind.ORDERED, "user_id"),
                Index.on(Index.Kind.PREFIX, "ind_text_1")));
    String table = "postgres_jsonb_" + name;
    return new PlanReader(
        table, PlanReaderTest.numberedIndexes(table, collection.indexes()), findings);
  }

  private static String answer(String file) throws IOException {
    String name = "/org/docduel/stores/postgres/citus/" + file;
    try (InputStream in = DistributedPlanTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
