package org.docduel.stores.postgres.plan;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.query.Index;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Findings;

/**
 * Reads what {@code EXPLAIN (ANALYZE, SETTINGS, FORMAT JSON)} and the like say. Plans are brought
 * to a form that is the same in every run and comparable between tables: indexes have the suite's
 * names, and times, costs and counts are left out.
 *
 * <p>Blocks are those of the root, which include those of all steps below it; for a distributed
 * table those of all its shards.
 */
public final class PlanReader {
  private static final String PRIMARY_KEY = "primary_key";
  private static final String HITS = "Shared Hit Blocks";
  private static final String READS = "Shared Read Blocks";

  private final String table;
  private final String primaryKey;
  private final Map<String, Index> indexes;
  private final Findings findings;

  /**
   * A reader.
   *
   * @param table the query's table
   * @param findings takes down a statement that goes to several shards
   */
  public PlanReader(Table table, Findings findings) {
    this(table, List.of(), findings);
  }

  /**
   * A reader of joins.
   *
   * @param table the query's table
   * @param joined the tables that it is joined with
   * @param findings takes down a statement that goes to several shards
   */
  public PlanReader(Table table, List<Table> joined, Findings findings) {
    this.table = table.plainName();
    this.indexes = new LinkedHashMap<>(table.indexNames());
    joined.forEach(one -> indexes.putAll(one.indexNames()));
    this.primaryKey = table.plainName() + "_pkey";
    this.findings = findings;
  }

  /**
   * Reads an answer.
   *
   * @param json the answer's only field
   * @return what it says
   * @throws StoreException when it is no JSON
   */
  public QueryPlan read(String json) {
    Map<?, ?> answer = parse(json);
    Map<?, ?> root = PlanTree.map(answer.get("Plan"));
    Optional<DistributedPlan> distributed = DistributedPlan.of(root, this::suiteName);
    PlanTree tree = new PlanTree(root, this::suiteName);
    List<String> lines =
        new ArrayList<>(distributed.map(DistributedPlan::lines).orElseGet(tree::lines));
    Map<String, String> settings = new LinkedHashMap<>();
    PlanTree.map(answer.get("Settings"))
        .forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    if (!settings.isEmpty()) {
      lines.add("Settings: " + settings.toString().replaceAll("[{}]", ""));
    }
    distributed.filter(plan -> plan.tasks() > 1).ifPresent(plan -> note(plan.tasks()));
    return new QueryPlan(
        PlanTree.number(answer, "Execution Time"),
        PlanTree.number(answer, "Planning Time"),
        distributed.map(plan -> plan.blocks(HITS)).orElseGet(() -> PlanTree.whole(root, HITS)),
        distributed.map(plan -> plan.blocks(READS)).orElseGet(() -> PlanTree.whole(root, READS)),
        PlanTree.whole(root, "Actual Rows"),
        lines,
        List.copyOf(distributed.map(DistributedPlan::indexes).orElseGet(tree::indexes)));
  }

  private void note(long shards) {
    findings.add(
        "queries of " + table + " that do not name its shard key go to " + shards + " shards");
  }

  private static Map<?, ?> parse(String json) {
    try {
      return PlanTree.map(JSON.std.listFrom(json).get(0));
    } catch (IOException e) {
      throw new StoreException("an answer to EXPLAIN is no JSON: " + e.getMessage(), e);
    }
  }

  private String suiteName(String index) {
    Index known = indexes.get(index);
    if (known != null) {
      return known.name();
    }
    return index.equals(primaryKey) ? PRIMARY_KEY : index;
  }
}
