package org.docduel.stores.mongodb.read;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.plan.Explanations;

/**
 * One {@code find} that asks for ids alone. Its cursor holds one batch at a time. The protocol has
 * no prepared statements: the server parses the command each time and keeps the plan.
 */
public final class MongoRead implements Read {
  /** As many rows at once as the suite's other stores fetch: 101 first would be one trip more. */
  private static final int BATCH_ROWS = 10_000;

  private static final String VALUE = "v";

  private final MongoCollection<BsonDocument> collection;
  private final Query query;
  private final Bson filter;

  public MongoRead(MongoCollection<BsonDocument> collection, Query query) {
    this.collection =
        collection.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new IdCodec()), collection.getCodecRegistry()));
    this.query = query;
    this.filter =
        FilterDocuments.of(query.where())
            .toBsonDocument(BsonDocument.class, collection.getCodecRegistry());
  }

  @Override
  public long run(LongConsumer id) {
    long rows = 0;
    try (MongoCursor<Long> ids = find().batchSize(BATCH_ROWS).cursor()) {
      while (ids.hasNext()) {
        id.accept(ids.next());
        rows++;
      }
    } catch (MongoException e) {
      throw Failures.of("finding documents of " + name(), e);
    }
    return rows;
  }

  @Override
  public long values(Consumer<Value> value) {
    long rows = 0;
    try (MongoCursor<RawBsonDocument> answer = aggregate().batchSize(BATCH_ROWS).cursor()) {
      while (answer.hasNext()) {
        value.accept(value(answer.next()));
        rows++;
      }
    } catch (MongoException e) {
      throw Failures.of("reading values of " + name(), e);
    }
    if (rows == 0 && query.projection() instanceof Projection.CountAt) {
      value.accept(new IntegerValue(0)); // a group of no documents is no group
      return 1;
    }
    return rows;
  }

  private Value value(RawBsonDocument answer) {
    ByteBuf bytes = answer.getByteBuffer();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return BsonBytes.readBody(copy).field(VALUE).orElse(NullValue.NULL);
  }

  private AggregateIterable<RawBsonDocument> aggregate() {
    List<Bson> stages = new ArrayList<>();
    stages.add(Aggregates.match(filter));
    query
        .orderedBy()
        .ifPresent(path -> stages.add(Aggregates.sort(Sorts.ascending(Paths.dotted(path)))));
    if (query.limit() > 0) {
      stages.add(Aggregates.limit(query.limit()));
    }
    stages.add(
        new BsonDocument(
            "$project",
            new BsonDocument(BsonDocumentCodec.ID, new BsonInt32(0)).append(VALUE, expression())));
    if (query.projection() instanceof Projection.CountAt) {
      stages.add(Aggregates.match(Filters.ne(VALUE, null)));
      stages.add(
          new BsonDocument(
              "$group",
              new BsonDocument(BsonDocumentCodec.ID, BsonNull.VALUE)
                  .append(VALUE, new BsonDocument("$sum", new BsonInt64(1)))));
    }
    return collection.aggregate(stages, RawBsonDocument.class);
  }

  private BsonValue expression() {
    if (query.projection() instanceof Projection.ValueAt at) {
      BsonValue value = Paths.expression(at.path());
      return at.asText() ? new BsonDocument("$toString", value) : value;
    } else if (query.projection() instanceof Projection.CountAt at) {
      return Paths.expression(at.path());
    }
    throw new IllegalStateException("the query asks for ids");
  }

  @Override
  public QueryPlan explain() {
    try {
      BsonDocument answer =
          query.projection() instanceof Projection.Ids
              ? find().explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS)
              : aggregate().explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
      return Explanations.of(answer, name());
    } catch (MongoException e) {
      throw Failures.of("explaining a query of " + name(), e);
    }
  }

  private FindIterable<Long> find() {
    FindIterable<Long> find =
        collection
            .find(filter, Long.class)
            .projection(Projections.include(BsonDocumentCodec.ID))
            .limit(query.limit());
    query.orderedBy().ifPresent(path -> find.sort(Sorts.ascending(Paths.dotted(path))));
    return find;
  }

  private String name() {
    return collection.getNamespace().getCollectionName();
  }
}
