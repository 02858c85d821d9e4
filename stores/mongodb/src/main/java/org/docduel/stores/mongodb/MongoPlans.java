package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
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
  /**
   * Where a tree begins, and what is below its nodes: newer servers have a {@code queryPlan} more.
   */
  private static final List<String> BELOW =
      List.of(
          "$cursor",
          "queryPlanner",
          "winningPlan",
          "queryPlan",
          "Plan",
          "stages",
          "inputStage",
          "inputStages",
          "outerStage",
          "innerStage",
          "Plans");

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
      throw MongoErrors.refused(
          "the server's answer to explain for %s has no plan that is understood; its parts are %s"
              .formatted(collection, answer.keySet()));
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
    String name = name(at);
    int below = name.isEmpty() ? depth : depth + 1;
    if (!name.isEmpty()) {
      lines.add("  ".repeat(depth) + name + index(at) + told(at));
    }
    BELOW.stream().flatMap(under -> documents(at, under)).forEach(child -> walk(child, below));
    if (at.isDocument("shards")) { // of a pipeline
      at.getDocument("shards").forEach((shard, part) -> shard(shard, part.asDocument(), below));
    } else { // below a mongos's stage
      documents(at, "shards")
          .forEach(part -> shard(ServerReport.text(part, "shardName"), part, below));
    }
  }

  /** A stage's or a node's; in a pipeline its first field's; empty for an answer around them. */
  private static String name(BsonDocument at) {
    String first = at.isEmpty() ? "" : at.getFirstKey();
    return ServerReport.text(at, "stage")
        + ServerReport.text(at, "Node Type")
        + (first.startsWith("$") && !first.equals("$cursor") ? first : "");
  }

  /**
   * The index of a stage or a node; of {@code $lookup} the {@code indexesUsed} (manual, "Explain
   * Results", "Execution Plan Statistics for Query with $lookup Pipeline Stage").
   */
  private String index(BsonDocument at) {
    String stage = ServerReport.text(at, "indexName");
    String node = ServerReport.text(at, "Index Name");
    List<String> lookup =
        at.getArray("indexesUsed", new BsonArray()).stream()
            .map(used -> used.asString().getValue())
            .toList();
    boolean walked =
        node.equals(PRIMARY_KEY) && !ServerReport.text(at, "Index Cond").contains(ID_COLUMN);
    indexes.addAll(lookup);
    Stream.of(stage, walked ? "" : node).filter(used -> !used.isEmpty()).forEach(indexes::add);
    return (stage.isEmpty() ? "" : " " + stage)
        + lookup.stream().map(used -> " using " + used).collect(Collectors.joining())
        + (node.isEmpty() ? "" : " using " + node);
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
    return value.isString()
        ? SHARD
            .matcher(value.asString().getValue())
            .replaceAll("shard_key_value = this collection's")
        : ServerReport.json(value);
  }

  private static Stream<BsonDocument> documents(BsonDocument at, String name) {
    BsonValue below = at.get(name, new BsonArray());
    return below.isDocument()
        ? Stream.of(below.asDocument())
        : below.asArray().stream().map(BsonValue::asDocument);
  }

  private void shard(String name, BsonDocument part, int depth) {
    lines.add("  ".repeat(depth) + "shard " + name);
    MongoPlans plan = new MongoPlans(collection);
    plan.walk(part, depth + 1);
    lines.addAll(plan.lines);
    indexes.addAll(plan.used());
    scansAShard |= plan.used().isEmpty();
  }
}
