package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.stats.jmh.JsonTree;

/**
 * What a query of a suite asks.
 *
 * @param query its name, the value of the parameter {@code query}
 * @param title what it asks, for people; may be empty
 * @param category the title of its category; may be empty
 */
public record QuestionFact(String query, String title, String category) implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "question";

  static QuestionFact of(JsonTree tree) {
    return new QuestionFact(
        tree.get("query").text(), tree.get("title").text(), tree.get("category").text());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Fact.KIND, KIND);
    fields.put("query", query);
    fields.put("title", title);
    fields.put("category", category);
    return fields;
  }
}
