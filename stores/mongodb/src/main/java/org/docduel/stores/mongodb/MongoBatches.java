package org.docduel.stores.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertManyOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * Sends batches by {@code insertMany}, all or nothing as far as that can be had outside of a
 * transaction. The whole batch is encoded before anything is sent, since the driver would find a
 * document that is no BSON, or too large, only after having sent the ones before it. What the
 * server kept of a batch of which it refused a document is deleted again.
 */
final class MongoBatches implements Inserts {
  /** How often a client encodes each document that it inserts. */
  enum Encode {
    /** Once, to send it. */
    ONCE,
    /** Once more before, to know its size, as the published comparison of inserts did. */
    TWICE;

    static final StoreParameter<Encode> PARAMETER =
        StoreParameter.choice(
            "encode",
            Capability.INSERT,
            "once, twice (once more for its size, as published)",
            "encode=once,twice",
            ONCE);
  }

  /** MongoDB's limit, which is the driver's default too. */
  private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

  private final MongoCollection<RawBsonDocument> collection;
  private final boolean ordered;
  private final Encode encode;
  private final InsertManyOptions options;
  private final BsonBytes bytes = new BsonBytes();

  MongoBatches(MongoCollection<RawBsonDocument> collection, boolean ordered, Encode encode) {
    this.collection = collection;
    this.ordered = ordered;
    this.encode = encode;
    this.options = new InsertManyOptions().ordered(ordered);
  }

  @Override
  public void insert(List<Document> batch) {
    if (encode == Encode.TWICE) {
      batch.forEach(this::encode);
    }
    List<RawBsonDocument> encoded = new ArrayList<>(batch.size());
    for (Document document : batch) {
      encoded.add(encode(document));
    }
    try {
      collection.insertMany(encoded, options);
    } catch (MongoBulkWriteException e) {
      throw refused(batch, e);
    } catch (MongoException e) {
      throw MongoErrors.of("inserting " + batch.size() + " documents", e);
    }
  }

  private RawBsonDocument encode(Document document) {
    byte[] bson;
    try {
      bson = bytes.document(document);
    } catch (RejectedDocumentException e) {
      throw new RejectedDocumentException(MongoErrors.STORE + ": " + e.getMessage(), e);
    }
    if (bson.length > MAX_DOCUMENT_BYTES) {
      throw new RejectedDocumentException(
          "%s: document %d has %d bytes of BSON, more than the 16 MiB that a document may have"
              .formatted(MongoErrors.STORE, document.id(), bson.length));
    }
    return new RawBsonDocument(bson);
  }

  private StoreException refused(List<Document> batch, MongoBulkWriteException e) {
    if (e.getWriteErrors().isEmpty()) {
      return MongoErrors.of("inserting " + batch.size() + " documents", e);
    }
    BulkWriteError first = e.getWriteErrors().get(0);
    String doing = "document " + batch.get(first.getIndex()).id() + " was refused";
    List<Long> kept = kept(batch, e.getWriteErrors());
    try {
      if (!kept.isEmpty()) {
        collection.deleteMany(Filters.in(BsonDocumentCodec.ID, kept));
      }
    } catch (MongoException broken) {
      throw MongoErrors.of(
          doing + "; taking back the batch's other " + kept.size() + " documents", broken);
    }
    return MongoErrors.of(doing, first, e);
  }

  /** What the server kept: all before the first error in order, all without an error otherwise. */
  private List<Long> kept(List<Document> batch, List<BulkWriteError> errors) {
    Set<Integer> failed = new HashSet<>();
    errors.forEach(error -> failed.add(error.getIndex()));
    int tried = ordered ? errors.get(0).getIndex() : batch.size();
    return IntStream.range(0, tried)
        .filter(i -> !failed.contains(i))
        .mapToObj(i -> batch.get(i).id())
        .toList();
  }
}
