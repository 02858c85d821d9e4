package org.docduel.stores.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.TakenApart;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.SuiteQuery.Rows;
import org.docduel.stores.mongodb.server.MongoErrors;

/** One question: a {@code find} or an {@code aggregate} command without its cursor. */
final class MongoSuiteQuery implements SuiteQuery {
  private static final String FIND = "find";
  private static final String AGGREGATE = "aggregate";
  private static final String PIPELINE = "pipeline";
  private static final BsonInt32 NONE = new BsonInt32(0);

  /** The limit is the server's for its own work; after so many rows the client looks too. */
  private static final int CHECKED_ROWS = 1_000;

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument command;
  private final Duration limit;

  /**
   * Reads the command.
   *
   * @param limit how long one execution may take
   * @throws StoreException when it is neither of the two commands
   */
  MongoSuiteQuery(MongoDatabase database, BsonDocument command, Duration limit) {
    this.command = command;
    this.limit = limit;
    boolean find = command.containsKey(FIND);
    Set<String> known =
        find
            ? Set.of(FIND, "filter", "projection", "sort", "skip", "limit", "comment")
            : Set.of(AGGREGATE, PIPELINE, "comment");
    if (!known.containsAll(command.keySet()) || !(find || command.containsKey(PIPELINE))) {
      throw MongoErrors.refused(
          "a question is {\"find\": COLLECTION, \"filter\", \"projection\", \"sort\","
              + " \"skip\", \"limit\"} or {\"aggregate\": COLLECTION, \"pipeline\"}; this one has "
              + command.keySet());
    }
    try {
      String name = command.getString(find ? FIND : AGGREGATE).getValue();
      MongoCollection<BsonDocument> asked = database.getCollection(name, BsonDocument.class);
      // Beyond the socket's own limit, which would end the question, the driver keeps this one.
      this.collection =
          limit.compareTo(Waits.ofProcess().answer()) < 0
              ? asked
              : asked.withTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (BsonInvalidOperationException e) {
      throw new StoreException(MongoErrors.STORE + ": " + e.getMessage(), e);
    }
  }

  @Override
  public long run() {
    return rows(row -> {});
  }

  @Override
  public void answer(Rows visitor) {
    rows(row -> {
      ObjectValue fields = object(row);
      visitor.row(fields.names().asList(), fields.values());
    });
  }

  private long rows(Consumer<BsonDocument> visitor) {
    long[] count = new long[1];
    return within(end ->
        MongoRead.rows(
            ask(BsonDocument.class),
            row -> {
              visitor.accept(row);
              if (++count[0] % CHECKED_ROWS == 0 && hasPassed(end)) {
                throw new TimeLimitException(tooLong());
              }
            }));
  }

  /** Gives work the time at which it has to end. */
  private <T> T within(LongFunction<T> work) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      return work.apply(end);
    } catch (MongoException e) {
      // A server's own defaultMaxTimeMS ends a question with the same error.
      boolean late = e instanceof MongoExecutionTimeoutException && hasPassed(end);
      throw late || e instanceof MongoOperationTimeoutException
          ? new TimeLimitException(tooLong(), e)
          : MongoErrors.of("asking a question", e);
    }
  }

  private static boolean hasPassed(long end) {
    return System.nanoTime() - end >= 0;
  }

  private String tooLong() {
    return MongoErrors.STORE + ": a question took more than " + limit.toSeconds() + " s";
  }

  private <T> MongoIterable<T> ask(Class<T> type) {
    if (!command.containsKey(FIND)) {
      List<BsonDocument> stages =
          command.getArray(PIPELINE).stream().map(BsonValue::asDocument).toList();
      return collection.aggregate(stages, type).maxTime(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
    return collection
        .find(command.getDocument("filter", new BsonDocument()), type)
        .skip(command.getNumber("skip", NONE).intValue())
        .limit(command.getNumber("limit", NONE).intValue())
        .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS)
        .projection(command.getDocument("projection", null))
        .sort(command.getDocument("sort", null));
  }

  @Override
  public List<String> plan() {
    String name = collection.getNamespace().getCollectionName();
    return within(end -> MongoPlans.of(MongoTimes.explain(ask(BsonDocument.class)), name).plan());
  }

  @Override
  public Optional<TakenApart> takenApart() {
    return MongoTimes.of(
        collection, BsonDocument.class, ask(BsonDocument.class), ask(RawBsonDocument.class));
  }

  /** A field of an answer; what no document has (an object id, say) as its text. */
  private static Value value(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> NullValue.NULL;
      case STRING -> new StringValue(value.asString().getValue());
      case INT32 -> new IntegerValue(value.asInt32().getValue());
      case INT64 -> new IntegerValue(value.asInt64().getValue());
      case BOOLEAN -> BooleanValue.of(value.asBoolean().getValue());
      case DATE_TIME -> new TimestampValue(Instant.ofEpochMilli(value.asDateTime().getValue()));
      case BINARY -> new BinaryValue(value.asBinary().getData());
      case DOUBLE -> new FloatValue(value.asDouble().getValue());
      case DECIMAL128 -> decimal(value.asDecimal128().getValue());
      case ARRAY -> new ArrayValue(value.asArray().stream().map(MongoSuiteQuery::value).toList());
      case DOCUMENT -> object(value.asDocument());
      case OBJECT_ID -> new StringValue(value.asObjectId().getValue().toHexString());
      default -> new StringValue(value.toString());
    };
  }

  private static ObjectValue object(BsonDocument document) {
    return new ObjectValue(
        FieldNames.of(List.copyOf(document.keySet())),
        document.values().stream().map(MongoSuiteQuery::value).toList());
  }

  /** No decimal of a document holds NaN and the infinities. */
  private static Value decimal(Decimal128 decimal) {
    if (decimal.isNaN() || decimal.isInfinite()) {
      return new FloatValue(decimal.doubleValue());
    }
    boolean minusZero = decimal.toString().startsWith("-0");
    return new DecimalValue(
        minusZero && decimal.doubleValue() == 0 ? BigDecimal.ZERO : decimal.bigDecimalValue());
  }
}
