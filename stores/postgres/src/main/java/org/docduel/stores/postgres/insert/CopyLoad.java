package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;

/** The steps of loading a table by COPY. The message of each failure names the table. */
final class CopyLoad {
  private final Table table;
  private final SqlErrors errors;
  private final BatchSender copy;

  /**
   * Prepares a load.
   *
   * @param connection the session's
   * @param table where the rows are in the end
   * @param received where COPY puts them
   * @param errors makes the messages
   * @throws SQLException when the driver has no COPY
   */
  CopyLoad(Connection connection, Table table, Table received, SqlErrors errors)
      throws SQLException {
    this.table = table;
    this.errors = errors;
    this.copy = new CopySender(connection, received);
  }

  void make(Sql.Work work) {
    run("making " + table.name(), work);
  }

  void send(List<Document> chunk) {
    try {
      copy.send(chunk);
    } catch (RejectedDocumentException e) {
      throw errors.named(e);
    } catch (SQLException e) {
      throw errors.ofDocuments("loading " + table.name(), e);
    }
  }

  Ingestion.Phase phase(String name, Sql.Work work) {
    return new Ingestion.Phase(name, () -> run(name + " of " + table.name(), work));
  }

  private void run(String doing, Sql.Work work) {
    try {
      work.run();
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }
}
