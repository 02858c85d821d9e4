package org.docduel.tools;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.docduel.core.config.ServerAddress;
import org.docduel.stores.postgres.PostgresSystem;
import org.docduel.stores.postgres.server.PostgresServer;

/** A prepared query for ids of a PostgreSQL store's table, and its plan, on the driver alone. */
final class BareTable implements BareReadBenchmark.Reads {
  private static final String SESSION = PostgresSystem.file("read-session.sql");
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";

  private final Connection connection;
  private final PreparedStatement select;
  private final PreparedStatement explain;

  /** Connects with the settings of the store's readers. Loads the table unless it is there. */
  BareTable(LoadedCollection collection, int documents, String condition) throws SQLException {
    ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
    String name = "docduel." + collection.store().replace('-', '_') + "_" + collection.name();
    connection = DriverManager.getConnection(server.url() + "&prepareThreshold=1");
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT to_regclass('" + name + "')")) {
      found.next();
      if (found.getString(1) == null) {
        collection.load(server, documents);
      }
      statement.execute(SESSION);
    }
    String sql = "SELECT id FROM " + name + " WHERE " + condition;
    select = connection.prepareStatement(sql);
    explain = connection.prepareStatement(EXPLAIN + sql);
  }

  @Override
  public long run() throws SQLException {
    long sum = 0;
    try (ResultSet ids = select.executeQuery()) {
      while (ids.next()) {
        sum += ids.getLong(1);
      }
    }
    return sum;
  }

  @Override
  public void explain() throws SQLException {
    explain.execute();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
