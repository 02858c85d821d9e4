package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;

/**
 * A JDBC batch on a connection with {@code reWriteBatchedInserts}: the driver makes multi-row
 * statements of up to 128 rows of it, which this sender puts into one transaction.
 */
final class RewriteSender implements BatchSender {
  private final Connection connection;
  private final PreparedStatement statement;
  private final RowBinder binder;

  RewriteSender(Connection connection, Table table) throws SQLException {
    this.connection = connection;
    RowEncoder encoder = new RowEncoder(table.layout());
    this.binder = new RowBinder(table.layout(), encoder);
    this.statement =
        connection.prepareStatement(
            table.insertInto() + "VALUES (?" + ", ?".repeat(encoder.columns() - 1) + ")");
  }

  @Override
  public void send(List<Document> batch) throws SQLException {
    Sql.transaction(
        connection,
        () -> {
          try {
            for (Document document : batch) {
              binder.bind(statement, 1, document);
              statement.addBatch();
            }
            statement.executeBatch();
          } finally {
            statement.clearBatch();
          }
        });
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
