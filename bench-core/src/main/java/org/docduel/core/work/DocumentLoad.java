package org.docduel.core.work;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Ingestion;

/**
 * Loads documents in bulk. They are made in chunks that fit into the heap, between the timed parts.
 */
public final class DocumentLoad {
  private static final int MOST_DOCUMENTS = 20_000;

  /** The part of the heap that a chunk may take. */
  private static final int HEAP_SHARE = 8;

  private DocumentLoad() {}

  /**
   * Empties the collection and loads it, every phase of the store's included; gives the name of the
   * phase in which documents were sent.
   */
  public static String all(Dataset dataset, long documents, Ingestion ingestion, PhaseClock clock) {
    send(dataset, documents, ingestion, clock);
    ingestion.phases().forEach(phase -> clock.time(phase.name(), phase.work()));
    return ingestion.loadPhase();
  }

  /** Empties the collection and sends the documents, without the phases that follow. */
  static void send(Dataset dataset, long documents, Ingestion ingestion, PhaseClock clock) {
    ingestion.prepare();
    long room = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    LoadProgress progress = new LoadProgress(documents);
    for (long done = 0; done < documents; ) {
      long from = done;
      List<Document> chunk = clock.aside(() -> chunk(dataset, from, documents, room));
      clock.time(
          ingestion.loadPhase(), () -> FileDocuments.send(dataset, from, chunk, ingestion::load));
      done += chunk.size();
      progress.loaded(done);
    }
  }

  /** One document at least. */
  private static List<Document> chunk(Dataset dataset, long from, long until, long room) {
    List<Document> chunk = new ArrayList<>();
    long bytes = 0;
    do {
      Document next = dataset.document(from + chunk.size());
      chunk.add(next);
      bytes += next.body().heapBytes();
    } while (chunk.size() < Math.min(MOST_DOCUMENTS, until - from) && bytes < room);
    return chunk;
  }
}
