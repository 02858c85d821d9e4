package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a reader of a fork's numbers has to know.
 *
 * @param finding one line
 */
public record FindingFact(String finding) implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "finding";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Fact.KIND, KIND);
    fields.put("finding", finding);
    return fields;
  }
}
