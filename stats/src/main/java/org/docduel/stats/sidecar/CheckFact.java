package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.stats.jmh.JsonTree;

/**
 * The outcome of a check.
 *
 * @param store the store's name
 * @param parameters the combination
 * @param check what was checked
 * @param outcome {@link #PASSED}, {@code failed}, or another word for a failure
 * @param detail what was found, in one line
 */
public record CheckFact(
    String store, Map<String, String> parameters, String check, String outcome, String detail)
    implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "check";

  /** The outcome of a check that found nothing wrong. */
  public static final String PASSED = "passed";

  /** Copies the parameters, keeping their order. */
  public CheckFact {
    parameters = Fact.ordered(parameters);
  }

  static CheckFact of(JsonTree tree) {
    return new CheckFact(
        tree.get("store").text(),
        tree.get("parameters").flat(),
        tree.get("check").text(),
        tree.get("outcome").text(),
        tree.get("detail").text());
  }

  /** Whether the check found something wrong. */
  public boolean failed() {
    return !outcome.equals(PASSED);
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
    fields.put("check", check);
    fields.put("outcome", outcome);
    fields.put("detail", detail);
    return fields;
  }
}
