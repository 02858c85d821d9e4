package org.docduel.tools;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * A collection that is loaded in chunks, with its indexes, and settled, as the harness does it.
 *
 * @param store the store's name
 */
record LoadedCollection(String store, String name, Dataset dataset, List<Index> indexes) {
  private static final int CHUNK = 5_000;

  /** Those that updates change. */
  static LoadedCollection updated(String store, List<Index> indexes) {
    return new LoadedCollection(store, "w3", UpdateDocuments.withDefaults(), indexes);
  }

  void load(ServerAddress server, int documents) {
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults());
        Session session = opened.session()) {
      Collection collection = new Collection(name, dataset.document(0).body(), indexes);
      Ingestion ingestion = session.ingestion(collection);
      ingestion.prepare();
      for (int from = 0; from < documents; from += CHUNK) {
        ingestion.load(dataset.documents(from, Math.min(CHUNK, documents - from)));
      }
      ingestion.phases().forEach(phase -> phase.work().run());
      opened.settle();
    }
  }
}
