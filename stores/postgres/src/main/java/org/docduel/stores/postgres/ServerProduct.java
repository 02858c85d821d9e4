package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stores.postgres.citus.Citus;

/**
 * The name of a server that speaks PostgreSQL's protocol, by what it says of itself. A result
 * belongs to the server that was really there.
 */
public final class ServerProduct {
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL ([0-9][^ ,]*).*");

  private ServerProduct() {}

  /**
   * Asks a server.
   *
   * @return such as {@code PostgreSQL 17.11}, or {@code CockroachDB CCL v23.1.11}
   * @throws SQLException when the server does not answer
   */
  public static String of(Connection connection) throws SQLException {
    String version = "";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT version()")) {
      if (row.next()) {
        version = String.valueOf(row.getString(1));
      }
    }
    String name = of(version);
    if (!POSTGRESQL.matcher(version).matches()) {
      return name;
    }
    Optional<Citus> citus = Citus.of(connection);
    return citus.isPresent() ? citus.get().on(name) : name;
  }

  /** From the answer to {@code version()} alone. */
  static String of(String version) {
    Matcher postgres = POSTGRESQL.matcher(version);
    if (postgres.matches()) {
      return "PostgreSQL " + postgres.group(1);
    }
    String name = version.split(" \\(| on |,", 2)[0].strip();
    return name.isEmpty() ? "a server that does not tell its version" : name;
  }
}
