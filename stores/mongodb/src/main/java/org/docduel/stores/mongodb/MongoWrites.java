package org.docduel.stores.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static org.docduel.core.encoding.BsonDocumentCodec.ID;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider.StoreParameter;

/** What changes documents of a collection. */
final class MongoWrites {
  private MongoWrites() {}

  /** How often a client encodes each document that it inserts. */
  enum Encode {
    /** Once, to send it. */
    ONCE,
    /** Once more before, to know its size, as the published comparison of inserts did. */
    TWICE;

    static final StoreParameter<Encode> PARAMETER =
        StoreParameter.choice(
            "encode",
            Set.of(Capability.INSERT),
            "once, twice (once more for its size, as published)",
            "encode=once,twice",
            ONCE);
  }

  /**
   * Sends batches by {@code insertMany}, all or nothing as far as that can be had outside of a
   * transaction. The whole batch is encoded before anything is sent, since the driver would find a
   * document that is not valid BSON, or too large, only after having sent the ones before it. What
   * the server kept of a batch of which it refused a document is deleted again.
   */
  static final class Batches implements Inserts {
    /** MongoDB's limit, which is the driver's default too. */
    private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

    private final MongoCollection<RawBsonDocument> collection;
    private final Encode encode;
    private final InsertManyOptions options;
    private final BsonBytes bytes = new BsonBytes();

    Batches(MongoCollection<RawBsonDocument> collection, boolean ordered, Encode encode) {
      this.collection = collection;
      this.encode = encode;
      this.options = new InsertManyOptions().ordered(ordered);
    }

    @Override
    public void insert(List<Document> batch) {
      if (encode == Encode.TWICE) {
        batch.forEach(this::encode);
      }
      List<RawBsonDocument> encoded = batch.stream().map(this::encode).toList();
      try {
        collection.insertMany(encoded, options);
      } catch (MongoException e) {
        throw e instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()
            ? rollBackAndTranslate(batch, bulk)
            : MongoDriver.of("inserting " + batch.size() + " documents", e);
      }
    }

    private RawBsonDocument encode(Document document) {
      try {
        byte[] bson = bytes.document(document);
        if (bson.length <= MAX_DOCUMENT_BYTES) {
          return new RawBsonDocument(bson);
        }
        throw new RejectedDocumentException(
            "document %d has %d bytes of BSON, more than the 16 MiB that a document may have"
                .formatted(document.id(), bson.length));
      } catch (RejectedDocumentException e) {
        throw new RejectedDocumentException(MongoDriver.STORE + ": " + e.getMessage(), e);
      }
    }

    private StoreException rollBackAndTranslate(List<Document> batch, MongoBulkWriteException e) {
      List<BulkWriteError> errors = e.getWriteErrors();
      int first = errors.get(0).getIndex();
      String operation = "document " + batch.get(first).id() + " was refused";
      Set<Integer> failed =
          errors.stream().map(BulkWriteError::getIndex).collect(Collectors.toSet());
      // In order the server keeps all before the first error, otherwise all without an error.
      List<Long> storedIds =
          IntStream.range(0, options.isOrdered() ? first : batch.size())
              .filter(i -> !failed.contains(i))
              .mapToObj(i -> batch.get(i).id())
              .toList();
      if (!storedIds.isEmpty()) {
        String undoing =
            operation + "; taking back the batch's other " + storedIds.size() + " documents";
        MongoDriver.call(undoing, () -> collection.deleteMany(in(ID, storedIds)));
      }
      return MongoDriver.of(operation, e);
    }
  }

  /** Sends an update of the document that a filter finds. */
  private interface Sender {
    UpdateResult send(Bson filter, long id, long value);
  }

  /**
   * One {@code updateOne} or {@code replaceOne} for each update. For one thread. A merge is a
   * pipeline's stage that merges each level by itself, since the operator merges its top level
   * alone. The document's own top level is left to the stage: of {@code $$ROOT} DocumentDB 1.0
   * makes a document with two fields {@code _id}.
   */
  static Updates updates(MongoCollection<RawBsonDocument> collection, UpdateSpec spec) {
    String operation = "updating " + collection.getNamespace().getCollectionName();
    String key = spec.key().equals(UpdateSpec.ID) ? ID : spec.key();
    String dotted = String.join(".", spec.names());
    String top = spec.names().get(0);
    BsonBytes bytes = new BsonBytes();
    Sender sender =
        switch (spec.kind()) {
          case SET ->
              (filter, id, value) -> collection.updateOne(filter, set(dotted, number(value)));
          case MERGE ->
              (filter, id, value) ->
                  collection.updateOne(
                      filter, List.of(set(top, level(top, spec.names(), number(value)))));
          case REPLACE -> // Without _id, which the server keeps.
              (filter, id, value) ->
                  collection.replaceOne(
                      filter,
                      new RawBsonDocument(
                          bytes.body(new Document(id, spec.replacement().document(id, value)))));
          case SUBSCRIPT, TYPED -> throw spec.unknown();
        };
    return (id, value) -> {
      Bson filter = eq(key, new BsonInt64(id));
      return MongoDriver.call(operation, () -> sender.send(filter, id, value).getMatchedCount());
    };
  }

  /** As documents have it, so that an update does not change a field's type. */
  private static BsonValue number(long value) {
    return (int) value == value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  private static BsonValue level(String object, List<String> path, BsonValue value) {
    if (path.size() == 1) {
      return value;
    }
    List<String> below = path.subList(1, path.size());
    BsonValue changed = level(object + "." + below.get(0), below, value);
    BsonDocument change = new BsonDocument(below.get(0), changed);
    return new BsonDocument(
        "$mergeObjects", new BsonArray(List.of(new BsonString("$" + object), change)));
  }

  private static BsonDocument set(String field, BsonValue value) {
    return new BsonDocument("$set", new BsonDocument(field, value));
  }
}
