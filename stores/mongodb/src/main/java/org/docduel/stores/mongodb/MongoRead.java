package org.docduel.stores.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static org.docduel.core.encoding.BsonDocumentCodec.ID;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
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
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session.ContentReader;
import org.jspecify.annotations.Nullable;

/**
 * One {@code find} for ids or one {@code aggregate} for values. The protocol has no prepared
 * statements: the server parses the command each time and keeps the plan. Answers are decoded from
 * the driver's buffer to what was asked for and nothing else.
 */
final class MongoRead implements Read {
  /** All rows in one trip, as the other stores fetch them, or as many as 16 MiB have. */
  private static final int BATCH_ROWS = Integer.MAX_VALUE;

  private static final String VALUE = "v";

  private final MongoCollection<RawBsonDocument> collection;
  private final Query query;
  private final Bson filter;
  private final @Nullable Bson order;

  /** The pipeline of a query for values; empty for one for ids. */
  private final List<Bson> stages = new ArrayList<>();

  private final String operation;

  MongoRead(MongoCollection<RawBsonDocument> collection, Query query) {
    this.collection = collection;
    this.query = query;
    this.filter =
        MongoFilters.of(query.where())
            .toBsonDocument(BsonDocument.class, collection.getCodecRegistry());
    this.order = query.orderedBy().map(Path::dotted).map(Sorts::ascending).orElse(null);
    this.operation = "reading " + collection.getNamespace().getCollectionName();
    if (query.projection() instanceof Projection.ValueAt at) {
      BsonValue found = MongoFilters.expression(at.path());
      compute(at.asText() ? new BsonDocument("$toString", found) : found);
    } else if (query.projection() instanceof Projection.CountAt at) {
      compute(MongoFilters.expression(at.path()));
      stages.add(Aggregates.match(ne(VALUE, null)));
      stages.add(Aggregates.count(VALUE));
    }
  }

  private void compute(BsonValue value) {
    stages.add(Aggregates.match(filter));
    if (order != null) {
      stages.add(Aggregates.sort(order));
    }
    if (query.limit() > 0) {
      stages.add(Aggregates.limit(query.limit()));
    }
    stages.add(Aggregates.project(new BsonDocument(ID, new BsonInt32(0)).append(VALUE, value)));
  }

  private <T> MongoIterable<T> query(Class<T> type) {
    return stages.isEmpty()
        ? collection
            .find(filter, type)
            .projection(Projections.include(ID))
            .sort(order)
            .limit(query.limit())
        : collection.aggregate(stages, type);
  }

  @Override
  public long run(LongConsumer id) {
    return receive(row -> id.accept(((IntegerValue) row).value()));
  }

  private long receive(Consumer<Value> only) {
    return MongoDriver.call(operation, () -> rows(query(Value.class), only));
  }

  @Override
  public long values(Consumer<Value> value) {
    long rows = receive(value);
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
    return MongoDriver.call(operation, () -> MongoPlans.of(MongoPlans.explain(query(Value.class))));
  }

  @Override
  public ExecutionBreakdown breakdown() {
    return MongoPlans.Times.of(
        collection, Value.class, query(Value.class), query(RawBsonDocument.class));
  }

  /** A codec of rows: of the one value that is asked for, or of all. */
  record Rows<T>(Class<T> getEncoderClass, Function<BsonReader, T> reading) implements Codec<T> {
    @Override
    public T decode(BsonReader reader, DecoderContext context) {
      return reading.apply(reader);
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
  static final class DocumentReader implements ContentReader {
    private static final String FOUND = "found";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final MongoCollection<RawBsonDocument> collection;
    private final String name;
    private final String reading;

    DocumentReader(MongoCollection<RawBsonDocument> collection) {
      this.collection = collection;
      this.name = collection.getNamespace().getCollectionName();
      this.reading = "reading documents of " + name;
    }

    @Override
    public long count() {
      return MongoDriver.call("counting documents", () -> collection.countDocuments());
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      return MongoDriver.call(
          reading,
          () ->
              Optional.ofNullable(collection.find(eq(ID, id), Document.class).first())
                  .map(Document::body));
    }

    @Override
    public void range(long from, long until, Visitor visitor) {
      visit(collection.find(and(gte(ID, from), lt(ID, until)), Document.class), visitor);
    }

    /** From a number on in the order of a field, or of the id. */
    void scan(String field, long from, int limit, Visitor visitor) {
      String key = field.equals(UpdateSpec.ID) ? ID : field;
      visit(
          collection.find(gte(key, from), Document.class).sort(Sorts.ascending(key)).limit(limit),
          visitor);
    }

    private void visit(MongoIterable<Document> found, Visitor visitor) {
      MongoDriver.call(
          reading, () -> rows(found, document -> visitor.visit(document.id(), document.body())));
    }

    long delete(long id) {
      return MongoDriver.call(
          "deleting a document", () -> collection.deleteOne(eq(ID, id)).getDeletedCount());
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
          Consumer<RawBsonDocument> taking =
              document ->
                  receiver.document(
                      document.getNumber(ID).longValue(),
                      document.getByteBuffer().remaining(),
                      () -> document.decode(CODEC).body());
          MongoDriver.call(reading, () -> rows(linkedDocuments(ids), taking));
        }

        @Override
        public QueryPlan explain(long[] ids) {
          return MongoDriver.call(
              reading, () -> MongoPlans.of(MongoPlans.explain(linkedDocuments(ids))));
        }

        private MongoIterable<RawBsonDocument> linkedDocuments(long[] ids) {
          if (query instanceof LinkQuery.Lookup lookup) {
            return links.aggregate(
                List.of(
                    Aggregates.match(eq(lookup.source(), ids[0])),
                    Aggregates.lookup(name, lookup.target(), ID, FOUND),
                    Aggregates.unwind("$" + FOUND),
                    Aggregates.replaceRoot("$" + FOUND)));
          }
          return collection.find(
              query instanceof LinkQuery.Referring referring
                  ? eq(referring.links().dotted(), Long.toString(ids[0]))
                  : in(ID, Arrays.stream(ids).boxed().toList()));
        }
      };
    }
  }
}
