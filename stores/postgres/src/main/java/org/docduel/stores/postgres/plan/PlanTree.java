package org.docduel.stores.postgres.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tree of plan nodes as lines, without times, costs and counts, and the indexes in it. */
final class PlanTree {
  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Sort Key", "Order By");

  private final UnaryOperator<String> indexName;
  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();

  /**
   * Reads a tree.
   *
   * @param root its topmost node
   * @param indexName the suite's name for an index of the server's
   */
  PlanTree(Map<?, ?> root, UnaryOperator<String> indexName) {
    this.indexName = indexName;
    add(root, 0);
  }

  List<String> lines() {
    return lines;
  }

  /** By the suite's names, in the plan's order. */
  Set<String> indexes() {
    return indexes;
  }

  private void add(Map<?, ?> node, int depth) {
    String indent = "  ".repeat(depth);
    StringBuilder step = new StringBuilder(indent).append(node.get("Node Type"));
    if ("Backward".equals(node.get("Scan Direction"))) {
      step.append(" Backward");
    }
    if (node.get("Index Name") instanceof String index) {
      String name = indexName.apply(index);
      indexes.add(name);
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
      below.forEach(child -> add(map(child), depth + 1));
    }
  }

  /** In classes: the number itself depends on the size of the table. */
  private static String removed(Map<?, ?> node) {
    return whole(node, "Rows Removed by Filter").orElse(0) > whole(node, "Actual Rows").orElse(0)
        ? "more than remain"
        : "fewer than remain";
  }

  private static String text(Object value) {
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }

  static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  static OptionalDouble number(Map<?, ?> node, String field) {
    return node.get(field) instanceof Number number
        ? OptionalDouble.of(number.doubleValue())
        : OptionalDouble.empty();
  }

  static OptionalLong whole(Map<?, ?> node, String field) {
    return node.get(field) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }
}
