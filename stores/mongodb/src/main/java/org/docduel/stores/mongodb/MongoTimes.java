package org.docduel.stores.mongodb;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
final class MongoTimes implements TakenApart {
  private static final String DOING = "taking a query apart";

  private final MongoIterable<?> query;
  private final MongoIterable<?> constants;

  /** As many constants, of which none is sent. */
  private final MongoIterable<?> counted;

  private final Map<String, Double> counts;

  /** For a query as it is timed, and as its rows come. */
  private MongoTimes(
      MongoCollection<?> collection,
      Class<?> type,
      MongoIterable<?> query,
      MongoIterable<RawBsonDocument> raw) {
    this.query = query;
    long rows = 0;
    long bytes = 0;
    RawBsonDocument typical = RawBsonDocument.parse("{}");
    try (MongoCursor<RawBsonDocument> each = raw.batchSize(MongoRead.BATCH_ROWS).cursor()) {
      while (each.hasNext()) {
        RawBsonDocument row = each.next();
        // an element of an array: a type, its place in digits and a zero
        bytes += size(row) + 2 + String.valueOf(rows % MongoRead.BATCH_ROWS).length();
        rows++;
        double mean = bytes / (double) rows;
        if (rows == 1 || Math.abs(size(row) - mean) < Math.abs(size(typical) - mean)) {
          typical = row;
        }
      }
    }
    counts = Map.of("rows", (double) rows, "bytes", (double) bytes);
    BsonArray numbers = new BsonArray(List.of(new BsonInt32(0), new BsonInt64(rows)));
    List<Bson> stages =
        List.of(
            Aggregates.limit(1),
            Aggregates.project(new BsonDocument("n", new BsonDocument("$range", numbers))),
            Aggregates.unwind("$n"),
            Aggregates.replaceWith(new BsonDocument("$literal", typical)));
    constants = collection.aggregate(stages, type);
    List<Bson> counting = new ArrayList<>(stages);
    counting.add(Aggregates.count("n"));
    counted = collection.aggregate(counting, BsonDocument.class);
  }

  static Optional<TakenApart> of(
      MongoCollection<?> collection,
      Class<?> type,
      MongoIterable<?> query,
      MongoIterable<RawBsonDocument> raw) {
    return MongoErrors.doing(
        DOING, () -> Optional.of(new MongoTimes(collection, type, query, raw)));
  }

  private static int size(RawBsonDocument row) {
    return row.getByteBuffer().remaining();
  }

  @Override
  public Map<String, Double> counts() {
    return counts;
  }

  @Override
  public Map<String, Double> once() {
    return MongoErrors.doing(
        DOING,
        () -> {
          Map<String, Double> parts = new HashMap<>();
          executionMillis(explain(query)).ifPresent(took -> parts.put("execute", took));
          double made = waited(counted);
          parts.put("wire", waited(constants) - made);
          return parts;
        });
  }

  private static double waited(MongoIterable<?> answer) {
    long begun = System.nanoTime();
    MongoRead.rows(answer, row -> {});
    return (System.nanoTime() - begun) / 1e6;
  }

  /** The server's answer to explain of a {@code find} or an {@code aggregate}. */
  static BsonDocument explain(MongoIterable<?> query) {
    return query instanceof FindIterable<?> find
        ? find.explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS)
        : ((AggregateIterable<?>) query)
            .explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
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
