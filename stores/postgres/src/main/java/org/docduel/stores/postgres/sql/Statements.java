package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Statements without parameters and results. */
public final class Statements {
  private Statements() {}

  public static void run(Connection connection, String sql) throws SQLException {
    run(connection, List.of(sql));
  }

  public static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
