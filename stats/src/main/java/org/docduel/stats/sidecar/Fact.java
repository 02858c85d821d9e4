package org.docduel.stats.sidecar;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;

/**
 * Something a fork reports beside its scores. In JSON the field {@code kind} tells the facts apart.
 */
public sealed interface Fact
    permits StoreFact, CheckFact, PlanFact, QuestionFact, FindingFact, LatencyFact {

  /** The field that tells facts apart. */
  String KIND = "kind";

  /** The value of {@link #KIND}. */
  String kind();

  /** The fields for JSON, the kind first. */
  Map<String, Object> fields();

  /** The fact as a JSON object. */
  default String json() {
    return JsonTree.write(fields());
  }

  /**
   * Reads a fact.
   *
   * @param name what a message calls the document
   * @param text a JSON object that has a kind
   * @throws BadInputException if it is not JSON or its kind is unknown
   */
  static Fact parse(String name, String text) {
    JsonTree tree = JsonTree.parse(name, text);
    String kind = tree.get(KIND).text();
    return switch (kind) {
      case StoreFact.KIND -> StoreFact.of(tree);
      case CheckFact.KIND -> CheckFact.of(tree);
      case PlanFact.KIND -> PlanFact.of(tree);
      case QuestionFact.KIND -> QuestionFact.of(tree);
      case FindingFact.KIND -> new FindingFact(tree.get("finding").text());
      case LatencyFact.KIND -> new LatencyFact(tree.get("log").text());
      default ->
          throw new BadInputException(
              name
                  + ": a fact of the kind '"
                  + kind
                  + "'; known are store, check, plan, question, finding, latencies");
    };
  }

  /** An unmodifiable copy that keeps the order. */
  static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
