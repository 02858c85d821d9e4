package org.docduel.stores.postgres;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 *
 * @param table the query's table, without schema and quotes
 * @param indexes by their names on the server, those of joined tables too
 * @param findings takes down a statement that goes to several shards
 */
record PlanReader(String table, Map<String, Index> indexes, Set<String> findings) {
  private static final String HITS = "Shared Hit Blocks";
  private static final String READS = "Shared Read Blocks";
  private static final List<String> CONDITIONS =
      List.of("Index Cond", "Recheck Cond", "Filter", "Sort Key", "Order By");

  /** What the name of a shard's index has beside that of the table's. */
  private static final String SHARD = "_[0-9]+$";

  /** Steps, one a line, and the indexes in them by the suite's names, in the plan's order. */
  private record Steps(List<String> lines, Set<String> indexes) {
    Steps() {
      this(new ArrayList<>(), new LinkedHashSet<>());
    }
  }

  /**
   * Reads an answer.
   *
   * @param json the answer's only field
   * @throws StoreException when it is no JSON
   */
  QueryPlan read(String json) {
    Map<?, ?> answer = parse(json);
    Map<?, ?> root = map(answer.get("Plan"));
    List<String> above = new ArrayList<>();
    Optional<Distributed> distributed = Distributed.below(root, above);
    Steps steps = new Steps();
    if (distributed.isPresent()) {
      distributed.get().add(this, above, steps);
    } else {
      add(root, 0, "", steps);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    map(answer.get("Settings"))
        .forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    if (!settings.isEmpty()) {
      steps.lines().add("Settings: " + settings.toString().replaceAll("[{}]", ""));
    }
    return new QueryPlan(
        number(answer, "Execution Time"),
        number(answer, "Planning Time"),
        distributed.map(plan -> plan.blocks(HITS)).orElseGet(() -> whole(root, HITS)),
        distributed.map(plan -> plan.blocks(READS)).orElseGet(() -> whole(root, READS)),
        whole(root, "Actual Rows"),
        steps.lines(),
        List.copyOf(steps.indexes()));
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
    StringBuilder step = new StringBuilder(indent).append(node.get("Node Type"));
    if ("Backward".equals(node.get("Scan Direction"))) {
      step.append(" Backward");
    }
    if (node.get("Index Name") instanceof String index) {
      String name = suiteName(index, suffix);
      into.indexes().add(name);
      step.append(" using ").append(name);
    }
    List<String> lines = into.lines();
    lines.add(step.toString());
    for (String condition : CONDITIONS) {
      if (node.containsKey(condition)) {
        lines.add(indent + "  " + condition + ": " + text(node.get(condition)));
      }
    }
    if (node.get("Sort Method") instanceof String method) {
      lines.add(indent + "  Sort Method: " + method + ", " + node.get("Sort Space Type"));
    }
    long removed = whole(node, "Rows Removed by Filter").orElse(0);
    if (removed > 0) {
      // In classes: the number itself depends on the size of the table.
      String than = removed > whole(node, "Actual Rows").orElse(0) ? "more" : "fewer";
      lines.add(indent + "  Rows Removed by Filter: " + than + " than remain");
    }
    if (whole(node, "Lossy Heap Blocks").orElse(0) > 0) {
      lines.add(indent + "  Heap Blocks: some lossy, for want of work_mem");
    }
    if (whole(node, "Heap Fetches").orElse(0) > 0) {
      lines.add(indent + "  Heap Fetches: some");
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
   * A statement on a distributed table of Citus: a custom scan with a task for each shard that the
   * statement goes to. Citus shows the plan of one task, or of each with {@code
   * citus.explain_all_tasks} on.
   *
   * @param provider the scan's name
   * @param tasks the number of shards that the statement goes to
   * @param shown the plans that are shown
   */
  private record Distributed(String provider, long tasks, List<Map<?, ?>> shown) {
    /** The one at or below a node: the coordinator sorts, groups or limits what shards give. */
    static Optional<Distributed> below(Map<?, ?> node, List<String> above) {
      Map<?, ?> job = map(map(node.get("Distributed Query")).get("Job"));
      if (!job.isEmpty()) {
        return Optional.of(of(node, job));
      }
      for (Object child : list(node.get("Plans"))) {
        Optional<Distributed> found = below(map(child), above);
        if (found.isPresent()) {
          above.add(0, String.valueOf(node.get("Node Type")));
          return found;
        }
      }
      return Optional.empty();
    }

    private static Distributed of(Map<?, ?> scan, Map<?, ?> job) {
      List<Map<?, ?>> shown = new ArrayList<>();
      for (Object task : list(job.get("Tasks"))) {
        for (Object statement : list(map(task).get("Remote Plan"))) {
          for (Object answer : list(statement)) {
            shown.add(map(map(answer).get("Plan")));
          }
        }
      }
      String provider = String.valueOf(scan.get("Custom Plan Provider"));
      return new Distributed(provider, whole(job, "Task Count").orElse(0), shown);
    }

    private boolean allShown() {
      return shown.size() == tasks;
    }

    /**
     * Adds what the coordinator does, the scan, then each plan that tasks have, the most frequent
     * first. An index counts when every task uses one.
     */
    void add(PlanReader reader, List<String> above, Steps into) {
      List<String> lines = into.lines();
      above.forEach(step -> lines.add("  ".repeat(lines.size()) + step));
      String indent = "  ".repeat(lines.size());
      String all = allShown() ? "all" : String.valueOf(shown.size());
      lines.add(indent + "Custom Scan (" + provider + "), tasks: " + tasks + ", shown: " + all);
      Map<List<String>, Integer> counts = new LinkedHashMap<>();
      boolean everyTask = true;
      for (Map<?, ?> plan : shown) {
        Steps task = new Steps();
        reader.add(plan, 0, SHARD, task);
        counts.merge(task.lines(), 1, Integer::sum);
        everyTask &= !task.indexes().isEmpty();
        into.indexes().addAll(task.indexes());
      }
      if (!everyTask) {
        into.indexes().clear();
      }
      counts.entrySet().stream()
          .sorted(
              Comparator.comparingInt((Map.Entry<List<String>, Integer> plan) -> -plan.getValue())
                  .thenComparing(plan -> plan.getKey().toString()))
          .forEach(plan -> {
            lines.add(indent + (counts.size() == 1 ? "  Each task:" : "  Some tasks:"));
            plan.getKey().forEach(line -> lines.add(indent + "    " + line));
          });
      if (tasks > 1) {
        reader.findings.add(
            "queries of "
                + reader.table
                + " that do not name its shard key go to "
                + tasks
                + " shards");
      }
    }

    /** A count of blocks over all tasks; empty when one of them is not shown. */
    OptionalLong blocks(String field) {
      boolean known = allShown() && shown.stream().allMatch(plan -> whole(plan, field).isPresent());
      return known
          ? OptionalLong.of(shown.stream().mapToLong(plan -> whole(plan, field).orElse(0)).sum())
          : OptionalLong.empty();
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
