package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.stream.Collectors.joining;

import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.IndexModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery;
import org.docduel.core.spi.suite.SuiteQuery;
import org.jspecify.annotations.Nullable;

/**
 * One question of a suite: a {@code find} or an {@code aggregate} command without its cursor; and
 * starter queries as such.
 */
final class MongoSuiteQuery implements SuiteQuery {
  private static final String FIND = "find";

  /** The file of its parameters, which the suite has read. */
  private static final String TUPLES = "parameters";

  private static final BsonInt32 NONE = new BsonInt32(0);

  /** The limit is the server's for its own work; after so many rows the client looks too. */
  private static final int CHECKED_ROWS = 1_000;

  private final MongoCollection<BsonDocument> collection;
  private final BsonDocument text;
  private final Duration limit;

  /** With the values of a tuple. */
  private BsonDocument command;

  /** None before a tuple is bound. */
  private @Nullable MongoIterable<RawBsonDocument> query;

  /** Refuses what is neither of the two commands. */
  MongoSuiteQuery(MongoDatabase database, BsonDocument command, Duration limit) {
    this.text = command;
    this.command = command;
    this.limit = limit;
    boolean find = command.containsKey(FIND);
    List<String> allowedKeys =
        find
            ? List.of(FIND, "filter", "projection", "sort", "skip", "limit", "comment", TUPLES)
            : List.of("aggregate", "pipeline", "comment", TUPLES);
    if (!allowedKeys.containsAll(command.keySet())) {
      throw MongoDriver.storeException(
          "a query has the fields %s, and this one has %s"
              .formatted(allowedKeys, command.keySet()));
    }
    MongoCollection<BsonDocument> source =
        database.getCollection(
            command.getString(find ? FIND : "aggregate").getValue(), BsonDocument.class);
    // Beyond the socket's own limit, which would end the question, the driver keeps this one.
    this.collection =
        limit.compareTo(Waits.ofProcess().answer()) < 0
            ? source
            : source.withTimeout(limit.toMillis(), MILLISECONDS);
    this.query = MongoParameters.has(command) ? null : build(RawBsonDocument.class);
  }

  private MongoIterable<RawBsonDocument> query() {
    return Objects.requireNonNull(query, "a tuple is bound first");
  }

  @Override
  public void bind(List<Value> tuple) {
    command = MongoParameters.bind(text, tuple);
    query = build(RawBsonDocument.class);
  }

  /** Documents within a row stay as they came, as JSON in a column of an SQL store stays text. */
  @Override
  public long run() {
    long rows = rows(query(), row -> row.forEach((name, value) -> {}));
    return rows == 0 && count().isPresent() ? 1 : rows;
  }

  @Override
  public void answer(Rows visitor) {
    long rows =
        rows(build(ObjectValue.class), row -> visitor.row(row.names().asList(), row.values()));
    if (rows == 0) {
      count().ifPresent(name -> visitor.row(List.of(name), List.of(new IntegerValue(0))));
    }
  }

