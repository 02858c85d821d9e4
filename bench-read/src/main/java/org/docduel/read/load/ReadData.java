package org.docduel.read.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.config.Durability;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreSettings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.PhaseClock;

/**
 * The rows of one size in one store: loaded by the first fork that finds them missing, shared by
 * all later ones, and by later runs on a server that lives on.
 */
public final class ReadData {
  /** To be raised when the way in which rows are stored or indexed changes. */
  private static final int VERSION = 3;

  private static final int MOST_CHUNK = 5_000;

  /** So many values fit into a small heap, however large a document is. */
  private static final int CHUNK_VALUES = 300_000;

  private final Dataset dataset;
  private final long rows;
  private final Collection collection;
  private final LoadNote note;

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
    note = new LoadNote(collection.name(), words());
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
    note.unlessThere(
        store,
        session -> {
          load(session);
          store.settle();
          ContentCheck.Outcome outcome =
              ContentCheck.withDefaults().check(dataset, 0, rows, session.reader(collection));
          if (!outcome.passed()) {
            throw new StoreException(
                collection.name() + " is not as it was loaded: " + outcome.detail());
          }
        });
  }

  private Map<String, Value> words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("dataset", new StringValue(dataset.name()));
    words.put("rows", new IntegerValue(rows));
    words.put(
        "indexes",
        new StringValue(
            collection.indexes().stream().map(Index::name).collect(Collectors.joining(" "))));
    return words;
  }

  private void load(Session session) {
    Ingestion ingestion = session.ingestion(collection);
    ingestion.prepare();
    PhaseClock clock = new PhaseClock();
    clock.time(ingestion.loadPhase(), () -> send(ingestion));
    ingestion.phases().forEach(phase -> clock.time(phase.name(), phase.work()));
    System.out.println(collection.name() + ": loaded, " + clock.inSeconds());
  }

  private void send(Ingestion ingestion) {
    int chunk = Math.min(MOST_CHUNK, Math.max(1, CHUNK_VALUES / collection.example().valueCount()));
    LoadProgress progress = new LoadProgress(rows);
    for (long done = 0; done < rows; ) {
      int count = (int) Math.min(chunk, rows - done);
      ingestion.load(dataset.documents(done, count));
      done += count;
      progress.loaded(done);
    }
  }
}
