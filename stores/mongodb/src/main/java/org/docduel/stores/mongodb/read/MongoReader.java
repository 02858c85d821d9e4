package org.docduel.stores.mongodb.read;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.Optional;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.ContentReader;
import org.docduel.stores.mongodb.client.Failures;

/** Reads documents back; BSON has every type of the value tree, so they come back as they were. */
public record MongoReader(MongoCollection<Document> collection) implements ContentReader {
  @Override
  public long count() {
    try {
      return collection.countDocuments();
    } catch (MongoException e) {
      throw Failures.of("counting documents", e);
    }
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    try {
      Document found = collection.find(Filters.eq(BsonDocumentCodec.ID, id)).first();
      return Optional.ofNullable(found).map(Document::body);
    } catch (MongoException e) {
      throw Failures.of("reading document " + id, e);
    }
  }

  /** From a number on in the order of a field, or of the id. */
  public void scan(String field, long from, int limit, Visitor visitor) {
    String key = field.equals(UpdateSpec.ID) ? BsonDocumentCodec.ID : field;
    try {
      collection
          .find(Filters.gte(key, from))
          .sort(Sorts.ascending(key))
          .limit(limit)
          .batchSize(limit)
          .forEach(document -> visitor.visit(document.id(), document.body()));
    } catch (MongoException e) {
      throw Failures.of("reading documents from " + from + " on", e);
    }
  }

  /** Removes a document. */
  public long delete(long id) {
    try {
      return collection.deleteOne(Filters.eq(BsonDocumentCodec.ID, id)).getDeletedCount();
    } catch (MongoException e) {
      throw Failures.of("deleting document " + id, e);
    }
  }

  @Override
  public ObjectValue asStored(Document document) {
    return document.body();
  }
}
