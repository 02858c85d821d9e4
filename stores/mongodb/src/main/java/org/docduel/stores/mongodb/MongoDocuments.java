package org.docduel.stores.mongodb;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * Whole documents: by their ids, in order, and along links. BSON has every type of the value tree,
 * so they come back as they were; what a look-up finds stays BSON until somebody decodes it.
 */
final class MongoDocuments implements ContentReader {
  private static final String FOUND = "found";
  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private final MongoCollection<RawBsonDocument> collection;

  MongoDocuments(MongoCollection<RawBsonDocument> collection) {
    this.collection = collection;
  }

  @Override
  public long count() {
    try {
      return collection.countDocuments();
    } catch (MongoException e) {
      throw MongoErrors.of("counting documents", e);
    }
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    try {
      Document found = collection.find(byId(id), Document.class).first();
      return Optional.ofNullable(found).map(Document::body);
    } catch (MongoException e) {
      throw MongoErrors.of("reading document " + id, e);
    }
  }

  private static Bson byId(long id) {
    return Filters.eq(BsonDocumentCodec.ID, id);
  }

  /** From a number on in the order of a field, or of the id. */
  void scan(String field, long from, int limit, Visitor visitor) {
    String key = field.equals(UpdateSpec.ID) ? BsonDocumentCodec.ID : field;
    try {
      collection
          .find(Filters.gte(key, from), Document.class)
          .sort(Sorts.ascending(key))
          .limit(limit)
          .batchSize(limit)
          .forEach(document -> visitor.visit(document.id(), document.body()));
    } catch (MongoException e) {
      throw MongoErrors.of("reading documents from " + from + " on", e);
    }
  }

  long delete(long id) {
    try {
      return collection.deleteOne(byId(id)).getDeletedCount();
    } catch (MongoException e) {
      throw MongoErrors.of("deleting document " + id, e);
    }
  }

  @Override
  public ObjectValue asStored(Document document) {
    return document.body();
  }

  /**
   * A look-up along links: {@code find} on the array, {@code find} with {@code $in}, or {@code
   * $lookup} from the link documents.
   *
   * @param links the link documents, when the query has some
   */
  LinkRead links(MongoCollection<RawBsonDocument> links, LinkQuery query) {
    String name = collection.getNamespace().getCollectionName();
    return new LinkRead() {
      @Override
      public void run(long[] ids, Documents receiver) {
        MongoIterable<RawBsonDocument> answer =
            query instanceof LinkQuery.Lookup lookup ? aggregate(lookup, ids) : find(ids);
        try (MongoCursor<RawBsonDocument> cursor =
            answer.batchSize(MongoRead.BATCH_ROWS).cursor()) {
          while (cursor.hasNext()) {
            RawBsonDocument document = cursor.next();
            receiver.document(
                document.getNumber(BsonDocumentCodec.ID).longValue(), new Received(document));
          }
        } catch (MongoException e) {
          throw MongoErrors.of("reading along links of " + name, e);
        }
      }

      @Override
      public QueryPlan explain(long[] ids) {
        try {
          BsonDocument answer =
              query instanceof LinkQuery.Lookup lookup
                  ? aggregate(lookup, ids)
                      .explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS)
                  : find(ids).explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
          return MongoPlans.of(answer, name);
        } catch (MongoException e) {
          throw MongoErrors.of("explaining a look-up of " + name, e);
        }
      }

      private FindIterable<RawBsonDocument> find(long[] ids) {
        return collection.find(
            query instanceof LinkQuery.Referring referring
                ? Filters.eq(MongoFilters.dotted(referring.links()), Long.toString(ids[0]))
                : Filters.in(BsonDocumentCodec.ID, Arrays.stream(ids).boxed().toList()));
      }

      private AggregateIterable<RawBsonDocument> aggregate(LinkQuery.Lookup lookup, long[] ids) {
        return links.aggregate(
            List.of(
                Aggregates.match(Filters.eq(lookup.source(), ids[0])),
                Aggregates.lookup(name, lookup.target(), BsonDocumentCodec.ID, FOUND),
                Aggregates.unwind("$" + FOUND),
                Aggregates.replaceRoot("$" + FOUND)));
      }
    };
  }

  private record Received(RawBsonDocument document) implements LinkRead.Body {
    @Override
    public long bytes() {
      return document.getByteBuffer().remaining();
    }

    @Override
    public ObjectValue decode() {
      return document.decode(CODEC).body();
    }
  }
}
