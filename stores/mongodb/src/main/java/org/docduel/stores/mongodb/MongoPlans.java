package org.docduel.stores.mongodb;

import static java.util.stream.Collectors.joining;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoIterable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
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
  private static final List<String> BELOW =
      List.of(
          "$cursor",
          "queryPlanner",
          "winningPlan",
          "queryPlan",
          "Plan",
          "shards",
          "stages",
          "inputStage",
          "inputStages",
          "Plans");

  /**
   * The index of a stage, of a node, and those of {@code $lookup} (manual, "Explain Results",
   * "Execution Plan Statistics for Query with $lookup Pipeline Stage").
   */
  private static final List<String> INDEXES = List.of("indexName", "Index Name", "indexesUsed");

  /** What a stage of MongoDB's is told, then a node of PostgreSQL's. */
  private static final List<String> TOLD =
      List.of(
          "direction",
          "indexBounds",
          "filter",
          "sortPattern",
          "limitAmount",
          "transformBy",
          "Index Cond",
          "Recheck Cond",
          "Filter",
          "Order By",
          "Sort Key");

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
      throw MongoErrors.refused(
          "the server's answer to explain has no plan that is understood; its parts are "
              + answer.keySet());
    }
    for (String counted : List.of("totalKeysExamined", "totalDocsExamined")) {
      ServerReport.number(answer, "executionStats", counted)
          .ifPresent(count -> plan.lines.add(counted + ": " + (long) count));
    }
    return new QueryPlan(
        OptionalDouble.empty(), // executionTimeMillis counts whole ones, planning included
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        ServerReport.number(answer, "executionStats", "nReturned").stream()
            .mapToLong(rows -> (long) rows)
            .findFirst(),
        plan.lines,
        plan.scans ? List.of() : List.copyOf(plan.indexes));
  }

  private void walk(BsonDocument at, String indent) {
    String name = name(at);
    if (!name.isEmpty()) {
      lines.add(indent + name + told(at));
      scans |= name.equals("COLLSCAN");
      if (!walksAlong(at)) {
        INDEXES.forEach(field -> values(at, field).map(MongoPlans::text).forEach(indexes::add));
      }
    }
    String below = name.isEmpty() ? indent : indent + "  ";
    BELOW.forEach(field -> values(at, field).forEach(child -> walk(child.asDocument(), below)));
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
  private static String told(BsonDocument at) {
    return Stream.concat(INDEXES.stream(), TOLD.stream())
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
}
