package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.stores.postgres.sql.SqlFile;

/** The counters of a table that lies on one server. */
final class TableCounters implements Counters.Source {
  private static final String COUNTERS = SqlFile.read(TableCounters.class, "table-counters.sql");

  private final PreparedStatement statement;

  TableCounters(Connection connection, String table) throws SQLException {
    statement = connection.prepareStatement(COUNTERS);
    statement.setString(1, table);
  }

  @Override
  public Counters read() throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return new Counters(
          row.getDouble("updates"),
          row.getDouble("hot_updates"),
          row.getDouble("dead_tuples"),
          row.getDouble("autovacuums"),
          row.getDouble("heap"),
          row.getDouble("index"),
          row.getDouble("wal"));
    }
  }
}
