package org.docduel.insert;

import java.util.List;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.PhaseClock;

/** Loads one collection. */
final class CollectionLoad implements BulkLoad {
  private static final int MOST_CHUNK = 20_000;

  /** So many values fit into the heap, however large a document is. */
  private static final int CHUNK_VALUES = 2_000_000;

  private final Store store;
  private final Session session;
  private final IngestionParameters chosen;
  private final Collection collection;

  CollectionLoad(Store store, Session session, IngestionParameters chosen) {
    this.store = store;
    this.session = session;
    this.chosen = chosen;
    this.collection =
        new Collection("ingested", chosen.dataset().document(0).body(), chosen.indexes())
            .withShape(chosen.dataset().shape());
    OwnFile.findings(chosen.dataset(), chosen.rows());
  }

  @Override
  public String run(PhaseClock clock) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    long total = chosen.rows();
    int most = Math.min(MOST_CHUNK, Math.max(1, CHUNK_VALUES / collection.example().valueCount()));
    LoadProgress progress = new LoadProgress(total);
    for (long done = 0; done < total; ) {
      int count = (int) Math.min(most, total - done);
      long from = done;
      List<Document> chunk = clock.aside(() -> chosen.dataset().documents(from, count));
      clock.time(
          ingestion.loadPhase(),
          () -> FileDocuments.send(chosen.dataset(), from, chunk, ingestion::load));
      done += count;
      progress.loaded(done);
    }
    for (Ingestion.Phase phase : ingestion.phases()) {
      clock.time(phase.name(), phase.work());
    }
    return ingestion.loadPhase();
  }

  @Override
  public long documents() {
    return chosen.rows();
  }

  @Override
  public ContentCheck.Outcome check() {
    return ContentCheck.withDefaults()
        .check(chosen.dataset(), 0, chosen.rows(), session.reader(collection));
  }

  @Override
  public StoreDescription describe() {
    return store.describe(collection);
  }
}
