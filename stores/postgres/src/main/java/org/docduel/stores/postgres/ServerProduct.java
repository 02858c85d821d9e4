package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stores.postgres.citus.Citus;
import org.docduel.stores.postgres.sql.PostgresErrors;

/**
 * The name of a server that speaks PostgreSQL's protocol, by what it says of itself. A result
 * belongs to the server that was really there.
 */
public final class ServerProduct {
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL ([0-9][^ ,]*).*");
  private static final Pattern YUGABYTE = Pattern.compile("PostgreSQL ([0-9.]+)-YB-(\\S+).*");

  private ServerProduct() {}

  /**
   * Asks a server.
   *
   * @param connection to it
   * @return such as {@code PostgreSQL 17.11}, or {@code YugabyteDB 2.20.1.0-b97 on PostgreSQL 11.2}
   * @throws SQLException when the server does not answer
   */
  public static String of(Connection connection) throws SQLException {
    String version = text(connection, "SELECT version()").orElse("");
    if (!POSTGRESQL.matcher(version).matches() || YUGABYTE.matcher(version).matches()) {
      return of(version);
    }
    String postgres = of(version);
    Optional<Citus> citus = Citus.of(connection);
    if (citus.isPresent()) {
      return citus.get().on(postgres);
    }
    if (is(connection, "SELECT to_regprocedure('aurora_version()') IS NOT NULL")) {
      return "Amazon Aurora "
          + text(connection, "SELECT aurora_version()").orElse("of unknown version")
          + " on "
          + postgres;
    }
    return is(connection, "SELECT EXISTS (SELECT FROM pg_settings WHERE name LIKE 'alloydb.%')")
        ? "AlloyDB on " + postgres
        : postgres;
  }

  /** From the answer to {@code version()} alone. */
  static String of(String version) {
    Matcher yugabyte = YUGABYTE.matcher(version);
    if (yugabyte.matches()) {
      return "YugabyteDB " + yugabyte.group(2) + " on PostgreSQL " + yugabyte.group(1);
    }
    Matcher postgres = POSTGRESQL.matcher(version);
    if (postgres.matches()) {
      return "PostgreSQL " + postgres.group(1);
    }
    String name = version.split(" \\(| on |,", 2)[0].strip();
    return name.isEmpty() ? "a server that does not tell its version" : name;
  }

  private static boolean is(Connection connection, String question) throws SQLException {
    try {
      return text(connection, question).filter("t"::equals).isPresent();
    } catch (SQLException e) {
      if (PostgresErrors.refusal(e).isPresent()) {
        return false;
      }
      throw e;
    }
  }

  private static Optional<String> text(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }
}
