package org.docduel.stores.postgres.plan;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.docduel.core.query.Index;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.layout.Table;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code EXPLAIN (ANALYZE, SETTINGS, FORMAT JSON)} and the like say. Plans are brought
 * to a form that is the same in every run and comparable between tables: indexes have the suite's
 * names, and times, costs and counts are left out.
 *
 * <p>Blocks are those of the root, which include those of all steps below it.
 */
public final class PlanReader {
  private static final String PRIMARY_KEY = "primary_key";
  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Sort Key", "Order By");

  private final String primaryKey;
  private final Map<String, Index> indexes;

  /**
   * A reader.
   *
   * @param table the query's table
   */
  public PlanReader(Table table) {
    this.indexes = table.indexNames();
    this.primaryKey = table.plainName() + "_pkey";
  }

  /**
   * Reads an answer.
   *
   * @param json the answer's only field
   * @return what it says
   */
  public QueryPlan read(String json) {
    Map<?, ?> answer = parse(json);
    Map<?, ?> root = map(answer.get("Plan"));
    List<String> lines = new ArrayList<>();
    Set<String> used = new LinkedHashSet<>();
    add(root, 0, lines, used);
    Map<String, String> settings = new LinkedHashMap<>();
    map(answer.get("Settings"))
        .forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    if (!settings.isEmpty()) {
      lines.add("Settings: " + settings.toString().replaceAll("[{}]", ""));
    }
    return new QueryPlan(
        number(answer, "Execution Time"),
        number(answer, "Planning Time"),
        whole(root, "Shared Hit Blocks"),
        whole(root, "Shared Read Blocks"),
        whole(root, "Actual Rows"),
        lines,
        List.copyOf(used));
  }

  private static Map<?, ?> parse(String json) {
    try {
      return map(JSON.std.listFrom(json).get(0));
    } catch (IOException e) {
      throw new StoreException("postgres: an answer to EXPLAIN is no JSON: " + e.getMessage(), e);
    }
  }

  private void add(Map<?, ?> node, int depth, List<String> lines, Set<String> used) {
    String indent = "  ".repeat(depth);
    StringBuilder step = new StringBuilder(indent).append(node.get("Node Type"));
    if ("Backward".equals(node.get("Scan Direction"))) {
      step.append(" Backward");
    }
    if (node.get("Index Name") instanceof String index) {
      String name = suiteName(index);
      used.add(name);
      step.append(" using ").append(name);
    }
    lines.add(step.toString());
    for (String condition : CONDITIONS) {
      if (node.containsKey(condition)) {
        lines.add(indent + "  " + condition + ": " + text(node.get(condition)));
      }
    }
    if (node.get("Sort Method") instanceof String method) {
      lines.add(indent + "  Sort Method: " + method + ", " + node.get("Sort Space Type"));
    }
    if (whole(node, "Rows Removed by Filter").orElse(0) > 0) {
      lines.add(indent + "  Rows Removed by Filter: " + removed(node));
    }
    if (whole(node, "Lossy Heap Blocks").orElse(0) > 0) {
      lines.add(indent + "  Heap Blocks: some lossy, for want of work_mem");
    }
    if (whole(node, "Heap Fetches").orElse(0) > 0) {
      lines.add(indent + "  Heap Fetches: some");
    }
    if (node.get("Plans") instanceof List<?> below) {
      below.forEach(child -> add(map(child), depth + 1, lines, used));
    }
  }

  /** In classes: the number itself depends on the size of the table. */
  private static String removed(Map<?, ?> node) {
    return whole(node, "Rows Removed by Filter").orElse(0) > whole(node, "Actual Rows").orElse(0)
        ? "more than remain"
        : "fewer than remain";
  }

  private String suiteName(String index) {
    Index known = indexes.get(index);
    if (known != null) {
      return known.name();
    }
    return index.equals(primaryKey) ? PRIMARY_KEY : index;
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static OptionalDouble number(Map<?, ?> node, String field) {
    return node.get(field) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  private static OptionalLong whole(Map<?, ?> node, String field) {
    return node.get(field) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }
}
