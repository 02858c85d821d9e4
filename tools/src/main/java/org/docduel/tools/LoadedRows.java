package org.docduel.tools;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;

/** The rows of the indexed reads in a store, with some indexes. */
final class LoadedRows implements AutoCloseable {
  private static final IndexedReadDocuments DATASET = IndexedReadDocuments.withDefaults();

  private final Store store;
  private final Session session;
  private final Collection collection;

  private LoadedRows(Store store, Session session, Collection collection) {
    this.store = store;
    this.session = session;
    this.collection = collection;
  }

  static LoadedRows load(
      String storeName, ServerAddress address, String name, List<Index> indexes, int rows) {
    Store store =
        StoreProviders.named(storeName)
            .orElseThrow()
            .open(Optional.of(address), StoreConfig.defaults().withDurability(Durability.NONE));
    Session session = store.session();
    Collection collection = LoadedCollection.load(session, name, DATASET, indexes, rows);
    store.settle();
    return new LoadedRows(store, session, collection);
  }

  Read read(Query query) {
    return read(session, query);
  }

  /** A query on a connection of its own. */
  Read read(Session other, Query query) {
    return other.reads(collection).prepare(query);
  }

  /** A further connection. */
  Session session() {
    return store.session();
  }

  @Override
  public void close() {
    session.close();
    store.close();
  }
}
