package org.docduel.stores.mongodb.insert;

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
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Document;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.mongodb.client.Failures;

/**
 * Sends batches by {@code insertMany}, all or nothing as far as that can be had outside of a
 * transaction. The whole batch is encoded before anything is sent, since the driver would find a
 * document that is no BSON, or too large, only after having sent the ones before it. What the
 * server kept of a batch of which it refused a document is deleted again.
 */
public final class MongoBatches {
  /** MongoDB's limit, which is the driver's default too. */
  private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

  private final MongoCollection<RawBsonDocument> collection;
  private final boolean ordered;
  private final Encode encode;
  private final InsertManyOptions options;
  private final BsonBytes bytes = new BsonBytes();

  public MongoBatches(MongoCollection<RawBsonDocument> collection, boolean ordered, Encode encode) {
    this.collection = collection;
    this.ordered = ordered;
    this.encode = encode;
    this.options = new InsertManyOptions().ordered(ordered);
  }

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
      throw Failures.of("inserting " + batch.size() + " documents", e);
    }
  }

  private RawBsonDocument encode(Document document) {
    byte[] bson;
    try {
      bson = bytes.document(document);
    } catch (RejectedDocumentException e) {
      throw new RejectedDocumentException(Failures.STORE + ": " + e.getMessage(), e);
    }
    if (bson.length > MAX_DOCUMENT_BYTES) {
      throw new RejectedDocumentException(
          Failures.STORE
              + ": document "
              + document.id()
              + " has "
              + bson.length
              + " bytes of BSON, more than the 16 MiB that a document may have");
    }
    return new RawBsonDocument(bson);
  }

  private StoreException refused(List<Document> batch, MongoBulkWriteException e) {
    if (e.getWriteErrors().isEmpty()) {
      return Failures.of("inserting " + batch.size() + " documents", e);
    }
    BulkWriteError first = e.getWriteErrors().get(0);
    String line =
        Failures.STORE
            + ": document "
            + batch.get(first.getIndex()).id()
            + " was refused: "
            + Failures.reason(first);
    takeBack(inserted(batch, e.getWriteErrors()), line);
    return Failures.blamesTheDocument(first.getCode())
        ? new RejectedDocumentException(line, e)
        : new StoreException(line, e);
  }

  /** What the server kept: all before the first error in order, all without an error otherwise. */
  private List<Long> inserted(List<Document> batch, List<BulkWriteError> errors) {
    Set<Integer> failed = new HashSet<>();
    errors.forEach(error -> failed.add(error.getIndex()));
    int tried = ordered ? errors.get(0).getIndex() : batch.size();
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < tried; i++) {
      if (!failed.contains(i)) {
        ids.add(batch.get(i).id());
      }
    }
    return ids;
  }

  private void takeBack(List<Long> ids, String line) {
    if (ids.isEmpty()) {
      return;
    }
    try {
      collection.deleteMany(Filters.in(BsonDocumentCodec.ID, ids));
    } catch (MongoException e) {
      throw Failures.of(line + "; taking back the batch's other " + ids.size() + " documents", e);
    }
  }
}
