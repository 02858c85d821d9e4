package org.docduel.stores.oracle;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.jspecify.annotations.Nullable;

/** Loads above the high-water mark, a commit for each chunk, then indexes, then statistics. */
final class OracleIngestion implements Ingestion {
  private final OracleStore store;
  private final Connection connection;
  private final Collection collection;
  private @Nullable Batches batches;

  OracleIngestion(OracleStore store, Connection connection, Collection collection) {
    this.store = store;
    this.connection = connection;
    this.collection = collection;
  }

  @Override
  public String loadPhase() {
    return "insert";
  }

  @Override
  public void prepare() {
    store.createWithoutIndexes(collection);
    Table table = Table.of(collection);
    batches = new Batches(connection, table.load(), "loading " + table.name());
  }

  @Override
  public void load(List<Document> chunk) {
    if (batches == null) {
      throw new IllegalStateException("load before prepare");
    }
    batches.insert(chunk);
  }

  @Override
  public List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    if (!collection.indexes().isEmpty()) {
      phases.add(new Phase("index", () -> store.createIndexes(collection)));
    }
    phases.add(new Phase("analyze", () -> store.gatherStatistics(Table.of(collection))));
    return List.copyOf(phases);
  }
}
