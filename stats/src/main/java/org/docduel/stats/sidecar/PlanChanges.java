package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.sidecar.Fact.PlanFact;

/**
 * The questions that a store plans otherwise on another version of its server, such as {@code
 * postgres-jsonb@15} and {@code postgres-jsonb@18}.
 *
 * @param queries how many were asked on two versions or more
 * @param changes those with plans that differ: what sets each apart, and its plan on each version
 */
public record PlanChanges(int queries, Map<String, List<PlanFact>> changes) {
  /** What follows the store's name; a value of a setting ends where a variant's ending begins. */
  private static final Pattern VERSION = Pattern.compile("@[A-Za-z0-9.]+(:.*=[^_]*)?");

  /** What a step says of itself beyond its kind, which versions word otherwise. */
  private static final Pattern WORDING =
      Pattern.compile("^\\s*+(?!Index Cond:)[A-Z][A-Za-z ]*: .*| \\(returns [^)]*\\)");

  /** Compares the plans of a run; empty when no store was asked on two versions. */
  public static Optional<PlanChanges> of(List<PlanFact> plans) {
    Map<Map<String, String>, List<PlanFact>> plansByQuery =
        plans.stream()
            .collect(
                Collectors.groupingBy(
                    PlanChanges::queryKey, LinkedHashMap::new, Collectors.toList()));
    plansByQuery.values().removeIf(versions -> versions.size() < 2);
    Map<String, List<PlanFact>> changes = new LinkedHashMap<>();
    plansByQuery.forEach((query, versions) -> {
      if (versions.stream().map(PlanChanges::steps).distinct().count() > 1) {
        changes.put(name(query, plansByQuery.keySet()), versions);
      }
    });
    return plansByQuery.isEmpty()
        ? Optional.empty()
        : Optional.of(new PlanChanges(plansByQuery.size(), changes));
  }

  /** The store without its version, and the other parameters. */
  private static Map<String, String> queryKey(PlanFact plan) {
    Map<String, String> key = new TreeMap<>(plan.parameters());
    key.values().removeIf(plan.store()::equals);
    key.put("", withoutVersion(plan.store()));
    return key;
  }

  /** What sets a question apart from others. */
  private static String name(Map<String, String> query, Set<Map<String, String>> all) {
    Map<String, String> distinct = new LinkedHashMap<>(query);
    distinct
        .entrySet()
        .removeIf(entry -> all.stream().allMatch(other -> other.entrySet().contains(entry)));
    distinct.computeIfPresent(JmhResult.BENCHMARK, (name, full) -> JmhResult.withoutPackage(full));
    return distinct.isEmpty() ? query.getOrDefault("", "") : String.join(" ", distinct.values());
  }

  /** Whether two plans differ in more than their wording. */
  public static boolean differ(PlanFact plan, PlanFact other) {
    return !steps(plan).equals(steps(other));
  }

  /** A store's name without the version of its server. */
  public static String withoutVersion(String store) {
    return VERSION.matcher(store).replaceFirst("");
  }

  /** The steps of a plan with their tables, indexes and what they seek in them. */
  private static List<String> steps(PlanFact plan) {
    return plan.plan().stream()
        .map(line -> WORDING.matcher(line).replaceAll(""))
        .filter(line -> !line.isBlank())
        .toList();
  }

  /** What changed, in a sentence. */
  public String sentence() {
    return "The plan changed between versions for %d of %d queries%s."
        .formatted(
            changes.size(),
            queries,
            changes.isEmpty() ? "" : ": " + String.join(", ", changes.keySet()));
  }
}
