package org.docduel.stores.mongodb.read;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoException;
import com.mongodb.client.AggregateIterable;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoIterable;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.QueryPlan;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.plan.Explanations;

/**
 * A look-up along links: {@code find} on the array, {@code find} with {@code $in}, or {@code
 * $lookup} from the link documents. Documents stay BSON until somebody decodes them.
 */
public final class MongoLinkRead implements LinkRead {
  private static final int BATCH_ROWS = 10_000;
  private static final String FOUND = "found";

  private final MongoCollection<RawBsonDocument> documents;
  private final MongoCollection<RawBsonDocument> links;
  private final LinkQuery query;

  /**
   * Prepares nothing on the server: the protocol has no prepared statements.
   *
   * @param documents the collection
   * @param links the link documents, or the same collection when the query has none
   * @param query how documents are found
   */
  public MongoLinkRead(
      MongoCollection<RawBsonDocument> documents,
      MongoCollection<RawBsonDocument> links,
      LinkQuery query) {
    this.documents = documents;
    this.links = links;
    this.query = query;
  }

  @Override
  public void run(long[] ids, Documents receiver) {
    MongoIterable<RawBsonDocument> answer =
        query instanceof LinkQuery.Lookup lookup ? aggregate(lookup, ids) : find(ids);
    try (MongoCursor<RawBsonDocument> cursor = answer.batchSize(BATCH_ROWS).cursor()) {
      while (cursor.hasNext()) {
        RawBsonDocument document = cursor.next();
        receiver.document(
            document.getNumber(BsonDocumentCodec.ID).longValue(), new Received(document));
      }
    } catch (MongoException e) {
      throw Failures.of("reading along links of " + name(), e);
    }
  }

  @Override
  public QueryPlan explain(long[] ids) {
    try {
      BsonDocument answer =
          query instanceof LinkQuery.Lookup lookup
              ? aggregate(lookup, ids).explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS)
              : find(ids).explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
      return Explanations.of(answer, name());
    } catch (MongoException e) {
      throw Failures.of("explaining a look-up of " + name(), e);
    }
  }

  private FindIterable<RawBsonDocument> find(long[] ids) {
    return documents.find(
        query instanceof LinkQuery.Referring referring
            ? Filters.eq(Paths.dotted(referring.links()), Long.toString(ids[0]))
            : Filters.in(BsonDocumentCodec.ID, Arrays.stream(ids).boxed().toList()));
  }

  private AggregateIterable<RawBsonDocument> aggregate(LinkQuery.Lookup lookup, long[] ids) {
    return links.aggregate(
        List.of(
            Aggregates.match(Filters.eq(lookup.source(), ids[0])),
            Aggregates.lookup(name(), lookup.target(), BsonDocumentCodec.ID, FOUND),
            Aggregates.unwind("$" + FOUND),
            Aggregates.replaceRoot("$" + FOUND)));
  }

  private String name() {
    return documents.getNamespace().getCollectionName();
  }

  private record Received(RawBsonDocument document) implements Body {
    @Override
    public long bytes() {
      return document.getByteBuffer().remaining();
    }

    @Override
    public ObjectValue decode() {
      ByteBuf bytes = document.getByteBuffer();
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return BsonBytes.readDocument(copy).body();
    }
  }
}
