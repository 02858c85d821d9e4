package org.docduel.stats.sidecar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.stats.sidecar.Fact.PlanFact;

/**
 * The questions that a store plans otherwise on another version of its server, such as {@code
 * postgres-jsonb@15} and {@code postgres-jsonb@18}.
 *
 * @param questions how many were asked on two versions or more
 * @param changes those with plans that differ
 */
public record PlanChanges(int questions, List<Change> changes) {
  /** What follows the store's name; a value of a setting ends where a variant's ending begins. */
  private static final Pattern VERSION = Pattern.compile("@[A-Za-z0-9.]+(:.*=[^_]*)?");

  /** What a step says of itself beyond its kind, which versions word otherwise. */
  private static final Pattern WORDING =
      Pattern.compile("^\\s*+(?!Index Cond:)[A-Z][A-Za-z ]*: .*| \\(returns [^)]*\\)");

  /** A question, and its plan on each version. */
  public record Change(String question, List<PlanFact> plans) {}

  private record Question(String store, Map<String, String> parameters) {
    static Question of(PlanFact plan) {
      Map<String, String> others = new LinkedHashMap<>(plan.parameters());
      others.values().removeIf(plan.store()::equals);
      return new Question(VERSION.matcher(plan.store()).replaceFirst(""), others);
    }

    /** What sets it apart from others. */
    String name(Set<Question> all) {
      List<String> parts = new ArrayList<>();
      if (all.stream().anyMatch(other -> !store.equals(other.store))) {
        parts.add(store);
      }
      parameters.forEach((name, value) -> {
        if (all.stream().anyMatch(other -> !value.equals(other.parameters.get(name)))) {
          parts.add(value);
        }
      });
      return parts.isEmpty() ? store : String.join(" ", parts);
    }
  }

  /**
   * Compares plans.
   *
   * @param plans of one run
   * @return empty when no store was asked on two versions
   */
  public static Optional<PlanChanges> of(List<PlanFact> plans) {
    Map<Question, List<PlanFact>> asked =
        plans.stream()
            .collect(Collectors.groupingBy(Question::of, LinkedHashMap::new, Collectors.toList()));
    asked.values().removeIf(versions -> versions.size() < 2);
    List<Change> changes = new ArrayList<>();
    asked.forEach((question, versions) -> {
      if (versions.stream().map(PlanChanges::shape).distinct().count() > 1) {
        changes.add(new Change(question.name(asked.keySet()), versions));
      }
    });
    return asked.isEmpty() ? Optional.empty() : Optional.of(new PlanChanges(asked.size(), changes));
  }

  /** The steps of a plan with their tables, indexes and what they seek in them. */
  private static List<String> shape(PlanFact plan) {
    return plan.plan().stream()
        .map(line -> WORDING.matcher(line).replaceAll(""))
        .filter(line -> !line.isBlank())
        .toList();
  }

  /** What changed, in a sentence. */
  public String sentence() {
    return changes.isEmpty()
        ? "No plan changed between versions, of %d %s."
            .formatted(questions, questions == 1 ? "question" : "questions")
        : "The plan changed between versions for %d of %d questions: %s."
            .formatted(
                changes.size(),
                questions,
                changes.stream().map(Change::question).collect(Collectors.joining(", ")));
  }
}
