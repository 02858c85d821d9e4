package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.TakenApart;
import org.docduel.core.spi.suite.SuiteQuery;

/** One question: a {@code find} or an {@code aggregate} command without its cursor. */
final class MongoSuiteQuery implements SuiteQuery {
  private static final String FIND = "find";
  private static final BsonInt32 NONE = new BsonInt32(0);

  /** The limit is the server's for its own work; after so many rows the client looks too. */
  private static final int CHECKED_ROWS = 1_000;

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument command;
  private final List<BsonDocument> stages;
  private final Duration limit;
  private final MongoIterable<BsonDocument> question;

  /** Refuses what is neither of the two commands. */
  MongoSuiteQuery(MongoDatabase database, BsonDocument command, Duration limit) {
    this.command = command;
    this.limit = limit;
    boolean find = command.containsKey(FIND);
    List<String> known =
        find
            ? List.of(FIND, "filter", "projection", "sort", "skip", "limit", "comment")
            : List.of("aggregate", "pipeline", "comment");
    if (!known.containsAll(command.keySet())) {
      throw MongoErrors.refused(
          "a question is made of %s, and this one of %s".formatted(known, command.keySet()));
    }
    this.stages =
        find
            ? List.of()
            : command.getArray("pipeline").stream().map(BsonValue::asDocument).toList();
    MongoCollection<BsonDocument> asked =
        database.getCollection(
            command.getString(find ? FIND : "aggregate").getValue(), BsonDocument.class);
    // Beyond the socket's own limit, which would end the question, the driver keeps this one.
    this.collection =
        limit.compareTo(Waits.ofProcess().answer()) < 0
            ? asked
            : asked.withTimeout(limit.toMillis(), MILLISECONDS);
    this.question = ask(BsonDocument.class);
  }

  @Override
  public long run() {
    return rows(question, row -> {});
  }

  @Override
  public void answer(Rows visitor) {
    rows(ask(ObjectValue.class), row -> visitor.row(row.names().asList(), row.values()));
  }

  private <T> long rows(MongoIterable<T> answer, Consumer<T> visitor) {
    long end = System.nanoTime() + limit.toNanos();
    long[] count = new long[1];
    try {
      return MongoRead.rows(
          answer,
          row -> {
            visitor.accept(row);
            if (++count[0] % CHECKED_ROWS == 0 && System.nanoTime() - end >= 0) {
              throw new MongoOperationTimeoutException("receiving the rows");
            }
          });
    } catch (MongoException e) {
      // A server's own defaultMaxTimeMS ends a question with the same error.
      boolean late = e instanceof MongoExecutionTimeoutException && System.nanoTime() - end >= 0;
      if (late || e instanceof MongoOperationTimeoutException) {
        throw new TimeLimitException(
            MongoErrors.STORE + ": a question took more than " + limit.toSeconds() + " s", e);
      }
      throw MongoErrors.of("asking a question", e);
    }
  }

  private <T> MongoIterable<T> ask(Class<T> type) {
    if (!command.containsKey(FIND)) {
      return collection.aggregate(stages, type).maxTime(limit.toMillis(), MILLISECONDS);
    }
    return collection
        .find(command.getDocument("filter", new BsonDocument()), type)
        .skip(rows("skip"))
        .limit(rows("limit"))
        .maxTime(limit.toMillis(), MILLISECONDS)
        .projection(command.getDocument("projection", null))
        .sort(command.getDocument("sort", null));
  }

  /** The driver takes no more than an int has. */
  private int rows(String part) {
    BsonNumber asked = command.getNumber(part, NONE);
    int rows = asked.intValue();
    if (rows != asked.doubleValue()) {
      throw MongoErrors.refused(
          "%s: %s: accepted are whole numbers up to %d"
              .formatted(part, ServerReport.json(asked), Integer.MAX_VALUE));
    }
    return rows;
  }

  @Override
  public List<String> plan() {
    return MongoErrors.doing(
        "asking for a plan", () -> MongoPlans.of(MongoPlans.explain(question)).plan());
  }

  @Override
  public TakenApart takenApart() {
    return MongoPlans.Times.of(
        collection, BsonDocument.class, question, ask(RawBsonDocument.class));
  }
}
