package org.docduel.core.store.mongo;

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
import org.bson.BsonMaximumSizeExceededException;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Document;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.StoreException;

/**
 * Sends batches by {@code insertMany} and takes back the part of a refused batch that the server
 * kept: the protocol has no batch that is all or nothing outside of a transaction.
 */
final class MongoBatches {
  private static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

  private final MongoCollection<Document> collection;
  private final boolean ordered;
  private final InsertManyOptions options;

  MongoBatches(MongoCollection<Document> collection, boolean ordered) {
    this.collection = collection;
    this.ordered = ordered;
    this.options = new InsertManyOptions().ordered(ordered);
  }

  void insert(List<Document> batch) {
    try {
      collection.insertMany(batch, options);
    } catch (RejectedDocumentException e) {
      throw new RejectedDocumentException(MongoProvider.NAME + ": " + e.getMessage(), e);
    } catch (BsonMaximumSizeExceededException e) {
      throw new RejectedDocumentException(MongoProvider.NAME + ": " + tooLarge(batch), e);
    } catch (MongoBulkWriteException e) {
      throw refused(batch, e);
    } catch (MongoException e) {
      throw Failures.of("inserting " + batch.size() + " documents", e);
    }
  }

  private static String tooLarge(List<Document> batch) {
    BsonBytes bytes = new BsonBytes();
    for (Document document : batch) {
      int size = bytes.documentView(document).remaining();
      if (size > MAX_DOCUMENT_BYTES) {
        return "document "
            + document.id()
            + " has "
            + size
            + " bytes of BSON, more than the 16 MiB a document may have";
      }
    }
    return "a document is larger than this server allows";
  }

  private StoreException refused(List<Document> batch, MongoBulkWriteException e) {
    if (e.getWriteErrors().isEmpty()) {
      return Failures.of("inserting " + batch.size() + " documents", e);
    }
    BulkWriteError first = e.getWriteErrors().get(0);
    String line =
        MongoProvider.NAME
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
