package org.docduel.stores.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Session.Updates;
import org.docduel.stores.mongodb.server.MongoErrors;

/** One {@code updateOne} or {@code replaceOne} for each update. For one thread. */
final class MongoUpdates implements Updates {
  /** Sends an update of the document that a filter finds. */
  private interface Sender {
    UpdateResult send(Bson filter, long id, long value);
  }

  private final MongoCollection<RawBsonDocument> collection;
  private final String key;
  private final Sender sender;

  MongoUpdates(MongoCollection<RawBsonDocument> collection, UpdateSpec spec) {
    this.collection = collection;
    this.key = spec.key().equals(UpdateSpec.ID) ? BsonDocumentCodec.ID : spec.key();
    String dotted = String.join(".", spec.names());
    BsonBytes bytes = new BsonBytes();
    this.sender =
        switch (spec.kind()) {
          case SET ->
              (filter, id, value) ->
                  collection.updateOne(filter, set(dotted, new BsonInt64(value)));
          case MERGE ->
              (filter, id, value) ->
                  collection.updateOne(filter, List.of(merged(spec.names(), value)));
          case REPLACE -> // Without _id, which the server keeps.
              (filter, id, value) ->
                  collection.replaceOne(
                      filter,
                      new RawBsonDocument(
                          bytes.body(new Document(id, spec.replacement().document(id, value)))));
          case SUBSCRIPT, TYPED ->
              throw new UnsupportedOperationException(
                  "update=" + spec.kind().label() + " is none of its protocol's");
        };
  }

  @Override
  public long update(long id, long value) {
    try {
      return sender.send(Filters.eq(key, new BsonInt64(id)), id, value).getMatchedCount();
    } catch (MongoException e) {
      throw MongoErrors.of("updating " + collection.getNamespace().getCollectionName(), e);
    }
  }

  /**
   * A pipeline's stage that merges each level by itself, since the operator merges its top level
   * alone. The document's own top level is left to the stage: of {@code $$ROOT} DocumentDB 1.0
   * makes a document with two fields {@code _id}.
   */
  private static BsonDocument merged(List<String> path, long value) {
    return set(path.get(0), level(path.get(0), path, new BsonInt64(value)));
  }

  private static BsonValue level(String object, List<String> path, BsonInt64 value) {
    if (path.size() == 1) {
      return value;
    }
    List<String> below = path.subList(1, path.size());
    BsonValue changed = level(object + "." + below.get(0), below, value);
    return MongoFilters.operator(
        "$mergeObjects", new BsonString("$" + object), new BsonDocument(below.get(0), changed));
  }

  private static BsonDocument set(String field, BsonValue value) {
    return new BsonDocument("$set", new BsonDocument(field, value));
  }
}
