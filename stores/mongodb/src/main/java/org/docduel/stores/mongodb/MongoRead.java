package org.docduel.stores.mongodb;

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
 * One {@code find} for ids or one {@code aggregate} for values. The protocol has no prepared
 * statements: the server parses the command each time and keeps the plan. Answers are decoded from
 * the driver's buffer to what was asked for and nothing else.
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
  private final Optional<Bson> order;

  /** The pipeline of a query for values; empty for one for ids. */
  private final List<Bson> stages;

  private final String doing;
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
    this.order = query.orderedBy().map(path -> Sorts.ascending(MongoFilters.dotted(path)));
    this.stages = stages();
    this.doing = "reading " + name();
    this.times = new MongoTimes<>(this.collection, type(), this::ask);
  }

  private String name() {
    return collection.getNamespace().getCollectionName();
  }

  private List<Bson> stages() {
    BsonValue value;
    if (query.projection() instanceof Projection.ValueAt at) {
      BsonValue found = MongoFilters.expression(at.path());
      value = at.asText() ? new BsonDocument("$toString", found) : found;
    } else if (query.projection() instanceof Projection.CountAt at) {
      value = MongoFilters.expression(at.path());
    } else {
      return List.of();
    }
    List<Bson> all = new ArrayList<>(List.of(Aggregates.match(filter)));
    order.ifPresent(sorted -> all.add(Aggregates.sort(sorted)));
    if (query.limit() > 0) {
      all.add(Aggregates.limit(query.limit()));
    }
    all.add(
        Aggregates.project(
            new BsonDocument(BsonDocumentCodec.ID, new BsonInt32(0)).append(VALUE, value)));
    if (query.projection() instanceof Projection.CountAt) {
      all.add(Aggregates.match(Filters.ne(VALUE, null)));
      all.add(Aggregates.group(null, Accumulators.sum(VALUE, new BsonInt64(1))));
    }
    return all;
  }

  private Class<?> type() {
    return stages.isEmpty() ? Long.class : Value.class;
  }

  private <T> MongoIterable<T> ask(Class<T> type) {
    return stages.isEmpty()
        ? collection
            .find(filter, type)
            .projection(Projections.include(BsonDocumentCodec.ID))
            .sort(order.orElse(null))
            .limit(query.limit())
        : collection.aggregate(stages, type);
  }

  @Override
  public long run(LongConsumer id) {
    return MongoErrors.doing(doing, () -> rows(ask(Long.class), id::accept));
  }

  @Override
  public long values(Consumer<Value> value) {
    long rows = MongoErrors.doing(doing, () -> rows(ask(Value.class), value));
    if (rows == 0 && query.projection() instanceof Projection.CountAt) {
      value.accept(new IntegerValue(0)); // a group of no documents is no group
      return 1;
    }
    return rows;
  }

  /** Takes an answer through a cursor, which holds one batch at a time. */
  static <T> long rows(MongoIterable<T> answer, Consumer<? super T> row) {
    long rows = 0;
    try (MongoCursor<T> cursor = answer.batchSize(BATCH_ROWS).cursor()) {
      while (cursor.hasNext()) {
        row.accept(cursor.next());
        rows++;
      }
    }
    return rows;
  }

  @Override
  public QueryPlan explain() {
    return MongoErrors.doing(doing, () -> MongoPlans.of(MongoTimes.explain(ask(type())), name()));
  }

  @Override
  public Optional<ServerTime> serverTime() {
    return MongoErrors.doing(doing, () -> Optional.of(times.once()));
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