  /**
   * What a pipeline's last stage counts, which has no row where SQL has one with a 0: an
   * application takes it for that, and so does this client, instead of asking for another stage.
   */
  private Optional<String> count() {
    BsonArray stages = command.getArray("pipeline", new BsonArray());
    BsonDocument last =
        stages.isEmpty() ? new BsonDocument() : stages.get(stages.size() - 1).asDocument();
    return Optional.of(ServerReport.text(last, "$count")).filter(name -> !name.isEmpty());
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
        throw new TimeLimitException(MongoDriver.STORE, limit, e);
      }
      throw MongoDriver.of("running a query", e);
    }
  }

  private <T> MongoIterable<T> build(Class<T> type) {
    if (!command.containsKey(FIND)) {
      List<BsonDocument> stages =
          command.getArray("pipeline").stream().map(BsonValue::asDocument).toList();
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
    BsonNumber number = command.getNumber(part, NONE);
    int rows = number.intValue();
    if (rows != number.doubleValue()) {
      throw MongoDriver.storeException(
          "%s: %s: accepted are whole numbers up to %d"
              .formatted(part, ServerReport.json(number), Integer.MAX_VALUE));
    }
    return rows;
  }

  @Override
  public List<String> plan() {
    return MongoDriver.call(
        "explaining a query", () -> MongoPlans.of(MongoPlans.explain(query())).plan());
  }

  @Override
  public ExecutionBreakdown breakdown() {
    return MongoPlans.Times.of(
        collection, RawBsonDocument.class, query(), build(RawBsonDocument.class));
  }

  /** The file of starter queries: aggregation pipelines, a line for each stage. */
  static String starter(StarterSuite suite) {
    return """
    {
      "indexes": {%s: {
    %s
      }},
      "queries": {
    %s
      }
    }
    """
        .formatted(
            json(suite.index()),
            suite.parts().stream().map(MongoSuiteQuery::indexes).collect(joining(",\n")),
            suite.parts().stream()
                .flatMap(part -> part.queries().stream().map(titled -> query(part, titled)))
                .collect(joining(",\n")));
  }

  private static String indexes(StarterSuite.Part part) {
    List<Index> supported =
        part.collection().indexes().stream()
            .filter(index -> unsupportedReason(part, index.fields()).isEmpty())
            .toList();
    return MongoFilters.indexes(supported, false).stream()
        .map(IndexModel::getKeys)
        .map(MongoSuiteQuery::json)
        .collect(joining(", ", "    " + json(part.collection().name()) + ": [", "]"));
  }

  private static String query(StarterSuite.Part part, StarterSuite.TitledQuery titled) {
    Optional<String> reason = unsupportedReason(part, titled.query().fields());
    if (reason.isPresent()) {
      return "    %s: {\"unsupported\": %s}".formatted(json(titled.name()), json(reason.get()));
    }
    return "    %s: {\"aggregate\": %s, \"comment\": %s, \"pipeline\": [\n      %s]}"
        .formatted(
            json(titled.name()),
            json(part.collection().name()),
            json(titled.title() + ": " + titled.matches()),
            String.join(",\n      ", stages(part, titled.query())));
  }

  /** Why no statement can name some fields of a collection. */
  private static Optional<String> unsupportedReason(StarterSuite.Part part, List<Path> fields) {
    Collection all = part.collection();
    Collection referencing =
        new Collection(all.name(), all.example(), List.of())
            .withShape(all.shape())
            .withNamed(fields);
    return referencing.unsupportedPathReason();
  }

  private static List<String> stages(StarterSuite.Part part, StarterQuery query) {
    List<String> stages = new ArrayList<>();
    if (!query.where().equals(Query.EVERY)) {
      stages.add("{\"$match\": " + json(MongoFilters.of(query.where())) + "}");
    }
    if (query instanceof StarterQuery.Count) {
      stages.add("{\"$count\": \"n\"}");
    } else if (query instanceof StarterQuery.Documents) {
      if (!part.hasOwnId()) {
        stages.add("{\"$addFields\": {\"id\": \"$_id\"}}");
      }
      stages.add("{\"$project\": {\"_id\": 0}}");
    } else if (query instanceof StarterQuery.Groups groups) {
      String each =
          "{\"_id\": {\"$ifNull\": [" + value(groups.by()) + ", null]}, \"n\": {\"$sum\": 1}";
      String mean = groups.mean().map(of -> ", \"mean\": {\"$avg\": " + value(of) + "}").orElse("");
      stages.add("{\"$group\": " + each + mean + "}}"); // an absent field is a group with null
      String projection = "{\"_id\": 0, \"value\": \"$_id\", \"n\": 1";
      stages.add("{\"$project\": " + projection + (mean.isEmpty() ? "" : ", \"mean\": 1") + "}}");
    } else if (query instanceof StarterQuery.Greatest greatest) {
      Path number = greatest.number();
      stages.add("{\"$sort\": {" + json(number.dotted()) + ": -1, \"_id\": 1}}");
      stages.add("{\"$limit\": " + greatest.limit() + "}");
      String projection = "{\"_id\": 0, \"id\": \"$_id\", \"value\": " + value(number) + "}";
      stages.add("{\"$project\": " + projection + "}");
    }
    return stages;
  }

  private static String value(Path path) {
    return json("$" + path.dotted());
  }

  private static String json(Bson document) {
    return document.toBsonDocument().toJson(ServerReport.JSON);
  }

  private static String json(String text) {
    return ServerReport.json(new BsonString(text));
  }
}
