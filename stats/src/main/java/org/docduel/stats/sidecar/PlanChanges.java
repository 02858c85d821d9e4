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
 * @param questions how many were asked on two versions or more
 * @param changes those with plans that differ: what sets each apart, and its plan on each version
 */
public record PlanChanges(int questions, Map<String, List<PlanFact>> changes) {
  /** What follows the store's name; a value of a setting ends where a variant's ending begins. */
  private static final Pattern VERSION = Pattern.compile("@[A-Za-z0-9.]+(:.*=[^_]*)?");

  /** What a step says of itself beyond its kind, which versions word otherwise. */
  private static final Pattern WORDING =
      Pattern.compile("^\\s*+(?!Index Cond:)[A-Z][A-Za-z ]*: .*| \\(returns [^)]*\\)");

  /** Compares the plans of a run; empty when no store was asked on two versions. */
  public static Optional<PlanChanges> of(List<PlanFact> plans) {
    Map<Map<String, String>, List<PlanFact>> asked =
        plans.stream()
            .collect(
                Collectors.groupingBy(
                    PlanChanges::question, LinkedHashMap::new, Collectors.toList()));
    asked.values().removeIf(versions -> versions.size() < 2);
    Map<String, List<PlanFact>> changes = new LinkedHashMap<>();
    asked.forEach((question, versions) -> {
      if (versions.stream().map(PlanChanges::steps).distinct().count() > 1) {
        changes.put(name(question, asked.keySet()), versions);
      }
    });
    return asked.isEmpty() ? Optional.empty() : Optional.of(new PlanChanges(asked.size(), changes));
  }

  /** The store without its version, and the other parameters. */
  private static Map<String, String> question(PlanFact plan) {
    Map<String, String> question = new TreeMap<>(plan.parameters());
    question.values().removeIf(plan.store()::equals);
    question.put("", VERSION.matcher(plan.store()).replaceFirst(""));
    return question;
  }

  /** What sets a question apart from others. */
  private static String name(Map<String, String> question, Set<Map<String, String>> all) {
    Map<String, String> apart = new LinkedHashMap<>(question);
    apart.entrySet().removeIf(one -> all.stream().allMatch(it -> it.entrySet().contains(one)));
    apart.computeIfPresent(JmhResult.BENCHMARK, (name, full) -> JmhResult.withoutPackage(full));
    return apart.isEmpty() ? question.getOrDefault("", "") : String.join(" ", apart.values());
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
    return "The plan changed between versions for %d of %d questions%s."
        .formatted(
            changes.size(),
            questions,
            changes.isEmpty() ? "" : ": " + String.join(", ", changes.keySet()));
  }
}
