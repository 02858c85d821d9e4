package org.docduel.tools;

import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;

/** Loads a collection by chunks, with its indexes, as the harness does. */
final class LoadedCollection {
  private static final int CHUNK = 5_000;

  private LoadedCollection() {}

  static Collection load(
      Session session, String name, Dataset dataset, List<Index> indexes, int documents) {
    Collection collection = new Collection(name, dataset.document(0).body(), indexes);
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    for (int from = 0; from < documents; from += CHUNK) {
      ingestion.load(dataset.documents(from, Math.min(CHUNK, documents - from)));
    }
    ingestion.phases().forEach(phase -> phase.work().run());
    return collection;
  }
}
