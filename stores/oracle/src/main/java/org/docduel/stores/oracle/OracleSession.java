package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Updates;

/** One connection and its roles. */
final class OracleSession implements Session {
  private final OracleStore store;
  private final Connection connection;

  OracleSession(OracleStore store, Connection connection) {
    this.store = store;
    this.connection = connection;
  }

  @Override
  public Inserts inserts(Collection collection) {
    Table table = Table.of(collection);
    return new Batches(connection, table.insert(), "inserting into " + table.name());
  }

  /** Loads above the high-water mark, a commit for each chunk, then indexes, then statistics. */
  @Override
  public Ingestion ingestion(Collection collection) {
    Table table = Table.of(collection);
    List<Ingestion.Phase> phases = new ArrayList<>();
    if (!collection.indexes().isEmpty()) {
      phases.add(new Ingestion.Phase("index", () -> store.createIndexes(collection)));
    }
    phases.add(new Ingestion.Phase("analyze", () -> store.gatherStatistics(table)));
    return new Ingestion(
        "insert",
        () -> store.createWithoutIndexes(collection),
        new Batches(connection, table.load(), "loading " + table.name()),
        phases);
  }

  @Override
  public Read read(Collection collection, Query query) {
    return new OracleRead(connection, collection, query);
  }

  @Override
  public LinkRead links(Collection collection, LinkQuery query) {
    return new OracleLinkRead(connection, Table.of(collection), query);
  }

  @Override
  public Updates updates(Collection collection, UpdateSpec spec) {
    UpdateStatement statement = UpdateStatement.of(Table.of(collection), spec);
    return new OracleUpdates(connection, collection.name(), statement, spec);
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new OracleReader(connection, Table.of(collection));
  }

  /** With it goes everything that was prepared on it. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw OracleErrors.of("closing a connection", e);
    }
  }
}
