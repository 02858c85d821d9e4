package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
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
  /** What stands around a tree: newer servers have a {@code queryPlan} more. */
  private static final List<String> WRAPPERS =
      List.of("queryPlanner", "winningPlan", "queryPlan", "Plan", "$cursor");

  private static final List<String> CHILDREN =
      List.of("stages", "inputStage", "inputStages", "outerStage", "innerStage", "Plans");

  /** What a stage of MongoDB's is told, then a node of PostgreSQL's. */
  private static final List<String> TOLD =
      List.of(
          "indexBounds",
          "filter",
          "sortPattern",
          "limitAmount",
          "transformBy",
          "Index Cond",
          "Recheck Cond",
          "Filter",
          "Order By",
          "Sort Key",
          "Presorted Key");

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
   * @throws StoreException when the answer has no plan
   */
  static QueryPlan of(BsonDocument answer, String collection) {
    MongoPlans plan = new MongoPlans(collection);
    plan.walk(answer, 0);
    if (plan.lines.isEmpty()) {
      throw new StoreException(
          "%s: the server's answer to explain for %s has no plan that is understood; its parts are %s"
              .formatted(MongoErrors.STORE, collection, answer.keySet()));
    }
    OptionalLong keys = count(answer, "totalKeysExamined");
    OptionalLong documents = count(answer, "totalDocsExamined");
    if (keys.isPresent() && documents.isPresent()) {
      plan.lines.add(
          "examined: " + keys.getAsLong() + " keys, " + documents.getAsLong() + " documents");
    }
    return new QueryPlan(
        OptionalDouble.empty(), // executionTimeMillis counts whole ones, planning included
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        count(answer, "nReturned"),
        plan.lines,
        plan.used());
  }

  private static OptionalLong count(BsonDocument answer, String name) {
    OptionalDouble count = ServerReport.number(answer, "executionStats", name);
    return count.isPresent() ? OptionalLong.of((long) count.getAsDouble()) : OptionalLong.empty();
  }

  /** Those of all shards; none when one of them is scanned. */
  private List<String> used() {
    return scansAShard ? List.of() : List.copyOf(indexes);
  }

  private void walk(BsonDocument at, int depth) {
    for (String wrapper : WRAPPERS) {
      if (at.isDocument(wrapper)) {
        walk(at.getDocument(wrapper), depth);
        return;
      }
    }
    String name = name(at);
    int below = name.isEmpty() ? depth : depth + 1;
    if (!name.isEmpty()) {
      lines.add("  ".repeat(depth) + name + index(at) + told(at));
    }
    CHILDREN.stream().flatMap(child -> documents(at, child)).forEach(child -> walk(child, below));
    shards(at).forEach((shard, part) -> shard(shard, part, below));
  }

  /** A stage's or a node's; in a pipeline its first field's; empty for an answer around them. */
  private static String name(BsonDocument at) {
    String first = at.isEmpty() ? "" : at.getFirstKey();
    return ServerReport.text(at, "stage")
        + ServerReport.text(at, "Node Type")
        + (first.startsWith("$") ? first : "");
  }

  /**
   * The index of a stage or a node; of {@code $lookup} the {@code indexesUsed} (manual, "Explain
   * Results", "Execution Plan Statistics for Query with $lookup Pipeline Stage").
   */
  private String index(BsonDocument at) {
    StringBuilder line = new StringBuilder();
    String index = ServerReport.text(at, "indexName");
    if (!index.isEmpty()) {
      indexes.add(index);
      line.append(' ').append(index);
    }
    for (BsonValue used : at.getArray("indexesUsed", new BsonArray())) {
      indexes.add(used.asString().getValue());
      line.append(" using ").append(used.asString().getValue());
    }
    String used = ServerReport.text(at, "Index Name");
    if (!used.isEmpty()) {
      if (!used.equals(PRIMARY_KEY) || ServerReport.text(at, "Index Cond").contains(ID_COLUMN)) {
        indexes.add(used);
      }
      line.append(" using ").append(used);
    }
    return line.toString();
  }

  private String told(BsonDocument at) {
    return (at.containsKey("Relation Name") ? " on " + collection : "")
        + (ServerReport.text(at, "direction").equals("backward") ? " backward" : "")
        + TOLD.stream()
            .filter(at::containsKey)
            .map(name -> " " + name + ": " + told(ServerReport.at(at, name)))
            .collect(Collectors.joining());
  }

  private static String told(BsonValue value) {
    if (value.isArray()) {
      return value.asArray().stream().map(MongoPlans::told).collect(Collectors.joining(", "));
    }
    return value.isString() ? readable(value.asString().getValue()) : ServerReport.json(value);
  }

  private static Stream<BsonDocument> documents(BsonDocument at, String name) {
    BsonValue below = at.get(name, new BsonArray());
    return below.isDocument()
        ? Stream.of(below.asDocument())
        : below.asArray().stream().map(BsonValue::asDocument);
  }

  /** The answers of a pipeline's shards, or the plans below a mongos's stage, by shard. */
  private static Map<String, BsonDocument> shards(BsonDocument at) {
    Map<String, BsonDocument> shards = new LinkedHashMap<>();
    if (at.isDocument("shards")) {
      at.getDocument("shards").forEach((name, part) -> shards.put(name, part.asDocument()));
    } else {
      documents(at, "shards")
          .forEach(shard -> shards.put(ServerReport.text(shard, "shardName"), shard));
    }
    return shards;
  }

  private void shard(String name, BsonDocument part, int depth) {
    lines.add("  ".repeat(depth) + "shard " + name);
    MongoPlans plan = new MongoPlans(collection);
    plan.walk(part, depth + 1);
    lines.addAll(plan.lines);
    indexes.addAll(plan.used());
    scansAShard |= plan.used().isEmpty();
  }

  private static String readable(String condition) {
    String operators = OPERATOR.matcher(condition).replaceAll("$1");
    String anyShard = SHARD.matcher(operators).replaceAll("shard_key_value = this collection's");
    return BSON.matcher(anyShard)
        .replaceAll(hex -> {
          byte[] bson = HexFormat.of().parseHex(hex.group(1));
          return Matcher.quoteReplacement(new RawBsonDocument(bson).toJson(ServerReport.JSON));
        });
  }
}
