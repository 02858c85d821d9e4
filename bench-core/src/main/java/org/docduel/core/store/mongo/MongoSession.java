package org.docduel.core.store.mongo;

import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.Reads;
import org.docduel.core.spi.Session;

/** Roles over the client that all sessions share. */
final class MongoSession implements Session {
  private final MongoStore store;

  MongoSession(MongoStore store) {
    this.store = store;
  }

  @Override
  public Inserts inserts(Collection collection) {
    return new MongoBatches(store.encoded(collection), true)::insert;
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    return new MongoIngestion(store, collection);
  }

  @Override
  public Reads reads(Collection collection) {
    return query -> new MongoRead(store.bson(collection), query);
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new MongoReader(store.documents(collection));
  }

  @Override
  public void close() {
    // Connections belong to the client's pool.
  }
}
