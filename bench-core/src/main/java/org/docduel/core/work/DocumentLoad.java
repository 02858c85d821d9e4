package org.docduel.core.work;

import java.util.List;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.Ingestion;

/**
 * Loads documents in bulk. They are made in chunks that fit into the heap, between the timed parts.
 */
public final class DocumentLoad {
  private static final int MOST_DOCUMENTS = 20_000;

  /** The part of the heap that a chunk may take. */
  private static final int HEAP_SHARE = 8;

  /** What a value takes beside its text or bytes, about. */
  private static final long VALUE_BYTES = 100;

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
    long most = Math.max(1, Math.min(MOST_DOCUMENTS, room / bytes(dataset.document(0).body())));
    LoadProgress progress = new LoadProgress(documents);
    for (long done = 0; done < documents; ) {
      int count = (int) Math.min(most, documents - done);
      long from = done;
      List<Document> chunk = clock.aside(() -> dataset.documents(from, count));
      clock.time(
          ingestion.loadPhase(), () -> FileDocuments.send(dataset, from, chunk, ingestion::load));
      done += count;
      progress.loaded(done);
    }
  }

  private static long bytes(Value value) {
    if (value instanceof ObjectValue object) {
      return VALUE_BYTES + object.values().stream().mapToLong(DocumentLoad::bytes).sum();
    }
    if (value instanceof ArrayValue array) {
      return VALUE_BYTES + array.elements().stream().mapToLong(DocumentLoad::bytes).sum();
    }
    if (value instanceof StringValue text) {
      return VALUE_BYTES + text.value().length();
    }
    return VALUE_BYTES + (value instanceof BinaryValue binary ? binary.value().length : 0);
  }
}
