package org.docduel.stores.postgres.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Workspace.Refused;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.PostgresErrors;

/** One short connection to a PostgreSQL. */
public final class PostgresLogin {
  private static final String GIVEN_LIMIT_SECONDS = "5";

  /** One that was started here is there; on a busy machine it may take its time. */
  private static final String STARTED_LIMIT_SECONDS = "60";

  private static final String PREFIX = "jdbc:postgresql:";
  // SQLSTATE classes of the SQL standard and of PostgreSQL's appendix A.
  private static final String INVALID_AUTHORIZATION = "28";
  private static final String INVALID_CATALOG = "3D";
  private static final String CONNECTION_REJECTED = "08004";
  private static final String FORM =
      "jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD";

  private static final String MAKE_ROLE =
      "DO $$ BEGIN IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AND NOT EXISTS"
          + " (SELECT FROM pg_roles WHERE rolname = '"
          + Connections.QUESTIONS_ROLE
          + "') THEN CREATE ROLE "
          + Connections.QUESTIONS_ROLE
          + " NOLOGIN; END IF; END $$";

  static {
    Connections.silence();
  }

  private PostgresLogin() {}

  static void check(ServerAddress address) throws Refused {
    requireForm(address);
    try {
      // The connection itself checks the user, the password and the database.
      connect(address, GIVEN_LIMIT_SECONDS).close();
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /** What the server said, and what to do about it. */
  static Refused refused(SQLException e) {
    String message = PostgresErrors.said(e);
    return new Refused(message, remedy(String.valueOf(e.getSQLState()), message));
  }

  private static void requireForm(ServerAddress address) throws Refused {
    try {
      if (address.url().startsWith(PREFIX)) {
        DriverManager.getDriver(address.url());
        return;
      }
    } catch (SQLException noDriverTakesIt) {
      // Said below; the driver's own words may repeat the password.
    }
    throw new Refused("this is no JDBC address of a PostgreSQL", "write it as " + FORM);
  }

  private static String remedy(String state, String message) {
    if (message.contains("no pg_hba.conf entry")) {
      return message.contains("no encryption")
          ? "add sslmode=require to it, or have that server's pg_hba.conf let this user in"
          : "have that server's pg_hba.conf let this user in from here";
    }
    if (message.contains("does not support SSL")) {
      return "take sslmode out of it, or switch SSL on in that server";
    }
    if (message.contains("PKIX") || message.contains("root certificate")) {
      return "name the certificate of that server's authority with sslrootcert=FILE, or take"
          + " sslmode=require, which encrypts and checks no certificate";
    }
    if (state.startsWith(INVALID_AUTHORIZATION) || state.equals(CONNECTION_REJECTED)) {
      return "correct its user and password";
    }
    return state.startsWith(INVALID_CATALOG)
        ? "correct its database"
        : "start that server or correct the address";
  }

  /**
   * Asks a server that was started here whether it flushes to disk.
   *
   * @throws ServerException when it does not, or does not answer
   */
  static void requireFsync(ServerAddress address) {
    try (Connection connection = connect(address, STARTED_LIMIT_SECONDS);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW fsync")) {
      rows.next();
      String fsync = rows.getString(1);
      if (!fsync.equals("on")) {
        throw new ServerException(
            "the PostgreSQL that was started has fsync=" + fsync + "; remove that option");
      }
    } catch (SQLException e) {
      throw new ServerException(
          "the PostgreSQL that was started does not answer: " + e.getMessage(), e);
    }
  }

  /**
   * Readies a server that was started here: asks for fsync, and makes the role of questions.
   *
   * @throws ServerException when fsync is off, or it does not answer
   */
  static void ready(ServerAddress address) {
    requireFsync(address);
    try (Connection connection = connect(address, STARTED_LIMIT_SECONDS)) {
      Sql.run(connection, MAKE_ROLE);
    } catch (SQLException e) {
      throw new ServerException(
          "the PostgreSQL that was started makes no role: " + e.getMessage(), e);
    }
  }

  /** A connection that the server's administrator can tell from others. */
  static Connection connectAsRun(ServerAddress address) throws SQLException {
    Properties name = new Properties();
    name.setProperty(
        "ApplicationName", "docduel, process " + ProcessHandle.current().pid() + " on " + host());
    return connect(address, GIVEN_LIMIT_SECONDS, name);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  private static Connection connect(ServerAddress address, String limitSeconds)
      throws SQLException {
    return connect(address, limitSeconds, new Properties());
  }

  private static Connection connect(ServerAddress address, String limitSeconds, Properties limits)
      throws SQLException {
    limits.setProperty("connectTimeout", limitSeconds);
    limits.setProperty("loginTimeout", limitSeconds);
    limits.setProperty("socketTimeout", limitSeconds);
    return DriverManager.getConnection(address.url(), limits);
  }
}
