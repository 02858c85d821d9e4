package org.docduel.testkit.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;

/** The documents of the indexed reads in each store, loaded at the first use. */
final class LoadedReads implements AutoCloseable {
  static final int DOCUMENTS = 2_000;
  private static final int BATCH = 500;
  private static final IndexedReadDocuments DATASET = IndexedReadDocuments.withDefaults();
  private static final Collection COLLECTION =
      new Collection(
          ContractCollections.named("contract_reads"),
          DATASET.document(0).body(),
          IndexedReads.published());

  private final Map<String, Function<Query, Read>> loaded = new HashMap<>();
  private final List<Runnable> open = new ArrayList<>();

  Function<Query, Read> of(StoreProvider provider) {
    Function<Query, Read> known = loaded.get(provider.name());
    if (known != null) {
      return known;
    }
    Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
    open.add(store::close);
    Session session = store.session();
    open.add(session::close);
    store.create(COLLECTION);
    for (int from = 0; from < DOCUMENTS; from += BATCH) {
      session.inserts(COLLECTION).insert(DATASET.documents(from, BATCH));
    }
    store.settle();
    // An empty collection is a small one: the servers have no call to drop it.
    open.add(() -> store.empty(COLLECTION));
    Function<Query, Read> reads = query -> session.read(COLLECTION, query);
    loaded.put(provider.name(), reads);
    return reads;
  }

  /** The model's answer: all documents for which the condition holds, by id. */
  static List<Document> matching(Query query) {
    return DATASET.documents(0, DOCUMENTS).stream()
        .filter(document -> query.where().test(document.body()))
        .toList();
  }

  @Override
  public void close() {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).run();
    }
  }
}
