package org.docduel.stores.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.RawBsonDocument;
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
  private final String name;
  private final String reading;

  MongoDocuments(MongoCollection<RawBsonDocument> collection) {
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
            collection
                .find(Filters.gte(key, from), Document.class)
                .sort(Sorts.ascending(key))
                .limit(limit)
                .batchSize(limit)
                .forEach(document -> visitor.visit(document.id(), document.body())));
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

  /**
   * A look-up along links: {@code find} on the array, {@code find} with {@code $in}, or {@code
   * $lookup} from the link documents.
   *
   * @param links the link documents, when the query has some
   */
  LinkRead links(MongoCollection<RawBsonDocument> links, LinkQuery query) {
    return new LinkRead() {
      @Override
      public void run(long[] ids, Documents receiver) {
        MongoErrors.doing(
            reading,
            () ->
                MongoRead.rows(
                    ask(ids),
                    document ->
                        receiver.document(
                            document.getNumber(BsonDocumentCodec.ID).longValue(),
                            new Received(document))));
      }

      @Override
      public QueryPlan explain(long[] ids) {
        return MongoErrors.doing(reading, () -> MongoPlans.of(MongoTimes.explain(ask(ids)), name));
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
                ? Filters.eq(MongoFilters.dotted(referring.links()), Long.toString(ids[0]))
                : Filters.in(BsonDocumentCodec.ID, Arrays.stream(ids).boxed().toList()));
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
