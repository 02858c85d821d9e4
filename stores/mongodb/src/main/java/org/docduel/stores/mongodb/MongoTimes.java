package org.docduel.stores.mongodb;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.spi.ServerTime;
import org.docduel.core.spi.ServerTime.Part;
import org.jspecify.annotations.Nullable;

/**
 * Takes a query apart. A mongod's explain counts whole milliseconds, planning included; FerretDB's
 * does not run the query, and tells no time. The wire is what a client waits for as many constants
 * of about the same size, less what it waits for their count.
 *
 * @param <T> what an answer is decoded to
 */
final class MongoTimes<T> {
  private final MongoCollection<?> collection;
  private final Class<T> type;
  private final Function<Class<?>, MongoIterable<?>> query;
  private @Nullable Sample sample;

  /** Asks nothing yet; {@code query} gives the question with its rows decoded to a class. */
  MongoTimes(
      MongoCollection<?> collection, Class<T> type, Function<Class<?>, MongoIterable<?>> query) {
    this.collection = collection;
    this.type = type;
    this.query = query;
  }

  /**
   * What answers as much as a query.
   *
   * @param counted as many constants, of which none is sent
   */
  private record Sample(List<Bson> constants, List<Bson> counted, Map<String, Double> counts) {
    static Sample of(MongoIterable<?> answer) {
      long rows = 0;
      long bytes = 0;
      RawBsonDocument typical = RawBsonDocument.parse("{}");
      try (MongoCursor<?> each = answer.batchSize(MongoRead.BATCH_ROWS).cursor()) {
        while (each.hasNext()) {
          RawBsonDocument row = (RawBsonDocument) each.next();
          // an element of an array: a type, its place in digits and a zero
          bytes += size(row) + 2 + String.valueOf(rows % MongoRead.BATCH_ROWS).length();
          rows++;
          double mean = bytes / (double) rows;
          if (rows == 1 || Math.abs(size(row) - mean) < Math.abs(size(typical) - mean)) {
            typical = row;
          }
        }
      }
      BsonArray numbers = new BsonArray(List.of(new BsonInt32(0), new BsonInt64(rows)));
      List<Bson> constants =
          List.of(
              Aggregates.limit(1),
              Aggregates.project(new BsonDocument("n", new BsonDocument("$range", numbers))),
              Aggregates.unwind("$n"),
              Aggregates.replaceWith(new BsonDocument("$literal", typical)));
      List<Bson> counted = new ArrayList<>(constants);
      counted.add(Aggregates.count("n"));
      return new Sample(constants, counted, Map.of("rows", (double) rows, "bytes", (double) bytes));
    }

    private static int size(RawBsonDocument row) {
      return row.getByteBuffer().remaining();
    }
  }

  ServerTime once() {
    Sample known = sample;
    if (known == null) {
      known = Sample.of(query.apply(RawBsonDocument.class));
      sample = known;
    }
    Map<Part, Double> parts = new EnumMap<>(Part.class);
    executionMillis(explain(query.apply(type))).ifPresent(took -> parts.put(Part.EXECUTE, took));
    double made = waited(collection.aggregate(known.counted, BsonDocument.class));
    parts.put(Part.WIRE, waited(collection.aggregate(known.constants, type)) - made);
    return new ServerTime(parts, known.counts);
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
