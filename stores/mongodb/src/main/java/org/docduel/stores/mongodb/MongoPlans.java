package org.docduel.stores.mongodb;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * Answers to {@code explain} with {@code executionStats}. MongoDB gives a tree of stages and counts
 * keys and documents instead of blocks. Its clock counts whole milliseconds from the choice of the
 * plan to the last row, which is not the execution that other servers tell to the microsecond: it
 * is left out, so that no verdict takes one for the other. FerretDB over DocumentDB gives
 * PostgreSQL's tree of an EXPLAIN that does not run the query: no time, no counts.
 *
 * <p>All of these are one tree of documents, and one walk makes lines of it: a node's name, its
 * index and what it was told, without what the optimizer thought and measured.
 */
final class MongoPlans {
  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
  private static final List<String> TOLD_STAGE =
      List.of("indexBounds", "filter", "sortPattern", "limitAmount", "transformBy");
  private static final List<String> TOLD_NODE =
      List.of("Index Cond", "Recheck Cond", "Filter", "Order By", "Sort Key", "Presorted Key");

  /** Where a stage or a node has those below it, a mongos's stage those of its shards. */
  private static final List<String> CHILDREN =
      List.of("inputStage", "inputStages", "outerStage", "innerStage", "Plans", "shards");

  /**
   * Without a condition on ids a plan of FerretDB's with this index walks along it over all
   * documents, which is how DocumentDB goes through a collection that PostgreSQL has no statistics
   * of yet.
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
  private boolean scansAShard;

  private MongoPlans(String collection) {
    this.collection = collection;
  }

  /**
   * Reads an answer.
   *
   * @param collection its name, for messages and for plans that call it otherwise
   * @throws StoreException when the answer has none of these shapes
   */
  static QueryPlan of(BsonDocument answer, String collection) {
    MongoPlans plan = new MongoPlans(collection);
    if (!plan.answer(answer, 0)) {
      throw new StoreException(
          "%s: the server's answer to explain for %s has no plan that is understood; its parts are"
                  .formatted(MongoErrors.STORE, collection)
              + " "
              + answer.keySet());
    }
    BsonDocument stats = answer.getDocument("executionStats", new BsonDocument());
    OptionalLong keys = number(stats, "totalKeysExamined");
    OptionalLong documents = number(stats, "totalDocsExamined");
    if (keys.isPresent() && documents.isPresent()) {
      plan.lines.add(
          "examined: " + keys.getAsLong() + " keys, " + documents.getAsLong() + " documents");
    }
    return new QueryPlan(
        OptionalDouble.empty(), // executionTimeMillis counts whole ones, planning included
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        number(stats, "nReturned"),
        plan.lines,
        plan.used());
  }

  private static OptionalLong number(BsonDocument document, String name) {
    return document.isNumber(name)
        ? OptionalLong.of(document.getNumber(name).longValue())
        : OptionalLong.empty();
  }

  /** Those of all shards; none when one of them is scanned. */
  private List<String> used() {
    return scansAShard ? List.of() : List.copyOf(indexes);
  }

  /** A whole answer, or a shard's or a cursor's part of one. */
  private boolean answer(BsonDocument answer, int depth) {
    BsonDocument planner = answer.getDocument("queryPlanner", new BsonDocument());
    if (planner.isDocument("winningPlan")) {
      tree(planner.getDocument("winningPlan"), depth);
    } else if (planner.isDocument("Plan")) {
      node(planner.getDocument("Plan"), depth);
    } else if (answer.isArray("stages")) {
      answer.getArray("stages").forEach(stage -> pipeline(stage.asDocument(), depth));
    } else if (answer.isDocument("shards") && !answer.getDocument("shards").isEmpty()) {
      answer
          .getDocument("shards")
          .forEach((name, part) -> shard(name, depth, plan -> plan.answer(part.asDocument(), 0)));
    } else {
      return false;
    }
    return true;
  }

  /** Newer servers wrap the tree in a {@code queryPlan}. */
  private void tree(BsonDocument winningPlan, int depth) {
    node(winningPlan.getDocument("queryPlan", winningPlan), depth);
  }

