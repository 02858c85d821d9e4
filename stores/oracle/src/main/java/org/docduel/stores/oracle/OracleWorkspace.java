package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.SessionLease;
import org.docduel.stores.jdbc.Sql;

/**
 * The tables of the address's user whose names begin with {@link #PREFIX}. A run's lease is the
 * lock on one of them, which the server frees when the session ends.
 */
record OracleWorkspace(OracleAddress.Opener opener) implements Workspace {
  /** With which the names of all tables begin. */
  static final String PREFIX = "docduel_";

  /** The comment on all of them. */
  static final String MARK = "made by DocDuel";

  /** USER_TAB_COMMENTS, Database Reference 23ai: all tables, those without a comment too. */
  static final String TABLES =
      "SELECT table_name, comments FROM user_tab_comments WHERE table_type = 'TABLE'";

  private static final String LEASE = PREFIX + "lease";
  private static final Duration LIMIT = Duration.ofSeconds(4);

  /** The first release with JSON collection tables: 23ai. */
  private static final int FIRST_VERSION = 23;

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
  public String check(ServerAddress address) throws WorkspaceException {
    // The connection itself checks the user, the password and the service.
    try (Connection connection = opener.open(address, LIMIT, LIMIT)) {
      int version = connection.getMetaData().getDatabaseMajorVersion();
      if (version < FIRST_VERSION) {
        throw new WorkspaceException(
            "Oracle Database " + version + " has no JSON collection tables",
            "give the address of one of version 23ai or later");
      }
      return OracleSystem.release(connection);
    } catch (StoreException e) {
      throw new WorkspaceException(
          String.valueOf(e.getMessage()), "write it as " + OracleAddress.FORM);
    } catch (SQLException e) {
      throw translate(e, address);
    }
  }

  @Override
  public OptionalLong roundTripNanos(ServerAddress address) throws WorkspaceException {
    try (Connection connection = opener.open(address, LIMIT, LIMIT)) {
      return OptionalLong.of(Sql.roundTripNanos(connection, "SELECT 1 FROM dual"));
    } catch (StoreException e) {
      throw new WorkspaceException(
          String.valueOf(e.getMessage()), "write it as " + OracleAddress.FORM);
    } catch (SQLException e) {
      throw translate(e, address);
    }
  }

  @Override
  public SessionLease lease(ServerAddress address) throws WorkspaceException {
    return new SessionLease(
        () -> opener.open(address, LIMIT, LIMIT),
        OracleWorkspace::lock,
        Connection::rollback,
        e -> translate(e, address));
  }

  private static WorkspaceException translate(SQLException e, ServerAddress address) {
    return new WorkspaceException(
        OracleSystem.ERRORS.line(e), OracleSystem.ERRORS.addressRemedy(e, address));
  }

  @Override
  public List<String> clean(ServerAddress address) throws WorkspaceException {
    SessionLease lease = lease(address);
    try (Connection connection = opener.open(address, LIMIT, Waits.ofProcess().work())) {
      List<String> removed = tables(connection, true);
      removed.remove(LEASE.toUpperCase(Locale.ROOT));
      for (String table : removed) {
        Sql.run(connection, "DROP TABLE " + table + " PURGE");
      }
      lease.close(); // its own lock would keep the table
      Sql.run(connection, "DROP TABLE " + LEASE + " PURGE");
      removed.add(LEASE);
      return List.of("removed the tables " + String.join(", ", removed));
    } catch (SQLException e) {
      throw translate(e, address);
    } finally {
      lease.close();
    }
  }

  /** Locks a table in a transaction (LOCK TABLE, SQL Language Reference 23ai). */
  private static void lock(Connection connection) throws SQLException, WorkspaceException {
    List<String> statements =
        List.of(
            "CREATE TABLE " + LEASE + " (n NUMBER)",
            "COMMENT ON TABLE " + LEASE + " IS '" + MARK + "'");
    OracleErrors.failure(OracleErrors.NAME_IN_USE, () -> Sql.run(connection, statements));
    connection.setAutoCommit(false);
    String lock = "LOCK TABLE " + LEASE + " IN EXCLUSIVE MODE NOWAIT";
    if (OracleErrors.failure(OracleErrors.LOCKED, () -> Sql.run(connection, lock)).isPresent()) {
      throw new WorkspaceException(
          "another run uses its user's tables",
          "wait for its end, or give the address with another user");
    }
    List<String> others = tables(connection, false);
    if (!others.isEmpty()) {
      throw new WorkspaceException(
          "its user has the table " + others.get(0) + ", which is not DocDuel's",
          "rename it, or give the address with another user");
    }
  }
}
