package org.docduel.stores.mongodb.read;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.TimeLimitException;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.plan.Explanations;

/** One question: a {@code find} or an {@code aggregate} command without its cursor. */
public final class MongoSuiteQuery implements SuiteQuery {
  private static final String FIND = "find";
  private static final String AGGREGATE = "aggregate";

  /** The limit is the server's for its own work; after so many rows the client looks too. */
  private static final int CHECKED_ROWS = 1_000;

  private static final BsonInt32 NONE = new BsonInt32(0);

  /** As many rows at once as the suite's other stores fetch, unless the server gives fewer. */
  private static final int BATCH_ROWS = 10_000;

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument command;
  private final Duration limit;

  /**
   * Reads the command.
   *
   * @param database where the collections are
   * @param command the command
   * @param limit how long one execution may take
   * @throws StoreException when it is neither of the two commands
   */
  public MongoSuiteQuery(MongoDatabase database, BsonDocument command, Duration limit) {
    this.command = command;
    this.limit = limit;
    boolean find = command.containsKey(FIND);
    Set<String> unknown = new TreeSet<>(command.keySet());
    unknown.removeAll(
        find
            ? Set.of(FIND, "filter", "projection", "sort", "skip", "limit", "comment")
            : Set.of(AGGREGATE, "pipeline", "comment"));
    if (!unknown.isEmpty() || (!find && !command.containsKey("pipeline"))) {
      throw new StoreException(
          Failures.STORE
              + ": a question is {\"find\": COLLECTION, \"filter\", \"projection\", \"sort\","
              + " \"skip\", \"limit\"} or {\"aggregate\": COLLECTION, \"pipeline\"}; this one has "
              + command.keySet());
    }
    try {
      String name = command.getString(find ? FIND : AGGREGATE).getValue();
      this.collection = database.getCollection(name, BsonDocument.class);
    } catch (BsonInvalidOperationException e) {
      throw new StoreException(Failures.STORE + ": " + e.getMessage(), e);
    }
  }

  @Override
  public long run() {
    long count = 0;
    long begun = System.nanoTime();
    try (MongoCursor<BsonDocument> rows = rows()) {
      while (rows.hasNext()) {
        rows.next();
        count++;
        if (count % CHECKED_ROWS == 0 && hasPassed(begun)) {
          throw new TimeLimitException(tooLong());
        }
      }
    } catch (MongoException e) {
      throw failure(e, begun);
    }
    return count;
  }

  private boolean hasPassed(long begun) {
    return System.nanoTime() - begun >= limit.toNanos();
  }

  private String tooLong() {
    return Failures.STORE + ": a question took more than " + limit.toSeconds() + " s";
  }

  @Override
  public void answer(Rows visitor) {
    long begun = System.nanoTime();
    long count = 0;
    try (MongoCursor<BsonDocument> rows = rows()) {
      while (rows.hasNext()) {
        if (++count % CHECKED_ROWS == 0 && hasPassed(begun)) {
          throw new TimeLimitException(tooLong());
        }
        BsonDocument row = rows.next();
        List<Value> values = new ArrayList<>(row.size());
        for (BsonValue value : row.values()) {
          values.add(AnswerValues.of(value));
        }
        visitor.row(List.copyOf(row.keySet()), values);
      }
    } catch (MongoException e) {
      throw failure(e, begun);
    }
  }

  private MongoCursor<BsonDocument> rows() {
    MongoIterable<BsonDocument> rows = command.containsKey(FIND) ? find() : aggregate();
    return rows.batchSize(BATCH_ROWS).cursor();
  }

  private FindIterable<BsonDocument> find() {
    FindIterable<BsonDocument> find =
        collection
            .find(command.getDocument("filter", new BsonDocument()))
            .skip(command.getNumber("skip", NONE).intValue())
            .limit(command.getNumber("limit", NONE).intValue())
            .maxTime(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (command.containsKey("projection")) {
      find.projection(command.getDocument("projection"));
    }
    if (command.containsKey("sort")) {
      find.sort(command.getDocument("sort"));
    }
    return find;
  }

  private AggregateIterable<BsonDocument> aggregate() {
    List<BsonDocument> stages =
        command.getArray("pipeline").stream().map(BsonValue::asDocument).toList();
    return collection.aggregate(stages).maxTime(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public List<String> plan() {
    long begun = System.nanoTime();
    try {
      BsonDocument plan =
          command.containsKey(FIND)
              ? find().explain(BsonDocument.class)
              : aggregate().explain(BsonDocument.class);
      return plan.containsKey("queryPlanner")
          ? Explanations.of(plan, collection.getNamespace().getCollectionName()).plan()
          : List.of(plan.toJson());
    } catch (MongoException e) {
      throw failure(e, begun);
    }
  }

  /** A server's own defaultMaxTimeMS ends a question with the same error. */
  private StoreException failure(MongoException e, long begun) {
    return e instanceof MongoExecutionTimeoutException && hasPassed(begun)
        ? new TimeLimitException(tooLong(), e)
        : Failures.of("asking a question", e);
  }
}
