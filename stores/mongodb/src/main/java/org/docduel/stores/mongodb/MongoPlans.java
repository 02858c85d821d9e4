package org.docduel.stores.mongodb;

import static java.util.stream.Collectors.joining;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.Read.QueryPlan;

/**
 * Answers to {@code explain} with {@code executionStats}: a tree of stages from MongoDB, which
 * counts keys and documents instead of blocks; from FerretDB over DocumentDB PostgreSQL's tree of
 * an EXPLAIN that does not run the query. One walk makes lines of both: a node's name, its index
 * and what it was told, without what the optimizer thought and measured. MongoDB's clock, of whole
 * milliseconds with the choice of the plan, is left out: no verdict is to take it for the execution
 * that other servers tell to the microsecond.
 */
final class MongoPlans {
  /**
   * Where a tree begins, and what is below its nodes: newer servers have a {@code queryPlan} more,
   * a mongos tells the plan of each shard.
   */
  private static final Pattern BELOW =
      Pattern.compile(
          "\\$cursor|queryPlanner|winningPlan|queryPlan|Plans?|shards|stages|inputStages?");

  /**
   * The index of a stage, of a node, and those of {@code $lookup} (manual, "Explain Results",
   * "Execution Plan Statistics for Query with $lookup Pipeline Stage").
   */
  private static final List<String> INDEXES = List.of("indexName", "Index Name", "indexesUsed");

  /** What a stage of MongoDB's is told, then a node of PostgreSQL's. */
  private static final List<String> PLAN_ATTRIBUTES =
      List.of(
          "direction",
          "indexBounds",
          "filter",
          "sortPattern",
          "limitAmount",
          "transformBy",
          "strategy",
          "foreignCollection",
          "Index Cond",
          "Recheck Cond",
          "Filter",
          "Order By",
          "Sort Key");

  /** How a look-up goes through a foreign collection without an index. */
  private static final Set<String> FOREIGN_SCANS = Set.of("NestedLoopJoin", "HashJoin");

  private final List<String> lines = new ArrayList<>();
  private final Set<String> indexes = new LinkedHashSet<>();
  private boolean scans;

  private MongoPlans() {}

