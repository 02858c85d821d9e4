package org.docduel.stores.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code EXPLAIN (ANALYZE, SETTINGS, FORMAT JSON)} and the like say. Plans are brought
 * to a form that is the same in every run and comparable between tables: indexes have the suite's
 * names, and times, costs and counts are left out.
 *
 * <p>Blocks are those of the root, which include those of all steps below it; for a distributed
 * table those of all its shards.
 */
record PlanReader(String table, Map<String, Index> indexes, Set<String> findings) {
  private static final String HITS = "Shared Hit Blocks";
  private static final String READS = "Shared Read Blocks";
  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Sort Key", "Order By");

  /** What the name of a shard's index has beside that of the table's. */
  private static final String SHARD = "_[0-9]+$";

  /** Steps, one a line, and the indexes in them by the suite's names, in the plan's order. */
  private static final class Steps {
    private final List<String> lines = new ArrayList<>();
    private final Set<String> indexes = new LinkedHashSet<>();
    private @Nullable Tasks tasks;
  }

  /**
   * What a statement on a distributed table of Citus asks of shards, one task for each that it goes
   * to. Citus shows the plan of one, or of all with {@code citus.explain_all_tasks} on.
   */
  private record Tasks(long count, List<Map<?, ?>> shown) {
    boolean allShown() {
      return shown.size() == count;
    }

    /** A count of blocks over all tasks; empty when one of them is not shown, or not told. */
    OptionalLong blocks(String field) {
      boolean known = allShown() && shown.stream().allMatch(plan -> whole(plan, field).isPresent());
      return known
          ? OptionalLong.of(shown.stream().mapToLong(plan -> whole(plan, field).orElse(0)).sum())
          : OptionalLong.empty();
    }
  }

  /** Reads an answer. */
  QueryPlan read(String json) {
    Map<?, ?> answer = parse(json);
    Map<?, ?> root = map(answer.get("Plan"));
    Steps steps = new Steps();
    add(root, 0, "", steps);
    Map<String, String> settings = new LinkedHashMap<>();
    map(answer.get("Settings"))
        .forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    if (!settings.isEmpty()) {
      steps.lines.add("Settings: " + settings.toString().replaceAll("[{}]", ""));
    }
    Tasks tasks = steps.tasks;
    return new QueryPlan(
        number(answer, "Execution Time"),
        number(answer, "Planning Time"),
        tasks == null ? whole(root, HITS) : tasks.blocks(HITS),
        tasks == null ? whole(root, READS) : tasks.blocks(READS),
        whole(root, "Actual Rows"),
        steps.lines,
        List.copyOf(steps.indexes));
  }

  static Map<?, ?> parse(String json) {
    try {
      return map(JSON.std.listFrom(json).get(0));
    } catch (IOException e) {
      throw new StoreException("an answer to EXPLAIN is no JSON: " + e.getMessage(), e);
    }
  }

  /**
   * Adds a tree without times, costs and counts.
   *
   * @param suffix what indexes' names on the server have at their end
   */
  private void add(Map<?, ?> node, int depth, String suffix, Steps into) {
    String indent = "  ".repeat(depth);
    Map<?, ?> job = map(map(node.get("Distributed Query")).get("Job"));
    if (!job.isEmpty()) {
      addTasks(String.valueOf(node.get("Custom Plan Provider")), job, indent, into);
      return;
    }
    StringBuilder step = new StringBuilder(indent).append(node.get("Node Type"));
    if ("Backward".equals(node.get("Scan Direction"))) {
      step.append(" Backward");
    }
    if (node.get("Index Name") instanceof String index) {
      String name = suiteName(index, suffix);
      into.indexes.add(name);
      step.append(" using ").append(name);
    }
    into.lines.add(step.toString());
    for (String condition : CONDITIONS) {
      if (node.containsKey(condition)) {
        into.lines.add(indent + "  " + condition + ": " + text(node.get(condition)));
      }
    }
    if (node.get("Sort Method") instanceof String method) {
      into.lines.add(indent + "  Sort Method: " + method + ", " + node.get("Sort Space Type"));
    }
    long removed = whole(node, "Rows Removed by Filter").orElse(0);
    if (removed > 0) { // in classes: the number itself depends on the size of the table
      String than = removed > whole(node, "Actual Rows").orElse(0) ? "more" : "fewer";
      into.lines.add(indent + "  Rows Removed by Filter: " + than + " than remain");
    }
    if (whole(node, "Lossy Heap Blocks").orElse(0) > 0) {
      into.lines.add(indent + "  Heap Blocks: some lossy, for want of work_mem");
    }
    if (whole(node, "Heap Fetches").orElse(0) > 0) {
      into.lines.add(indent + "  Heap Fetches: some");
    }
    list(node.get("Plans")).forEach(child -> add(map(child), depth + 1, suffix, into));
  }

  private String suiteName(String index, String suffix) {
    String shorter = index.replaceFirst(suffix, "");
    String name = shorter.isEmpty() ? index : shorter;
    Index known = indexes.get(name);
    return known != null ? known.name() : name.equals(table + "_pkey") ? "primary_key" : name;
  }

  /**
   * Adds a scan of shards, then each plan that tasks have, the most frequent first. An index counts
   * when every task uses one.
   */
  private void addTasks(String provider, Map<?, ?> job, String indent, Steps into) {
    List<Map<?, ?>> shown = new ArrayList<>();
    for (Object task : list(job.get("Tasks"))) {
      for (Object statement : list(map(task).get("Remote Plan"))) {
        list(statement).forEach(answer -> shown.add(map(map(answer).get("Plan"))));
      }
    }
    Tasks tasks = new Tasks(whole(job, "Task Count").orElse(0), shown);
    into.tasks = tasks;
    String all = tasks.allShown() ? "all" : String.valueOf(shown.size());
    into.lines.add(
        indent + "Custom Scan (" + provider + "), tasks: " + tasks.count + ", shown: " + all);
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    boolean everyTask = true;
    for (Map<?, ?> plan : shown) {
      Steps task = new Steps();
      add(plan, 0, SHARD, task);
      counts.merge(task.lines, 1, Integer::sum);
      everyTask &= !task.indexes.isEmpty();
      into.indexes.addAll(task.indexes);
    }
    if (!everyTask) {
      into.indexes.clear();
    }
    counts.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<List<String>, Integer> plan) -> -plan.getValue())
                .thenComparing(plan -> plan.getKey().toString()))
        .forEach(plan -> {
          into.lines.add(indent + (counts.size() == 1 ? "  Each task:" : "  Some tasks:"));
          plan.getKey().forEach(line -> into.lines.add(indent + "    " + line));
        });
    if (tasks.count > 1) {
      findings.add(
          "queries of %s that do not name its shard key go to %d shards"
              .formatted(table, tasks.count));
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