  /**
   * A stage of the classic engine: the query below the first in {@code $cursor}, and for {@code
   * $lookup} the {@code indexesUsed} (manual, "Explain Results", "Execution Plan Statistics for
   * Query with $lookup Pipeline Stage").
   */
  private void pipeline(BsonDocument stage, int depth) {
    if (stage.isDocument("$cursor")) {
      answer(stage.getDocument("$cursor"), depth);
      return;
    }
    StringBuilder line = new StringBuilder(stage.getFirstKey());
    for (BsonValue used : stage.getArray("indexesUsed", new BsonArray())) {
      indexes.add(used.asString().getValue());
      line.append(" using ").append(used.asString().getValue());
    }
    line(depth, line);
  }

  private void shard(String name, int depth, Consumer<MongoPlans> reader) {
    line(depth, new StringBuilder("shard ").append(name));
    MongoPlans plan = new MongoPlans(collection);
    reader.accept(plan);
    plan.lines.forEach(line -> line(depth + 1, new StringBuilder(line)));
    indexes.addAll(plan.used());
    scansAShard |= plan.used().isEmpty();
  }

  private void line(int depth, StringBuilder line) {
    lines.add("  ".repeat(depth) + line);
  }

  /** A stage of MongoDB's or a node of PostgreSQL's, and those below it. */
  private void node(BsonDocument node, int depth) {
    StringBuilder line = new StringBuilder(text(node, "stage") + text(node, "Node Type"));
    String index = text(node, "indexName");
    if (!index.isEmpty()) {
      indexes.add(index);
      line.append(' ').append(index);
    }
    String used = text(node, "Index Name");
    if (!used.isEmpty()) {
      if (!used.equals(PRIMARY_KEY) || text(node, "Index Cond").contains(ID_COLUMN)) {
        indexes.add(used);
      }
      line.append(" using ").append(used);
    }
    if (node.containsKey("Relation Name")) {
      line.append(" on ").append(collection);
    }
    if (text(node, "direction").equals("backward")) {
      line.append(" backward");
    }
    for (String name : TOLD_STAGE) {
      if (node.containsKey(name)) {
        String json = new BsonDocument(name, node.get(name)).toJson(JSON);
        String bare = json.substring(1, json.length() - 1); // the braces
        line.append(' ').append(bare.replaceFirst("^\"(\\w+)\"", "$1"));
      }
    }
    for (String name : TOLD_NODE) {
      if (node.containsKey(name)) {
        line.append(' ').append(name).append(": ").append(readable(text(node, name)));
      }
    }
    line(depth, line);
    for (String name : CHILDREN) {
      BsonValue below = node.get(name, new BsonArray());
      for (BsonValue child : below.isArray() ? below.asArray() : new BsonArray(List.of(below))) {
        child(child.asDocument(), depth + 1);
      }
    }
  }

  private void child(BsonDocument child, int depth) {
    if (child.containsKey("shardName")) {
      BsonDocument plan = child.getDocument("winningPlan", new BsonDocument());
      shard(text(child, "shardName"), depth, shard -> shard.tree(plan, 0));
    } else {
      node(child, depth);
    }
  }

  private static String readable(String condition) {
    String operators = OPERATOR.matcher(condition).replaceAll("$1");
    String anyShard = SHARD.matcher(operators).replaceAll("shard_key_value = this collection's");
    return BSON.matcher(anyShard)
        .replaceAll(hex -> {
          byte[] bson = HexFormat.of().parseHex(hex.group(1));
          return Matcher.quoteReplacement(new RawBsonDocument(bson).toJson(JSON));
        });
  }

  private static String text(BsonDocument node, String name) {
    BsonValue value = node.get(name, new BsonString(""));
    return value.isArray()
        ? value.asArray().stream()
            .map(key -> key.asString().getValue())
            .collect(Collectors.joining(", "))
        : value.isString() ? value.asString().getValue() : "";
  }
}