  /** The server's answer to explain of a {@code find} or an {@code aggregate}. */
  static BsonDocument explain(MongoIterable<?> query) {
    return query instanceof FindIterable<?> find
        ? find.explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS)
        : ((AggregateIterable<?>) query)
            .explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
  }

  static QueryPlan of(BsonDocument answer) {
    MongoPlans plan = new MongoPlans();
    plan.walk(answer, "");
    if (plan.lines.isEmpty()) {
      throw MongoDriver.storeException(
          "the server's answer to explain has no plan that is understood; its parts are "
              + answer.keySet());
    }
    for (String counted : List.of("totalKeysExamined", "totalDocsExamined")) {
      ServerReport.number(answer, "executionStats", counted)
          .ifPresent(count -> plan.lines.add(counted + ": " + (long) count));
    }
    Set<String> spilled = new LinkedHashSet<>();
    spills(answer, spilled);
    plan.lines.addAll(spilled);
    Map<String, Double> numbers = new HashMap<>();
    // Not executionTimeMillis: it counts whole ones, planning included.
    ServerReport.number(answer, "executionStats", "nReturned")
        .ifPresent(rows -> numbers.put("rows", rows));
    return new QueryPlan(numbers, plan.lines, plan.scans ? List.of() : List.copyOf(plan.indexes));
  }

  private void walk(BsonDocument at, String indent) {
    String name = name(at);
    if (!name.isEmpty()) {
      boolean foreign = scansForeign(at);
      lines.add(indent + name + attributes(at) + (foreign ? " scans the foreign collection" : ""));
      scans |= foreign || name.equals("COLLSCAN");
      if (name.equals("IDHACK")) { // whose index is not named
        indexes.add("_id_");
      }
      if (!walksAlong(at)) {
        INDEXES.forEach(field -> values(at, field).map(MongoPlans::text).forEach(indexes::add));
      }
    }
    String below = name.isEmpty() ? indent : indent + "  ";
    at.keySet().stream()
        .filter(field -> BELOW.matcher(field).matches())
        .flatMap(field -> values(at, field))
        .forEach(child -> walk(child.asDocument(), below));
  }

  /**
   * Whether a look-up reads a whole foreign collection, by the strategy of the slot-based engine
   * (EQ_LOOKUP, EQ_LOOKUP_UNWIND) or the number of its scans in the classic one (manual, "Explain
   * Results").
   */
  private static boolean scansForeign(BsonDocument stage) {
    return FOREIGN_SCANS.contains(ServerReport.text(stage, "strategy"))
        || ServerReport.number(stage, "collectionScans").orElse(0) > 0;
  }

  /** The stages that did not get along with the memory they may have, wherever they stand. */
  private static void spills(BsonValue value, Set<String> found) {
    if (value.isArray()) {
      value.asArray().forEach(element -> spills(element, found));
    } else if (value.isDocument()) {
      BsonDocument at = value.asDocument();
      if (BsonBoolean.TRUE.equals(at.get("usedDisk"))) {
        found.add("spilled to disk: " + (name(at).isEmpty() ? "a stage" : name(at)));
      }
      at.values().forEach(child -> spills(child, found));
    }
  }

  /** That of a shard, stage or node, in a pipeline its first field's; empty for what is around. */
  private static String name(BsonDocument at) {
    String first = at.isEmpty() ? "" : at.getFirstKey();
    return ServerReport.text(at, "shardName")
        + ServerReport.text(at, "stage")
        + ServerReport.text(at, "Node Type")
        + (first.startsWith("$") && !first.equals("$cursor") ? first : "");
  }

  /**
   * Without a condition on ids a node of FerretDB's with the primary key walks along it over all
   * documents, which is how DocumentDB goes through a collection that PostgreSQL has no statistics
   * of yet.
   */
  private static boolean walksAlong(BsonDocument node) {
    return ServerReport.text(node, "Index Name").equals("_id_")
        && !ServerReport.text(node, "Index Cond").contains("object_id");
  }

  /** DocumentDB's number of the collection is another one each time that it is made. */
  private static String attributes(BsonDocument at) {
    return Stream.concat(INDEXES.stream(), PLAN_ATTRIBUTES.stream())
        .filter(at::containsKey)
        .map(field ->
            " " + field + ": " + values(at, field).map(MongoPlans::text).collect(joining(", ")))
        .collect(joining())
        .replaceAll("shard_key_value = '\\d+'::bigint", "shard_key_value = this collection's");
  }

  private static String text(BsonValue value) {
    return value.isString() ? value.asString().getValue() : ServerReport.json(value);
  }

  /** What a field has, or what its list has, or what is there of a pipeline's shards. */
  private static Stream<BsonValue> values(BsonDocument at, String field) {
    BsonValue value = ServerReport.at(at, field);
    if (value.isArray()) {
      return value.asArray().stream();
    } else if (value.isDocument() && field.equals("shards")) {
      return value.asDocument().values().stream();
    }
    return value.isNull() ? Stream.empty() : Stream.of(value);
  }

  /**
   * Takes a query apart. A mongod's explain counts whole milliseconds, planning included;
   * FerretDB's does not run the query, and tells no time. The wire is what a client waits for as
   * many constants of about the same size, less what it waits for their count.
   */
  static final class Times {
    private static final String OPERATION = "timing the parts of a query";

    private long rows;
    private long bytes;

    /** A row of about the mean size. */
    private RawBsonDocument typical = RawBsonDocument.parse("{}");

    /**
     * Readies a query.
     *
     * @param type of its rows as they are timed
     * @param raw the same as its rows come
     */
    static ExecutionBreakdown of(
        MongoCollection<?> collection,
        Class<?> type,
        MongoIterable<?> query,
        MongoIterable<RawBsonDocument> raw) {
      Times answer = new Times();
      MongoDriver.call(OPERATION, () -> MongoRead.rows(raw, answer::count));
      List<Bson> constants = answer.constants();
      MongoIterable<?> sent = collection.aggregate(constants, type);
      List<Bson> countPipeline = new ArrayList<>(constants);
      countPipeline.add(Aggregates.count("n"));
      MongoIterable<?> counted = collection.aggregate(countPipeline, BsonDocument.class);
      Supplier<Map<String, Double>> once =
          () -> {
            Map<String, Double> parts = new HashMap<>();
            executionMillis(explain(query)).ifPresent(took -> parts.put("execute", took));
            double constantMillis = waited(counted);
            parts.put("wire", waited(sent) - constantMillis);
            return parts;
          };
      return new ExecutionBreakdown(
          Map.of("rows", (double) answer.rows, "bytes", (double) answer.bytes),
          () -> MongoDriver.call(OPERATION, once));
    }

    private void count(RawBsonDocument row) {
      // an element of the batch's array: a type, its place in digits and a zero
      bytes += size(row) + 2 + String.valueOf(rows).length();
      rows++;
      double mean = bytes / (double) rows;
      if (Math.abs(size(row) - mean) < Math.abs(size(typical) - mean)) {
        typical = row;
      }
    }

    private static int size(RawBsonDocument row) {
      return row.getByteBuffer().remaining();
    }

    /** As many rows that nobody has to look for. */
    private List<Bson> constants() {
      BsonArray numbers = new BsonArray(List.of(new BsonInt32(0), new BsonInt64(rows)));
      return List.of(
          Aggregates.limit(1),
          Aggregates.project(new BsonDocument("n", new BsonDocument("$range", numbers))),
          Aggregates.unwind("$n"),
          Aggregates.replaceWith(new BsonDocument("$literal", typical)));
    }

    private static double waited(MongoIterable<?> answer) {
      long startNanos = System.nanoTime();
      MongoRead.rows(answer, row -> {});
      return (System.nanoTime() - startNanos) / 1e6;
    }

    /**
     * Of the whole; of a pipeline's last stage in the classic engine, which counts those before.
     */
    static OptionalDouble executionMillis(BsonDocument explained) {
      BsonArray stages = explained.getArray("stages", new BsonArray());
      return stages.isEmpty()
          ? ServerReport.number(explained, "executionStats", "executionTimeMillis")
          : ServerReport.number(
              stages.get(stages.size() - 1).asDocument(), "executionTimeMillisEstimate");
    }
  }
}
