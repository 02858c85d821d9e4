package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Ingestion;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.SqlErrors;
import org.docduel.stores.postgres.sql.Statements;

/**
 * Loading into a table that has its key and indexes, made one after the other: {@code
 * indexing=before}. The rows come by INSERT from a temporary table. COPY would leave empty pages in
 * the table, for which the planner counts visits.
 */
public final class IndexedIngestion implements Ingestion {
  private final Connection connection;
  private final Connections others;
  private final Table table;
  private final Table waiting;
  private final Durability durability;
  private final CopyLoad load;

  public IndexedIngestion(
      Connection connection,
      Connections others,
      Table table,
      Durability durability,
      SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.others = others;
    this.table = table;
    this.waiting = table.temporary();
    this.durability = durability;
    this.load = new CopyLoad(connection, table, waiting, errors);
  }

  @Override
  public String loadPhase() {
    return "copy";
  }

  @Override
  public void prepare() {
    load.make(() -> {
      Schema.make(connection, table, table.create(durability));
      Statements.run(connection, table.createIndexes());
      Statements.run(connection, waiting.drop());
      Statements.run(connection, waiting.createLike(table));
    });
  }

  @Override
  public void load(List<Document> chunk) {
    load.send(chunk);
  }

  @Override
  public List<Phase> phases() {
    return List.of(
        phase("insert", table.insertFrom(waiting)),
        phase("drop", waiting.drop()),
        phase("analyze", table.analyze()));
  }

  private Phase phase(String name, String sql) {
    return load.phase(name, () -> others.atWork(connection, sql));
  }
}
