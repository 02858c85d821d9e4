package org.docduel.stores.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code EXPLAIN (ANALYZE, SETTINGS, FORMAT JSON)} and the like say. Plans are brought
 * to a form that is the same in every run and comparable between tables: indexes have the suite's
 * names, and times, costs and counts are left out.
 */
record PlanReader(String table, Map<String, Index> indexes, Set<String> findings) {
  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Sort Key", "Order By");

  /** What the name of a shard's index has beside that of the table's. */
  private static final String SHARD = "_[0-9]+$";

  QueryPlan read(String json) {
    Map<?, ?> answer = parse(json);
    Map<?, ?> root = map(answer.get("Plan"));
    Walk walk = new Walk(root, "");
    Map<?, ?> settings = map(answer.get("Settings"));
    if (!settings.isEmpty()) {
      walk.lines.add("Settings: " + settings.toString().replaceAll("[{}]", ""));
    }
    Map<String, Double> numbers = new HashMap<>();
    number(answer, "Execution Time").ifPresent(ms -> numbers.put(QueryPlan.EXECUTION, ms));
    number(answer, "Planning Time").ifPresent(ms -> numbers.put(QueryPlan.PLANNING, ms));
    walk.blocks("Shared Hit Blocks").ifPresent(blocks -> numbers.put("sharedHits", blocks));
    walk.blocks("Shared Read Blocks").ifPresent(blocks -> numbers.put("sharedReads", blocks));
    number(root, "Actual Rows").ifPresent(rows -> numbers.put("rows", rows));
    return new QueryPlan(numbers, walk.lines, List.copyOf(walk.indexes));
  }

  static Map<?, ?> parse(String json) {
    try {
      return map(JSON.std.listFrom(json).get(0));
    } catch (IOException e) {
      throw new StoreException("the result of EXPLAIN is not valid JSON: " + e.getMessage(), e);
    }
  }

  private String suiteName(String index) {
    Index suiteIndex = indexes.get(index);
    return suiteIndex != null
        ? suiteIndex.name()
        : index.equals(table + "_pkey") ? "primary_key" : index;
  }

  /** Steps, one a line, and the indexes in them by the suite's names, in the plan's order. */
  private final class Walk {
    /** What indexes' names on the server have at their end. */
    private final String suffix;

    private final List<String> lines = new ArrayList<>();
    private final Set<String> indexes = new LinkedHashSet<>();

    /** Whose blocks count: those of the root include those of all steps below it. */
    private List<Map<?, ?>> bufferNodes;

    Walk(Map<?, ?> root, String suffix) {
      this.suffix = suffix;
      this.bufferNodes = List.of(root);
      add(root, "");
    }

    /** Empty when they are not told, or not by all. */
    Optional<Double> blocks(String field) {
      List<Double> values =
          bufferNodes.stream().flatMap(plan -> number(plan, field).stream()).toList();
      return values.size() < bufferNodes.size()
          ? Optional.empty()
          : values.stream().reduce(Double::sum);
    }

    private void add(Map<?, ?> node, String indent) {
      Map<?, ?> job = map(map(node.get("Distributed Query")).get("Job"));
      if (!job.isEmpty()) {
        addTasks(node, job, indent);
        return;
      }
      StringBuilder step = new StringBuilder(indent).append(node.get("Node Type"));
      if ("Backward".equals(node.get("Scan Direction"))) {
        step.append(" Backward");
      }
      if (node.get("Index Name") instanceof String index) {
        String name = suiteName(index.replaceFirst(suffix, ""));
        indexes.add(name);
        step.append(" using ").append(name);
      }
      lines.add(step.toString());
      String more = indent + "  ";
      for (String condition : CONDITIONS) {
        if (node.containsKey(condition)) {
          lines.add(more + condition + ": " + text(node.get(condition)));
        }
      }
      if (node.get("Sort Method") instanceof String method) {
        lines.add(more + "Sort Method: " + method + ", " + node.get("Sort Space Type"));
      }
      double removed = count(node, "Rows Removed by Filter");
      if (removed > 0) { // in classes: the number itself depends on the size of the table
        String than = removed > count(node, "Actual Rows") ? "more" : "fewer";
        lines.add(more + "Rows Removed by Filter: " + than + " than remain");
      }
      if (count(node, "Lossy Heap Blocks") > 0) {
        lines.add(more + "Heap Blocks: some lossy, for want of work_mem");
      }
      if (count(node, "Heap Fetches") > 0) {
        lines.add(more + "Heap Fetches: some");
      }
      list(node.get("Plans")).forEach(child -> add(map(child), more));
    }

    /**
     * Adds what a statement on a distributed table of Citus asks of shards: each plan that its
     * tasks have, one task for each shard that it goes to. Citus shows the plan of one, or of all
     * with {@code citus.explain_all_tasks} on. An index counts when every task uses one.
     */
    private void addTasks(Map<?, ?> node, Map<?, ?> job, String indent) {
      List<Map<?, ?>> taskPlans = new ArrayList<>();
      for (Object task : list(job.get("Tasks"))) {
        for (Object statement : list(map(task).get("Remote Plan"))) {
          list(statement).forEach(answer -> taskPlans.add(map(map(answer).get("Plan"))));
        }
      }
      long tasks = (long) count(job, "Task Count");
      boolean all = taskPlans.size() == tasks;
      bufferNodes = all ? taskPlans : List.of();
      lines.add(
          "%sCustom Scan (%s), tasks: %d, shown: %s"
              .formatted(
                  indent, node.get("Custom Plan Provider"), tasks, all ? "all" : taskPlans.size()));
      List<Walk> walks = taskPlans.stream().map(plan -> new Walk(plan, SHARD)).toList();
      if (walks.stream().noneMatch(walk -> walk.indexes.isEmpty())) {
        walks.forEach(walk -> indexes.addAll(walk.indexes));
      }
      Set<String> plans = new TreeSet<>();
      walks.forEach(walk -> plans.add(String.join("\n", walk.lines)));
      for (String plan : plans) {
        lines.add(indent + (plans.size() == 1 ? "  Each task:" : "  Some tasks:"));
        plan.lines().forEach(line -> lines.add(indent + "    " + line));
      }
      if (tasks > 1) {
        findings.add(
            "queries of %s that do not name its shard key go to %d shards".formatted(table, tasks));
      }
    }
  }

  private static String text(@Nullable Object value) {
    return value instanceof List<?> list
        ? String.join(", ", list.stream().map(String::valueOf).toList())
        : String.valueOf(value);
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  static Optional<Double> number(Map<?, ?> node, String field) {
    return node.get(field) instanceof Number number
        ? Optional.of(number.doubleValue())
        : Optional.empty();
  }

  /** A number, or 0. */
  static double count(Map<?, ?> node, String field) {
    return number(node, field).orElse(0.0);
  }
}
