package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.JsonTree;

/**
 * The query plan of one combination.
 *
 * @param store the store's name
 * @param parameters the combination
 * @param lines the plan, each line indented by two spaces for each level
 * @param indexes of the store that the plan uses
 * @param verdict {@code index}, {@link #UNINDEXED}, {@link #FAILED}, or what the harness says
 */
public record PlanFact(
    String store,
    Map<String, String> parameters,
    List<String> lines,
    List<String> indexes,
    String verdict)
    implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "plan";

  /** The verdict of a plan that uses no index although it should. */
  public static final String FAILED = "failed-plan";

  /** The verdict of a plan that should use no index. */
  public static final String UNINDEXED = "seq scan expected";

  /** Copies the collections, keeping their order. */
  public PlanFact {
    parameters = Fact.ordered(parameters);
    lines = List.copyOf(lines);
    indexes = List.copyOf(indexes);
  }

  static PlanFact of(JsonTree tree) {
    return new PlanFact(
        tree.get("store").text(),
        tree.get("parameters").flat(),
        tree.get("plan").texts(),
        tree.get("indexes").texts(),
        tree.get("verdict").text());
  }

  /** Whether the plan should use an index and uses none. */
  public boolean failed() {
    return verdict.equals(FAILED);
  }

  /** Whether the plan should use no index. */
  public boolean unindexed() {
    return verdict.equals(UNINDEXED);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Fact.KIND, KIND);
    fields.put("store", store);
    fields.put("parameters", parameters);
    fields.put("plan", lines);
    fields.put("indexes", indexes);
    fields.put("verdict", verdict);
    return fields;
  }
}
