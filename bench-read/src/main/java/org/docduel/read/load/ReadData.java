package org.docduel.read.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.Durability;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreSettings;
import org.docduel.core.harness.jmh.ForkStore;
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
public final class ReadData {
  /** To be raised when the way in which rows are stored or indexed changes. */
  private static final int VERSION = 3;

  private static final int MOST_CHUNK = 5_000;

  /** So many values fit into a small heap, however large a document is. */
  private static final int CHUNK_VALUES = 300_000;

  private static final long PROGRESS_NANOS = 1_000_000_000L;

  private final Dataset dataset;
  private final long rows;
  private final Collection collection;
  private final Collection note;

  /**
   * Rows that may have to be loaded.
   *
   * @param dataset makes them
   * @param rows how many
   * @param collection where they lie; its name has at most 33 characters, and differs where rows,
   *     indexes or the store's settings do
   */
  public ReadData(Dataset dataset, long rows, Collection collection) {
    this.dataset = dataset;
    this.rows = rows;
    this.collection = collection;
    note = new Collection(collection.name() + "_note", words(), List.of());
  }

  /**
   * How a store is opened that is only read: what is read does not depend on what loading promised,
   * and the quickest is taken.
   *
   * @param store the store's name
   * @param settings its own parameters, as text
   * @return the settings
   */
  public static StoreConfig config(String store, String settings) {
    StoreConfig unlogged =
        StoreConfig.defaults()
            .withDurability(Durability.NONE)
            .withSettings(StoreSettings.parse(settings));
    return ForkStore.provider(store).refusal(unlogged).isEmpty()
        ? unlogged
        : unlogged.withDurability(Durability.RELAXED);
  }

  /**
   * Where the rows lie.
   *
   * @return the collection
   */
  public Collection collection() {
    return collection;
  }

  /**
   * Sees to it that the rows are there, settled.
   *
   * @param store where they have to be
   * @throws StoreException when what is read back is not what was loaded
   */
  public void provide(Store store) {
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
    int chunk = Math.min(MOST_CHUNK, Math.max(1, CHUNK_VALUES / collection.example().valueCount()));
    long begun = System.nanoTime();
    long reported = begun;
    for (long done = 0; done < rows; ) {
      int count = (int) Math.min(chunk, rows - done);
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
