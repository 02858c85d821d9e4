package org.docduel.stores.mongodb.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * MongoDB's tree of stages as lines: each stage with its index and what it was told, without what
 * the optimizer thought and measured.
 */
final class StagePlan {
  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
  private static final List<String> TOLD =
      List.of("indexBounds", "filter", "sortPattern", "limitAmount", "transformBy");
  private static final List<String> CHILDREN =
      List.of("inputStage", "inputStages", "outerStage", "innerStage");

  /** Where a mongos has the plan of each shard. */
  private static final String SHARDS = "shards";

  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();
  private boolean scansAShard;

  /**
   * Reads a plan.
   *
   * @param winningPlan from the answer; newer servers wrap the tree in a {@code queryPlan}
   */
  StagePlan(BsonDocument winningPlan) {
    read(winningPlan.getDocument("queryPlan", winningPlan), 0);
  }

  List<String> lines() {
    return lines;
  }

  /** Those of all shards; none when one of them is scanned. */
  List<String> indexes() {
    return scansAShard ? List.of() : List.copyOf(indexes);
  }

  private void read(BsonDocument stage, int depth) {
    StringBuilder line = new StringBuilder("  ".repeat(depth)).append(text(stage, "stage"));
    String index = text(stage, "indexName");
    if (!index.isEmpty()) {
      indexes.add(index);
      line.append(' ').append(index);
    }
    if (text(stage, "direction").equals("backward")) {
      line.append(" backward");
    }
    for (String name : TOLD) {
      if (stage.containsKey(name)) {
        line.append(' ').append(json(name, stage.get(name)));
      }
    }
    lines.add(line.toString());
    for (String name : CHILDREN) {
      children(stage.get(name, new BsonDocument()), depth + 1);
    }
    for (BsonValue shard : stage.getArray(SHARDS, new BsonArray())) {
      shard(shard.asDocument(), depth + 1);
    }
  }

  private void shard(BsonDocument shard, int depth) {
    lines.add("  ".repeat(depth) + "shard " + text(shard, "shardName"));
    StagePlan plan = new StagePlan(shard.getDocument("winningPlan", new BsonDocument()));
    plan.lines.forEach(line -> lines.add("  ".repeat(depth + 1) + line));
    indexes.addAll(plan.indexes());
    scansAShard |= plan.indexes().isEmpty();
  }

  private void children(BsonValue value, int depth) {
    if (value.isArray()) {
      value.asArray().forEach(child -> children(child, depth));
    } else if (value.isDocument() && !value.asDocument().isEmpty()) {
      read(value.asDocument(), depth);
    }
  }

  /** {@code name: value} without the braces around it. */
  private static String json(String name, BsonValue value) {
    String json = new BsonDocument(name, value).toJson(JSON);
    return json.substring(1, json.length() - 1).replaceFirst("^\"(\\w+)\"", "$1");
  }

  private static String text(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isString() ? value.asString().getValue() : "";
  }
}
