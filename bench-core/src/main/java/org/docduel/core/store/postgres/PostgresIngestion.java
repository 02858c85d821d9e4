package org.docduel.core.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.RejectedDocumentException;

/**
 * Bulk loading as an administrator does it: COPY into an unlogged table without indexes, then the
 * primary key and the indexes, then the log, then statistics. A table that is to stay unlogged
 * ({@code durability=none}) has no phase for the log.
 */
final class PostgresIngestion implements Ingestion {
  private final Connection connection;
  private final Table table;
  private final Durability durability;
  private final SqlErrors errors;
  private final BatchSender copy;

  PostgresIngestion(Connection connection, Table table, Durability durability, SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.table = table;
    this.durability = durability;
    this.errors = errors;
    this.copy = new CopySender(connection, table);
  }

  @Override
  public String loadPhase() {
    return "copy";
  }

  @Override
  public void prepare() {
    try {
      Schema.prepare(connection, table);
      Statements.run(connection, List.of(table.drop(), table.createForLoading()));
    } catch (SQLException e) {
      throw errors.of("making " + table.name(), e);
    }
  }

  @Override
  public void load(List<Document> chunk) {
    try {
      copy.send(chunk);
    } catch (RejectedDocumentException e) {
      throw errors.named(e);
    } catch (SQLException e) {
      throw errors.ofDocuments("loading " + table.name(), e);
    }
  }

  @Override
  public List<Phase> phases() {
    List<String> index = new ArrayList<>();
    index.add(table.addPrimaryKey());
    index.addAll(table.createIndexes());
    List<Phase> phases = new ArrayList<>();
    phases.add(phase("index", index));
    if (durability != Durability.NONE) {
      phases.add(phase("set-logged", List.of(table.setLogged())));
    }
    phases.add(phase("analyze", List.of(table.analyze())));
    return List.copyOf(phases);
  }

  private Phase phase(String name, List<String> statements) {
    return new Phase(
        name,
        () -> {
          try {
            Statements.run(connection, statements);
          } catch (SQLException e) {
            throw errors.of(name + " of " + table.name(), e);
          }
        });
  }
}
