package org.docduel.stores.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.TakenApart;
import org.jspecify.annotations.Nullable;

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
  record Id(long number) {}

  static final Codec<Id> IDS =
      new Decoding<>(
          Id.class,
          reader -> {
            reader.readStartDocument();
            Id id = new Id(reader.readInt64(BsonDocumentCodec.ID));
            reader.readEndDocument();
            return id;
          });

  /** What was computed for a document, or any other row. */
  static final Codec<ObjectValue> ROWS = new Decoding<>(ObjectValue.class, BsonBytes::readBody);

  private final MongoCollection<BsonDocument> collection;
  private final Query query;
  private final Bson filter;
  private final @Nullable Bson order;

  /** The pipeline of a query for values; empty for one for ids. */
  private final List<Bson> stages;

  private final String doing;

  MongoRead(MongoCollection<BsonDocument> collection, Query query) {
    this.collection = collection;
    this.query = query;
    this.filter =
        MongoFilters.of(query.where())
            .toBsonDocument(BsonDocument.class, collection.getCodecRegistry());
    this.order = query.orderedBy().map(Path::dotted).map(Sorts::ascending).orElse(null);
    this.stages = stages();
    this.doing = "reading " + collection.getNamespace().getCollectionName();
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
    if (order != null) {
      all.add(Aggregates.sort(order));
    }
    if (query.limit() > 0) {
      all.add(Aggregates.limit(query.limit()));
    }
    all.add(
        Aggregates.project(
            new BsonDocument(BsonDocumentCodec.ID, new BsonInt32(0)).append(VALUE, value)));
    if (query.projection() instanceof Projection.CountAt) {
      all.add(Aggregates.match(Filters.ne(VALUE, null)));
      all.add(Aggregates.count(VALUE));
    }
    return all;
  }

  private Class<?> type() {
    return stages.isEmpty() ? Id.class : ObjectValue.class;
  }

  private <T> MongoIterable<T> ask(Class<T> type) {
    return stages.isEmpty()
        ? collection
            .find(filter, type)
            .projection(Projections.include(BsonDocumentCodec.ID))
            .sort(order)
            .limit(query.limit())
        : collection.aggregate(stages, type);
  }

  @Override
  public long run(LongConsumer id) {
    return MongoErrors.doing(doing, () -> rows(ask(Id.class), row -> id.accept(row.number())));
  }

  @Override
  public long values(Consumer<Value> value) {
    long rows =
        MongoErrors.doing(
            doing,
            () ->
                rows(
                    ask(ObjectValue.class),
                    row -> value.accept(row.field(VALUE).orElse(NullValue.NULL))));
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
    return MongoErrors.doing(doing, () -> MongoPlans.of(MongoPlans.explain(ask(type()))));
  }

  @Override
  public TakenApart takenApart() {
    return MongoPlans.Times.of(collection, type(), ask(type()), ask(RawBsonDocument.class));
  }

  /** A codec of answers, which are never sent. */
  private record Decoding<T>(Class<T> getEncoderClass, Function<BsonReader, T> decoder)
      implements Codec<T> {
    @Override
    public T decode(BsonReader reader, DecoderContext context) {
      return decoder.apply(reader);
    }

    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
      throw new UnsupportedOperationException("it is received and never sent");
    }
  }

  /**
   * Whole documents: by their ids, in order, and along links. BSON has every type of the value
   * tree, so they come back as they were; what a look-up finds stays BSON until somebody decodes
   * it.
   */
  static final class Content implements ContentReader {
    private static final String FOUND = "found";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final MongoCollection<RawBsonDocument> collection;
    private final String name;
    private final String reading;

    Content(MongoCollection<RawBsonDocument> collection) {
      this.collection = collection;
      this.name = collection.getNamespace().getCollectionName();
      this.reading = "reading documents of " + name;
    }

    @Override
    public long count() {
      return MongoErrors.doing("counting documents", () -> collection.countDocuments());
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      return MongoErrors.doing(
          reading,
          () ->
              Optional.ofNullable(
                      collection.find(Filters.eq(BsonDocumentCodec.ID, id), Document.class).first())
                  .map(Document::body));
    }

    /** From a number on in the order of a field, or of the id. */
    void scan(String field, long from, int limit, Visitor visitor) {
      String key = field.equals(UpdateSpec.ID) ? BsonDocumentCodec.ID : field;
      MongoErrors.doing(
          reading,
          () ->
              rows(
                  collection
                      .find(Filters.gte(key, from), Document.class)
                      .sort(Sorts.ascending(key))
                      .limit(limit),
                  document -> visitor.visit(document.id(), document.body())));
    }

    long delete(long id) {
      return MongoErrors.doing(
          "deleting a document",
          () -> collection.deleteOne(Filters.eq(BsonDocumentCodec.ID, id)).getDeletedCount());
    }

    @Override
    public ObjectValue asStored(Document document) {
      return document.body();
    }

    /** A look-up along links, from the link documents when the query has some. */
    LinkRead links(MongoCollection<RawBsonDocument> links, LinkQuery query) {
      return new LinkRead() {
        @Override
        public void run(long[] ids, Documents receiver) {
          MongoErrors.doing(
              reading,
              () ->
                  rows(
                      ask(ids),
                      document ->
                          receiver.document(
                              document.getNumber(BsonDocumentCodec.ID).longValue(),
                              document.getByteBuffer().remaining(),
                              () -> document.decode(CODEC).body())));
        }

        @Override
        public QueryPlan explain(long[] ids) {
          return MongoErrors.doing(reading, () -> MongoPlans.of(MongoPlans.explain(ask(ids))));
        }

        private MongoIterable<RawBsonDocument> ask(long[] ids) {
          if (query instanceof LinkQuery.Lookup lookup) {
            return links.aggregate(
                List.of(
                    Aggregates.match(Filters.eq(lookup.source(), ids[0])),
                    Aggregates.lookup(name, lookup.target(), BsonDocumentCodec.ID, FOUND),
                    Aggregates.unwind("$" + FOUND),
                    Aggregates.replaceRoot("$" + FOUND)));
          }
          return collection.find(
              query instanceof LinkQuery.Referring referring
                  ? Filters.eq(referring.links().dotted(), Long.toString(ids[0]))
                  : Filters.in(BsonDocumentCodec.ID, Arrays.stream(ids).boxed().toList()));
        }
      };
    }
  }
}
