package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.noop.NoopProvider;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.junit.jupiter.api.Test;

class DocumentLoadTest {
  private final List<String> done = new ArrayList<>();

  @Test
  void phasesFollowOrderOfStoreOutsideSuites() {
    Dataset dataset = InsertDocuments.withDefaults();
    Collection collection = new Collection("own", dataset.document(0).body(), List.of());

    try (Store store = new NoopProvider().open(Optional.empty(), StoreConfig.defaults());
        Session session = new RecordingSession()) {
      new DocumentLoad(collection, dataset, 1).load(store, session, new PhaseClock());
    }

    assertThat(done).containsExactly("prepare", "copy", "analyze", "index");
  }

  /** Analyzes first, as no store of ours does. */
  private class RecordingSession implements Session {
    @Override
    public Ingestion ingestion(Collection collection) {
      return new Ingestion(
          "copy",
          () -> done.add("prepare"),
          batch -> done.add("copy"),
          List.of(
              new Ingestion.Phase("analyze", () -> done.add("analyze")),
              new Ingestion.Phase("index", () -> done.add("index"))));
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
