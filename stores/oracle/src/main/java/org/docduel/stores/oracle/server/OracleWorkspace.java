package org.docduel.stores.oracle.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.ServerException;
import org.docduel.stores.oracle.OracleErrors;

/**
 * The tables of the address's user whose names begin with {@link #PREFIX}. A run's lease is the
 * lock on one of them, which the server frees when the session ends.
 */
public final class OracleWorkspace implements Workspace {
  /** With which the names of all tables begin. */
  public static final String PREFIX = "docduel_";

  /** The comment on all of them. */
  public static final String MARK = "made by DocDuel";

  /** USER_TAB_COMMENTS, Database Reference 23ai: all tables, those without a comment too. */
  public static final String TABLES =
      "SELECT table_name, comments FROM user_tab_comments WHERE table_type = 'TABLE'";

  /** SESSION_PRIVS, Database Reference 23ai. */
  public static final String MAY_CREATE =
      "SELECT privilege FROM session_privs WHERE privilege IN ('CREATE TABLE', 'CREATE ANY TABLE')";

  private static final String LEASE = PREFIX + "lease";
  private static final long LIMIT_MILLIS = 4_000;

  /** The first release with JSON collection tables: 23ai. */
  private static final int FIRST_VERSION = 23;

  private static final int NAME_IN_USE = 955;
  private static final int RESOURCE_BUSY = 54;

  private final Opener opener;

  /** Opens connections to an address. */
  @FunctionalInterface
  public interface Opener {
    /** A new connection, with autocommit on. */
    Connection open(ServerAddress address) throws SQLException;
  }

  OracleWorkspace() {
    this(address -> OracleAddress.of(address).connect(LIMIT_MILLIS, LIMIT_MILLIS));
  }

  /**
   * Over connections from elsewhere.
   *
   * @param opener opens them
   */
  public OracleWorkspace(Opener opener) {
    this.opener = opener;
  }

  /**
   * The tables that carry the mark, or those with our names that do not.
   *
   * @param connection to the server
   * @param marked which of both
   * @return their names in capitals
   * @throws SQLException when the server refuses
   */
  public static List<String> tables(Connection connection, boolean marked) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        String name = rows.getString(1);
        if (name.startsWith(PREFIX.toUpperCase(Locale.ROOT))
            && MARK.equals(rows.getString(2)) == marked) {
          names.add(name);
        }
      }
    }
    return names;
  }

  @Override
  public void check(ServerAddress address) throws Refused {
    OracleAddress given;
    try {
      given = OracleAddress.of(address);
    } catch (IllegalArgumentException e) {
      throw new Refused(String.valueOf(e.getMessage()), "write it as " + OracleAddress.FORM);
    }
    // The connection itself checks the user, the password and the service.
    try (Connection connection = given.connect(LIMIT_MILLIS, LIMIT_MILLIS)) {
      requireCollections(connection);
    } catch (SQLException e) {
      String remedy = OracleErrors.CODES.remedy(e);
      throw new Refused(OracleErrors.problem(e), remedy.isEmpty() ? "correct the address" : remedy);
    }
  }

  static void requireCollections(Connection connection) throws SQLException, Refused {
    int version = connection.getMetaData().getDatabaseMajorVersion();
    if (version < FIRST_VERSION) {
      throw new Refused(
          "Oracle Database " + version + " has no JSON collection tables",
          "give the address of one of version 23ai or later");
    }
  }

  /**
   * Asks a server that was started here.
   *
   * @throws ServerException when it does not answer
   */
  static void requireAnswer(ServerAddress address) {
    try {
      new OracleWorkspace().check(address);
    } catch (Refused e) {
      throw new ServerException(
          "the Oracle Database in the container does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public Lease lease(ServerAddress address) throws Refused {
    LockedTable lease = new LockedTable(opener, address);
    try {
      List<String> others = tables(lease.connection, false);
      if (!others.isEmpty()) {
        throw new Refused(
            "its user has the table " + others.get(0) + ", which is not DocDuel's",
            "rename it, or give the address with another user");
      }
      return lease;
    } catch (SQLException e) {
      lease.close();
      throw refused(e);
    } catch (Refused e) {
      lease.close();
      throw e;
    }
  }

  private static Refused refused(SQLException e) {
    return new Refused(OracleErrors.problem(e), OracleErrors.CODES.remedy(e));
  }

  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    Lease lease = lease(address);
    try (Connection connection = opener.open(address);
        Statement statement = connection.createStatement()) {
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

  /** One connection, in whose transaction the table is locked. */
  private static final class LockedTable implements Lease {
    private final Opener opener;
    private final ServerAddress address;
    private Connection connection;

    LockedTable(Opener opener, ServerAddress address) throws Refused {
      this.opener = opener;
      this.address = address;
      this.connection = locked();
    }

    private Connection locked() throws Refused {
      try {
        Connection made = opener.open(address);
        try (Statement statement = made.createStatement()) {
          make(statement);
          made.setAutoCommit(false);
          // LOCK TABLE, SQL Language Reference 23ai: held until the transaction ends
          statement.execute("LOCK TABLE " + LEASE + " IN EXCLUSIVE MODE NOWAIT");
          return made;
        } catch (SQLException | Refused e) {
          made.close();
          throw e;
        }
      } catch (SQLException e) {
        if (e.getErrorCode() == RESOURCE_BUSY) {
          throw new Refused(
              "another run uses its user's tables",
              "wait for its end, or give the address with another user");
        }
        throw refused(e);
      }
    }

    private static void make(Statement statement) throws SQLException, Refused {
      try (ResultSet may = statement.executeQuery(MAY_CREATE)) {
        if (!may.next()) {
          throw new Refused(
              "its user may not make tables",
              "have an administrator run GRANT DB_DEVELOPER_ROLE TO that user");
        }
      }
      try {
        statement.execute("CREATE TABLE " + LEASE + " (n NUMBER)");
        statement.execute("COMMENT ON TABLE " + LEASE + " IS '" + MARK + "'");
      } catch (SQLException e) {
        if (e.getErrorCode() != NAME_IN_USE) {
          throw e;
        }
      }
    }

    @Override
    public synchronized void confirm() throws Refused {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT 1 FROM dual")) {
        row.next();
      } catch (SQLException broken) {
        connection = locked(); // the lock went with the session
      }
    }

    @Override
    public synchronized void close() {
      try (Connection closing = connection) {
        closing.rollback();
      } catch (SQLException e) {
        // it broke or is closed, and the server frees the lock when the session ends
      }
    }
  }
}
