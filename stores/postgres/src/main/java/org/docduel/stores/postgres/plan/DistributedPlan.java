package org.docduel.stores.postgres.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a statement on a distributed table of Citus: a custom scan with a task for each shard
 * that the statement goes to. Citus shows the plan of one task, or of each with {@code
 * citus.explain_all_tasks} on.
 */
final class DistributedPlan {
  private static final String SHARD = "_[0-9]+$";

  private final String provider;
  private final long tasks;
  private final List<Map<?, ?>> shown = new ArrayList<>();
  private final List<PlanTree> trees = new ArrayList<>();

  /** What the coordinator does with the rows, the topmost step first. */
  private final List<String> steps = new ArrayList<>();

  private DistributedPlan(Map<?, ?> root, Map<?, ?> job, UnaryOperator<String> indexName) {
    this.provider = String.valueOf(root.get("Custom Plan Provider"));
    this.tasks = PlanTree.whole(job, "Task Count").orElse(0);
    for (Object task : list(job.get("Tasks"))) {
      for (Object statement : list(PlanTree.map(task).get("Remote Plan"))) {
        for (Object answer : list(statement)) {
          shown.add(PlanTree.map(PlanTree.map(answer).get("Plan")));
        }
      }
    }
    for (Map<?, ?> plan : shown) {
      trees.add(new PlanTree(plan, index -> ofTable(index, indexName)));
    }
  }

  /**
   * Reads a plan.
   *
   * @param root its topmost node
   * @param indexName the suite's name for an index of the table's
   * @return empty when the statement is not a distributed one
   */
  static Optional<DistributedPlan> of(Map<?, ?> root, UnaryOperator<String> indexName) {
    Map<?, ?> job = PlanTree.map(PlanTree.map(root.get("Distributed Query")).get("Job"));
    if (!job.isEmpty()) {
      return Optional.of(new DistributedPlan(root, job, indexName));
    }
    // The coordinator sorts, groups or limits what the shards give.
    return list(root.get("Plans")).stream()
        .map(child -> of(PlanTree.map(child), indexName))
        .flatMap(Optional::stream)
        .findFirst()
        .map(below -> below.under(String.valueOf(root.get("Node Type"))));
  }

  /** An index of a shard has the name of the table's, and the shard's number. */
  private static String ofTable(String index, UnaryOperator<String> indexName) {
    String name = index.replaceFirst(SHARD, "");
    return indexName.apply(name.isEmpty() ? index : name);
  }

  private DistributedPlan under(String step) {
    steps.add(0, step);
    return this;
  }

  /** The number of shards that the statement goes to. */
  long tasks() {
    return tasks;
  }

  /** The scan, then each plan that tasks have, the most frequent first. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    steps.forEach(step -> lines.add("  ".repeat(lines.size()) + step));
    String indent = "  ".repeat(lines.size());
    lines.add(
        indent
            + "Custom Scan ("
            + provider
            + "), tasks: "
            + tasks
            + ", shown: "
            + (allShown() ? "all" : String.valueOf(shown.size())));
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    trees.forEach(tree -> counts.merge(tree.lines(), 1, Integer::sum));
    counts.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<List<String>, Integer> plan) -> -plan.getValue())
                .thenComparing(plan -> plan.getKey().toString()))
        .forEach(plan -> {
          lines.add(indent + (counts.size() == 1 ? "  Each task:" : "  Some tasks:"));
          plan.getKey().forEach(line -> lines.add(indent + "    " + line));
        });
    return lines;
  }

  /** The indexes of all tasks; none when one of the tasks uses none. */
  Set<String> indexes() {
    Set<String> indexes = new LinkedHashSet<>();
    for (PlanTree tree : trees) {
      if (tree.indexes().isEmpty()) {
        return Set.of();
      }
      indexes.addAll(tree.indexes());
    }
    return indexes;
  }

  /** A count of blocks over all tasks; empty when one of them is not shown. */
  OptionalLong blocks(String field) {
    if (!allShown() || shown.stream().anyMatch(plan -> PlanTree.whole(plan, field).isEmpty())) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        shown.stream().mapToLong(plan -> PlanTree.whole(plan, field).orElseThrow()).sum());
  }

  private boolean allShown() {
    return shown.size() == tasks;
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
