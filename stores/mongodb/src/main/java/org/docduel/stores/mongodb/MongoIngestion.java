package org.docduel.stores.mongodb;

import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.stores.mongodb.insert.Encode;
import org.docduel.stores.mongodb.insert.MongoBatches;

/** Loads by unordered {@code insertMany}, which lets the server choose the order, then indexes. */
final class MongoIngestion implements Ingestion {
  private final MongoStore store;
  private final Collection collection;
  private final MongoBatches batches;

  MongoIngestion(MongoStore store, Collection collection) {
    this.store = store;
    this.collection = collection;
    this.batches = new MongoBatches(store.encoded(collection), false, Encode.ONCE);
  }

  @Override
  public String loadPhase() {
    return "insert";
  }

  @Override
  public void prepare() {
    store.createWithoutIndexes(collection);
  }

  @Override
  public void load(List<Document> chunk) {
    batches.insert(chunk);
  }

  @Override
  public List<Phase> phases() {
    return collection.indexes().isEmpty()
        ? List.of()
        : List.of(new Phase("index", () -> store.createIndexes(collection)));
  }
}
