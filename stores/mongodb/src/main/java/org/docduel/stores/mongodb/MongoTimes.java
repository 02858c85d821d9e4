package org.docduel.stores.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.spi.TakenApart;

/**
 * Takes a query apart. A mongod's explain counts whole milliseconds, planning included; FerretDB's
 * does not run the query, and tells no time. The wire is what a client waits for as many constants
 * of about the same size, less what it waits for their count.
 */
final class MongoTimes {
  private static final String DOING = "taking a query apart";

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
  static TakenApart of(
      MongoCollection<?> collection,
      Class<?> type,
      MongoIterable<?> query,
      MongoIterable<RawBsonDocument> raw) {
    MongoTimes answer = new MongoTimes();
    MongoErrors.doing(DOING, () -> MongoRead.rows(raw, answer::count));
    List<Bson> constants = answer.constants();
    MongoIterable<?> sent = collection.aggregate(constants, type);
    List<Bson> made = new ArrayList<>(constants);
    made.add(Aggregates.count("n"));
    MongoIterable<?> counted = collection.aggregate(made, BsonDocument.class);
    Supplier<Map<String, Double>> once =
        () -> {
          Map<String, Double> parts = new HashMap<>();
          executionMillis(MongoPlans.explain(query)).ifPresent(took -> parts.put("execute", took));
          double making = waited(counted);
          parts.put("wire", waited(sent) - making);
          return parts;
        };
    return new TakenApart(
        Map.of("rows", (double) answer.rows, "bytes", (double) answer.bytes),
        () -> MongoErrors.doing(DOING, once));
  }

  private void count(RawBsonDocument row) {
    // an element of an array: a type, its place in digits and a zero
    bytes += size(row) + 2 + String.valueOf(rows % MongoRead.BATCH_ROWS).length();
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
    long begun = System.nanoTime();
    MongoRead.rows(answer, row -> {});
    return (System.nanoTime() - begun) / 1e6;
  }

  /** Of the whole; of a pipeline's last stage in the classic engine, which counts those before. */
  static OptionalDouble executionMillis(BsonDocument explained) {
    BsonArray stages = explained.getArray("stages", new BsonArray());
    return stages.isEmpty()
        ? ServerReport.number(explained, "executionStats", "executionTimeMillis")
        : ServerReport.number(
            stages.get(stages.size() - 1).asDocument(), "executionTimeMillisEstimate");
  }
}
