package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.ServerException;
import org.docduel.stores.jdbc.SessionLease;
import org.docduel.stores.jdbc.Sql;

/**
 * The tables of the address's user whose names begin with {@link #PREFIX}. A run's lease is the
 * lock on one of them, which the server frees when the session ends.
 */
final class OracleWorkspace implements Workspace {
  /** With which the names of all tables begin. */
  static final String PREFIX = "docduel_";

  /** The comment on all of them. */
  static final String MARK = "made by DocDuel";

  /** USER_TAB_COMMENTS, Database Reference 23ai: all tables, those without a comment too. */
  static final String TABLES =
      "SELECT table_name, comments FROM user_tab_comments WHERE table_type = 'TABLE'";

  /** SESSION_PRIVS, Database Reference 23ai. */
  static final String MAY_CREATE =
      "SELECT privilege FROM session_privs WHERE privilege IN ('CREATE TABLE', 'CREATE ANY TABLE')";

  private static final String LEASE = PREFIX + "lease";
  private static final Duration LIMIT = Duration.ofSeconds(4);

  /** The first release with JSON collection tables: 23ai. */
  private static final int FIRST_VERSION = 23;

  private static final int NAME_IN_USE = 955;

  private final Opener opener;

  /** Opens connections to an address, with autocommit on. */
  @FunctionalInterface
  interface Opener {
    Connection open(ServerAddress address) throws SQLException;
  }

  OracleWorkspace() {
    this(address -> OracleAddress.of(address).connect(LIMIT, LIMIT));
  }

  /** Over connections from elsewhere. */
  OracleWorkspace(Opener opener) {
    this.opener = opener;
  }

  /** The tables that carry the mark, or those with our names that do not, in capitals. */
  static List<String> tables(Connection connection, boolean marked) throws SQLException {
    List<String> names = new ArrayList<>();
    Sql.rows(
        connection,
        TABLES,
        row -> {
          String name = row.getString(1);
          return name.startsWith(PREFIX.toUpperCase(Locale.ROOT))
              && MARK.equals(row.getString(2)) == marked
              && names.add(name);
        });
    return names;
  }

  @Override
  public void check(ServerAddress address) throws Refused {
    // The connection itself checks the user, the password and the service.
    try (Connection connection = opener.open(address)) {
      int version = connection.getMetaData().getDatabaseMajorVersion();
      if (version < FIRST_VERSION) {
        throw new Refused(
            "Oracle Database " + version + " has no JSON collection tables",
            "give the address of one of version 23ai or later");
      }
    } catch (IllegalArgumentException e) {
      throw new Refused(String.valueOf(e.getMessage()), "write it as " + OracleAddress.FORM);
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /** Asks a server that was started here. */
  static void requireAnswer(ServerAddress address) {
    try {
      new OracleWorkspace().check(address);
    } catch (Refused e) {
      throw new ServerException(
          "the Oracle Database in the container does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public SessionLease lease(ServerAddress address) throws Refused {
    return new SessionLease(
        () -> opener.open(address),
        OracleWorkspace::lock,
        Connection::rollback,
        "SELECT 1 FROM dual",
        OracleWorkspace::refused);
  }

  private static Refused refused(SQLException e) {
    String remedy = OracleErrors.CODES.remedy(e);
    return new Refused(
        OracleErrors.CODES.line(e), remedy.isEmpty() ? "correct the address" : remedy);
  }

  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    SessionLease lease = lease(address);
    try (Connection connection = opener.open(address);
        Statement statement = connection.createStatement()) {
      Sql.waitFor(connection, Waits.ofProcess().work());
      List<String> removed = tables(connection, true);
      removed.remove(LEASE.toUpperCase(Locale.ROOT));
      for (String table : removed) {
        statement.execute("DROP TABLE " + table + " PURGE");
      }
      lease.close(); // its own lock would keep the table
      statement.execute("DROP TABLE " + LEASE + " PURGE");
      return List.of(
          removed.isEmpty()
              ? "removed the table " + LEASE
              : "removed the tables " + String.join(", ", removed) + " and " + LEASE);
    } catch (SQLException e) {
      throw refused(e);
    } finally {
      lease.close();
    }
  }

  /** Locks a table in a transaction (LOCK TABLE, SQL Language Reference 23ai). */
  private static void lock(Connection connection) throws SQLException, Refused {
    if (Sql.first(connection, MAY_CREATE).isEmpty()) {
      throw new Refused(
          "its user may not make tables",
          "have an administrator run GRANT DB_DEVELOPER_ROLE TO that user");
    }
    try {
      Sql.run(
          connection,
          List.of(
              "CREATE TABLE " + LEASE + " (n NUMBER)",
              "COMMENT ON TABLE " + LEASE + " IS '" + MARK + "'"));
    } catch (SQLException e) {
      if (e.getErrorCode() != NAME_IN_USE) {
        throw e;
      }
    }
    connection.setAutoCommit(false);
    try {
      Sql.run(connection, "LOCK TABLE " + LEASE + " IN EXCLUSIVE MODE NOWAIT");
    } catch (SQLException e) {
      if (e.getErrorCode() == OracleErrors.LOCKED) {
        throw new Refused(
            "another run uses its user's tables",
            "wait for its end, or give the address with another user");
      }
      throw e;
    }
    List<String> others = tables(connection, false);
    if (!others.isEmpty()) {
      throw new Refused(
          "its user has the table " + others.get(0) + ", which is not DocDuel's",
          "rename it, or give the address with another user");
    }
  }
}
