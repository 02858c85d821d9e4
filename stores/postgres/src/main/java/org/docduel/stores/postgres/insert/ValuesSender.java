package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.model.Document;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;

/**
 * One prepared INSERT with a row of placeholders for each document. The protocol numbers parameters
 * with 16 bits: a batch with more than 65,535 of them goes as several statements of nearly equal
 * size in one transaction.
 */
final class ValuesSender implements BatchSender {
  static final int MAX_PARAMETERS = 65_535;

  /** Batches have one size, but for the last: more prepared statements than these are not kept. */
  private static final int KEPT_STATEMENTS = 4;

  private final Connection connection;
  private final Table table;
  private final RowEncoder encoder;
  private final RowBinder binder;
  private final Map<Integer, PreparedStatement> statements = new HashMap<>();

  ValuesSender(Connection connection, Table table) {
    this.connection = connection;
    this.table = table;
    this.encoder = new RowEncoder(table.layout());
    this.binder = new RowBinder(table.layout(), encoder);
  }

  @Override
  public void send(List<Document> batch) throws SQLException {
    int most = MAX_PARAMETERS / encoder.columns();
    int parts = (batch.size() + most - 1) / most;
    if (parts == 1) {
      insert(batch);
      return;
    }
    int rows = (batch.size() + parts - 1) / parts;
    Sql.transaction(
        connection,
        () -> {
          for (int from = 0; from < batch.size(); from += rows) {
            insert(batch.subList(from, Math.min(batch.size(), from + rows)));
          }
        });
  }

  private void insert(List<Document> rows) throws SQLException {
    PreparedStatement statement = statement(rows.size());
    int parameter = 1;
    for (Document document : rows) {
      parameter = binder.bind(statement, parameter, document);
    }
    statement.executeUpdate();
  }

  private PreparedStatement statement(int rows) throws SQLException {
    PreparedStatement known = statements.get(rows);
    if (known != null) {
      return known;
    }
    if (statements.size() >= KEPT_STATEMENTS) {
      close();
    }
    String row = ", (?" + ", ?".repeat(encoder.columns() - 1) + ")";
    PreparedStatement made =
        connection.prepareStatement(
            table.insertInto() + "VALUES " + row.repeat(rows).substring(", ".length()));
    statements.put(rows, made);
    return made;
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : statements.values()) {
      statement.close();
    }
    statements.clear();
  }
}
