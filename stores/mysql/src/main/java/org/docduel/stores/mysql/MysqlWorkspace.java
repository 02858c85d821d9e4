package org.docduel.stores.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.stores.jdbc.SessionLease;
import org.docduel.stores.jdbc.Sql;

/**
 * The database that the address's space names, and one for each suite, whose name begins with the
 * space. A run's lease is a lock of the server's by name, which ends with its session (GET_LOCK,
 * Locking Functions, MySQL 9.7).
 */
record MysqlWorkspace(MysqlServer server) implements Workspace {
  /** The longest name of a database or table, in characters. */
  static final int MAX_NAME = 64;

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final MysqlErrors ERRORS = new MysqlErrors("");

  private static final String TABLES =
      "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_comment %s ?"
          + " ORDER BY table_name";

  /** The comment on a table, as it is; empty where there is no such table. */
  static Optional<String> comment(Connection connection, String database, String table)
      throws SQLException {
    return Sql.first(
        connection,
        "SELECT table_comment FROM information_schema.tables WHERE table_schema = ? AND table_name = ?",
        database,
        table);
  }

  /** One that is there already needs no right to make it. */
  static void makeDatabase(Connection connection, String name) throws SQLException {
    String found = "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?";
    if (Sql.first(connection, found, name).isEmpty()) {
      Sql.run(connection, "CREATE DATABASE IF NOT EXISTS " + Sql.identifier(name));
    }
  }

  /** The database of a suite, for a store. */
  static String suiteDatabase(ServerAddress address, String store, String suite) {
    return address.space() + "_" + store.replace('-', '_') + "_" + suite;
  }

  /** Removes the tables that carry the mark; their names. */
  static List<String> clear(Connection connection, String database) throws SQLException {
    List<String> tables =
        Sql.rows(
            connection,
            TABLES.formatted("="),
            row -> Sql.identifier(database) + "." + Sql.identifier(row.getString(1)),
            database,
            MysqlTable.MARK);
    for (String table : tables) {
      Sql.run(connection, "DROP TABLE " + table);
    }
    return tables;
  }

  @Override
  public boolean takes(String url) {
    return MysqlAddress.takes(url);
  }

  @Override
  public String check(ServerAddress address) throws WorkspaceException {
    if (!takes(address.url())) {
      throw new WorkspaceException(
          "this is not a JDBC address of a " + server.product, "write it as " + MysqlAddress.FORM);
    }
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT)) {
      String version = MysqlServer.version(connection);
      MysqlServer found = MysqlServer.of(connection);
      if (found != server) {
        throw new WorkspaceException(
            "the server is " + found.product + " " + version,
            "give its address as " + Settings.variable(found.family() + ".url"));
      }
      if (!server.supports(connection.getMetaData())) {
        throw new WorkspaceException(
            server.product + " " + version + " is too old",
            "give the address of one of version " + server.firstVersion() + " or later");
      }
      requireWrites(connection);
      return version;
    } catch (SQLException e) {
      throw refused(e, address);
    }
  }

  /**
   * A read-only server refuses the start of a transaction that may write, except to those who may
   * write in spite of it (START TRANSACTION, MySQL 9.7); nothing is changed.
   */
  private static void requireWrites(Connection connection) throws SQLException, WorkspaceException {
    try {
      Sql.run(connection, "START TRANSACTION READ WRITE");
      Sql.run(connection, "ROLLBACK");
    } catch (SQLException e) {
      if (e.getErrorCode() == MysqlErrors.OPTION_PREVENTS) {
        throw new WorkspaceException(
            "the server is read-only",
            "give the address of its primary, or switch read_only and super_read_only off");
      }
      throw e;
    }
  }

  @Override
  public OptionalLong roundTripNanos(ServerAddress address) throws WorkspaceException {
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT)) {
      return OptionalLong.of(Sql.roundTripNanos(connection, "SELECT 1"));
    } catch (SQLException e) {
      throw refused(e, address);
    }
  }

  @Override
  public SessionLease lease(ServerAddress address) throws WorkspaceException {
    String lock = Sql.literal("docduel:" + address.space());
    return new SessionLease(
        () -> MysqlAddress.open(address, LIMIT, LIMIT),
        connection -> {
          if (!Sql.first(connection, "SELECT GET_LOCK(" + lock + ", 0)").orElse("").equals("1")) {
            throw new WorkspaceException(
                "another run uses the database " + address.space(),
                "wait for its end, or name another: " + Settings.variable(ServerAddress.SPACE));
          }
          requireOurs(connection, address.space());
        },
        connection -> Sql.first(connection, "SELECT RELEASE_LOCK(" + lock + ")"),
        e -> refused(e, address));
  }

  /** The database has to be ours, and its user has to be able to make tables in it. */
  private static void requireOurs(Connection connection, String database)
      throws SQLException, WorkspaceException {
    Optional<String> other =
        Sql.first(connection, TABLES.formatted("<>"), database, MysqlTable.MARK);
    if (other.isPresent()) {
      throw new WorkspaceException(
          "the database %s holds the table %s, which is not DocDuel's"
              .formatted(database, other.get()),
          "name another database: " + Settings.variable(ServerAddress.SPACE));
    }
    makeDatabase(connection, database);
  }

  /**
   * The tables with the mark. The database of the space stays, since its rights may be those of an
   * administrator's choice; those of suites go when they are empty.
   */
  @Override
  public List<String> clean(ServerAddress address) throws WorkspaceException {
    try (SessionLease lease = lease(address)) {
      Connection connection = lease.connection();
      Sql.waitFor(connection, Waits.ofProcess().work());
      List<String> lines = new ArrayList<>();
      String space = address.space();
      String suites = space + "_" + server.family() + "_";
      for (String database :
          Sql.rows(
              connection,
              "SELECT schema_name FROM information_schema.schemata"
                  + " WHERE schema_name = ? OR left(schema_name, char_length(?)) = ?",
              row -> row.getString(1),
              space,
              suites,
              suites)) {
        List<String> tables = clear(connection, database);
        tables.forEach(table -> lines.add("removed the table " + table.replace("\"", "")));
        if (!database.equals(space)
            && !tables.isEmpty()
            && Sql.first(connection, TABLES.formatted("<>"), database, MysqlTable.MARK).isEmpty()) {
          Sql.run(connection, "DROP DATABASE " + Sql.identifier(database));
          lines.add("removed the database " + database);
        }
      }
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (SQLException e) {
      throw refused(e, address);
    }
  }

  private static WorkspaceException refused(SQLException e, ServerAddress address) {
    return new WorkspaceException(ERRORS.line(e), ERRORS.addressRemedy(e, address));
  }
}
