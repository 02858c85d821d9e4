package org.docduel.tools;

import java.util.List;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;

/**
 * A collection that is loaded in chunks, with its indexes, and settled, as the harness does it.
 *
 * @param store the store's name
 */
record LoadedCollection(String store, String name, Dataset dataset, List<Index> indexes) {
  void load(ServerAddress server, int documents) {
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults());
        Session session = opened.session()) {
      Collection collection = new Collection(name, dataset.document(0).body(), indexes);
      DocumentLoad.all(dataset, documents, session.ingestion(collection), new PhaseClock());
      opened.settle();
    }
  }
}
