package org.docduel.stores.mongodb.plan;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * PostgreSQL's tree of nodes, as FerretDB passes it on in BSON, as lines: without estimates, with
 * the collection's name in place of its table's and with the conditions' BSON in JSON.
 */
final class NodePlan {
  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
  private static final List<String> TOLD =
      List.of("Index Cond", "Recheck Cond", "Filter", "Order By", "Sort Key", "Presorted Key");

  /**
   * Without a condition on ids a plan with this index walks along it over all documents, which is
   * how DocumentDB goes through a collection that PostgreSQL has no statistics of yet.
   */
  private static final String PRIMARY_KEY = "_id_";

  private static final String ID_COLUMN = "object_id";

  private static final Pattern BSON =
      Pattern.compile("'BSONHEX([0-9a-f]+)'(::documentdb_core\\.bson)?");
  private static final Pattern OPERATOR =
      Pattern.compile("OPERATOR\\(documentdb_api_catalog\\.([^)]+)\\)");

  /** DocumentDB's number of the collection, another one each time that it is made. */
  private static final Pattern SHARD = Pattern.compile("shard_key_value = '\\d+'::bigint");

  private final String collection;
  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();

  NodePlan(BsonDocument root, String collection) {
    this.collection = collection;
    read(root, 0);
  }

  List<String> lines() {
    return lines;
  }

  List<String> indexes() {
    return List.copyOf(indexes);
  }

  private void read(BsonDocument node, int depth) {
    StringBuilder line = new StringBuilder("  ".repeat(depth)).append(text(node, "Node Type"));
    String index = text(node, "Index Name");
    if (!index.isEmpty()) {
      if (!index.equals(PRIMARY_KEY) || text(node, "Index Cond").contains(ID_COLUMN)) {
        indexes.add(index);
      }
      line.append(" using ").append(index);
    }
    if (node.containsKey("Relation Name")) {
      line.append(" on ").append(collection);
    }
    for (String name : TOLD) {
      if (node.containsKey(name)) {
        line.append(' ').append(name).append(": ").append(readable(text(node, name)));
      }
    }
    lines.add(line.toString());
    node.getArray("Plans", new BsonArray()).forEach(child -> read(child.asDocument(), depth + 1));
  }

  private static String readable(String condition) {
    String operators = OPERATOR.matcher(condition).replaceAll("$1");
    String anyShard = SHARD.matcher(operators).replaceAll("shard_key_value = this collection's");
    return BSON.matcher(anyShard).replaceAll(NodePlan::json);
  }

  private static String json(MatchResult hex) {
    byte[] bson = HexFormat.of().parseHex(hex.group(1));
    return Matcher.quoteReplacement(new RawBsonDocument(bson).toJson(JSON));
  }

  private static String text(BsonDocument node, String name) {
    BsonValue value = node.get(name);
    if (value == null) {
      return "";
    }
    return value.isArray()
        ? value.asArray().stream()
            .map(key -> key.asString().getValue())
            .collect(Collectors.joining(", "))
        : value.asString().getValue();
  }
}
