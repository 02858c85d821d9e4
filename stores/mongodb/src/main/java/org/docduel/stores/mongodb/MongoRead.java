package org.docduel.stores.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.ServerTime;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * One {@code find} for ids or one {@code aggregate} for values. Its cursor holds one batch at a
 * time. The protocol has no prepared statements: the server parses the command each time and keeps
 * the plan. Answers are decoded from the driver's buffer to what was asked for and nothing else.
 */
final class MongoRead implements Read {
  /** As many rows at once as the other stores fetch: 101 first would be one trip more. */
  static final int BATCH_ROWS = 10_000;

  private static final String VALUE = "v";

  /** The id of a document of which nothing else was asked for. */
  private static final Codec<Long> ID =
      new Decoding<>(
          Long.class,
          reader -> {
            reader.readStartDocument();
            long id = reader.readInt64(BsonDocumentCodec.ID);
            reader.readEndDocument();
            return id;
          });

  /** The value of a document, and null where the path leads nowhere. */
  private static final Codec<Value> VALUES =
      new Decoding<>(
          Value.class, reader -> BsonBytes.readBody(reader).field(VALUE).orElse(NullValue.NULL));

  private final MongoCollection<BsonDocument> collection;
  private final Query query;
  private final Bson filter;
  private final MongoTimes<?> times;

  MongoRead(MongoCollection<BsonDocument> collection, Query query) {
    this.collection =
        collection.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(ID, VALUES), collection.getCodecRegistry()));
    this.query = query;
    this.filter =
        MongoFilters.of(query.where())
            .toBsonDocument(BsonDocument.class, collection.getCodecRegistry());
    this.times = new MongoTimes<>(this.collection, type(), this::ask);
  }

  private Class<?> type() {
    return query.projection() instanceof Projection.Ids ? Long.class : Value.class;
  }

  private MongoIterable<?> ask(Class<?> type) {
    return query.projection() instanceof Projection.Ids ? find(type) : aggregate(type);
  }

  @Override
  public long run(LongConsumer id) {
    long rows = 0;
    try (MongoCursor<Long> ids = find(Long.class).batchSize(BATCH_ROWS).cursor()) {
      while (ids.hasNext()) {
        id.accept(ids.next());
        rows++;
      }
    } catch (MongoException e) {
      throw MongoErrors.of("finding documents of " + name(), e);
    }
    return rows;
  }

  @Override
  public long values(Consumer<Value> value) {
    long rows = 0;
    try (MongoCursor<Value> answer = aggregate(Value.class).batchSize(BATCH_ROWS).cursor()) {
      while (answer.hasNext()) {
        value.accept(answer.next());
        rows++;
      }
    } catch (MongoException e) {
      throw MongoErrors.of("reading values of " + name(), e);
    }
    if (rows == 0 && query.projection() instanceof Projection.CountAt) {
      value.accept(new IntegerValue(0)); // a group of no documents is no group
      return 1;
    }
    return rows;
  }

  private <T> AggregateIterable<T> aggregate(Class<T> type) {
    List<Bson> stages = new ArrayList<>();
    stages.add(Aggregates.match(filter));
    sort().ifPresent(order -> stages.add(Aggregates.sort(order)));
    if (query.limit() > 0) {
      stages.add(Aggregates.limit(query.limit()));
    }
    stages.add(
        Aggregates.project(
            new BsonDocument(BsonDocumentCodec.ID, new BsonInt32(0)).append(VALUE, expression())));
    if (query.projection() instanceof Projection.CountAt) {
      stages.add(Aggregates.match(Filters.ne(VALUE, null)));
      stages.add(Aggregates.group(null, Accumulators.sum(VALUE, new BsonInt64(1))));
    }
    return collection.aggregate(stages, type);
  }

  private Optional<Bson> sort() {
    return query.orderedBy().map(path -> Sorts.ascending(MongoFilters.dotted(path)));
  }

  private BsonValue expression() {
    if (query.projection() instanceof Projection.ValueAt at) {
      BsonValue value = MongoFilters.expression(at.path());
      return at.asText() ? new BsonDocument("$toString", value) : value;
    } else if (query.projection() instanceof Projection.CountAt at) {
      return MongoFilters.expression(at.path());
    }
    throw new IllegalStateException("the query asks for ids");
  }

  @Override
  public QueryPlan explain() {
    try {
      return MongoPlans.of(MongoTimes.explain(ask(type())), name());
    } catch (MongoException e) {
      throw MongoErrors.of("explaining a query of " + name(), e);
    }
  }

  @Override
  public Optional<ServerTime> serverTime() {
    try {
      return Optional.of(times.once());
    } catch (MongoException e) {
      throw MongoErrors.of("taking a query of " + name() + " apart", e);
    }
  }

  private <T> FindIterable<T> find(Class<T> type) {
    return collection
        .find(filter, type)
        .projection(Projections.include(BsonDocumentCodec.ID))
        .sort(sort().orElse(null))
        .limit(query.limit());
  }

  private String name() {
    return collection.getNamespace().getCollectionName();
  }

  /** A codec of answers, which are never sent. */
  private record Decoding<T>(Class<T> type, Function<BsonReader, T> decoder) implements Codec<T> {
    @Override
    public T decode(BsonReader reader, DecoderContext context) {
      return decoder.apply(reader);
    }

    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
      throw new UnsupportedOperationException("it is received and never sent");
    }

    @Override
    public Class<T> getEncoderClass() {
      return type;
    }
  }
}
