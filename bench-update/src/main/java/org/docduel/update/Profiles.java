package org.docduel.update;

import java.util.List;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;

/** The collection of user profiles, as the parameters want it. */
final class Profiles {
  private static final int CHUNK = 10_000;

  private final UpdateDocuments dataset;
  private final UpdateParameters chosen;

  Profiles(UpdateDocuments dataset, UpdateParameters chosen) {
    this.dataset = dataset;
    this.chosen = chosen;
  }

  Collection collection() {
    return collection(dataset, chosen.kind(), chosen.index());
  }

  static Collection collection(UpdateDocuments dataset, UpdateKind kind, KeyIndex index) {
    List<Path> extracted = kind == UpdateKind.TYPED ? List.of(UpdateDocuments.SCORE) : List.of();
    return new Collection("w3", dataset.document(0).body(), index.indexes())
        .withKey(UpdateDocuments.KEY)
        .withExtracted(extracted);
  }

  UpdateSpec spec() {
    return new UpdateSpec(
        chosen.kind(),
        UpdateDocuments.KEY,
        UpdateDocuments.SCORE,
        (key, value) -> dataset.body(UpdateDocuments.index(key), value));
  }

  /** Makes the collection anew, by the fastest means that the store has. */
  void load(Store store) {
    try (Session session = store.session()) {
      Ingestion ingestion = session.ingestion(collection());
      ingestion.prepare();
      LoadProgress progress = new LoadProgress(chosen.documents());
      for (int done = 0; done < chosen.documents(); ) {
        int count = Math.min(CHUNK, chosen.documents() - done);
        ingestion.load(dataset.documents(done, count));
        done += count;
        progress.loaded(done);
      }
      ingestion.phases().forEach(phase -> phase.work().run());
    }
  }
}
