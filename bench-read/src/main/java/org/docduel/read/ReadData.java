package org.docduel.read;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.harness.jmh.RowProgress;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;

/**
 * The rows of one size in one store: loaded by the first fork that finds them missing, shared by
 * all later ones, and by later runs on a server that lives on. A small collection beside them says
 * what they are. It is emptied before loading and filled after everything is done and checked, so
 * that rows whose loading was cut off are loaded again.
 */
final class ReadData {
  /** To be raised when the way in which rows are stored or indexed changes. */
  private static final int VERSION = 2;

  private static final int CHUNK = 5_000;
  private static final long PROGRESS_NANOS = 1_000_000_000L;

  private final Dataset dataset;
  private final long rows;
  private final Collection collection;
  private final Collection note;

  ReadData(Dataset dataset, long rows, IndexChoice indexes) {
    this.dataset = dataset;
    this.rows = rows;
    String name = dataset.name() + "_" + rows + "_" + indexes.label();
    collection = new Collection(name, dataset.document(0).body(), indexes.indexes());
    note = new Collection(name + "_note", words(), List.of());
  }

  Collection collection() {
    return collection;
  }

  /** Sees to it that the rows are there, settled. */
  void provide(Store store) {
    try (Session session = store.session()) {
      if (isNoted(session)) {
        return;
      }
      store.create(note);
      load(session);
      store.settle();
      ContentCheck.Outcome outcome =
          ContentCheck.withDefaults().check(dataset, 0, rows, session.reader(collection));
      if (!outcome.passed()) {
        throw new StoreException(
            collection.name() + " is not as it was loaded: " + outcome.detail());
      }
      session.inserts(note).insert(List.of(new Document(0, words())));
    }
  }

  private boolean isNoted(Session session) {
    ContentReader reader = session.reader(note);
    Document words = new Document(0, words());
    return reader.count() == 1 && reader.find(0).equals(Optional.of(reader.asStored(words)));
  }

  private ObjectValue words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("dataset", new StringValue(dataset.name()));
    words.put("rows", new IntegerValue(rows));
    words.put(
        "indexes",
        new StringValue(
            collection.indexes().stream().map(Index::name).collect(Collectors.joining(" "))));
    return ObjectValue.of(words);
  }

  private void load(Session session) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    long begun = System.nanoTime();
    long reported = begun;
    for (long done = 0; done < rows; ) {
      int count = (int) Math.min(CHUNK, rows - done);
      ingestion.load(dataset.documents(done, count));
      done += count;
      long now = System.nanoTime();
      if (now - reported >= PROGRESS_NANOS) {
        reported = now;
        System.out.println(new RowProgress(done, rows, (now - begun) / 1e9).line());
      }
    }
    StringBuilder phases = new StringBuilder();
    add(phases, ingestion.loadPhase(), begun);
    for (Ingestion.Phase phase : ingestion.phases()) {
      long start = System.nanoTime();
      phase.work().run();
      add(phases, phase.name(), start);
    }
    System.out.println(collection.name() + ": loaded" + phases);
  }

  private static void add(StringBuilder phases, String name, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    phases.append(String.format(Locale.ROOT, ", %s %.1f s", name, seconds));
  }
}
