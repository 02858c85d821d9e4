package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.contract.TestServers;

/**
 * A database of the embedded server that a test may do anything to, and a role that owns nothing in
 * it.
 */
final class ScratchDatabase implements AutoCloseable {
  private static final String ROLE = "guest";

  private final String server;
  private final String name;

  ScratchDatabase(String name) throws SQLException {
    this.server = TestServers.embedded(StoreProviders.byName("postgres-jsonb").orElseThrow()).url();
    this.name = name + "_" + ProcessHandle.current().pid();
    try (Connection connection = DriverManager.getConnection(server);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + this.name);
      statement.execute("CREATE ROLE " + role() + " LOGIN PASSWORD 'guest'");
    }
  }

  String role() {
    return ROLE + "_" + name;
  }

  /** For its owner, a superuser. */
  ServerAddress address() {
    return new ServerAddress(server.replaceFirst("/postgres\\?", "/" + name + "?"));
  }

  /** For the role. */
  ServerAddress guest() {
    return new ServerAddress(
        address()
            .url()
            .replaceFirst("user=[^&]*&password=[^&]*", "user=" + role() + "&password=guest"));
  }

  void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address().url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  long number(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address().url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    try (Connection connection = DriverManager.getConnection(server);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE " + name + " WITH (FORCE)");
      statement.execute("DROP ROLE " + role());
    }
  }
}
