package org.docduel.stores.postgres.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.ServerException;
import org.docduel.stores.jdbc.Sql;

/** One short connection to a PostgreSQL. */
public final class PostgresLogin {
  /**
   * The role of a suite's questions, without a superuser's rights, in servers that are started
   * here.
   */
  public static final String QUESTIONS_ROLE = "docduel_questions";

  private static final String HAS_QUESTIONS_ROLE =
      "SELECT count(*) FROM pg_roles q, pg_roles u WHERE q.rolname = '"
          + QUESTIONS_ROLE
          + "' AND u.rolname = session_user AND u.rolsuper";

  /** Held, since loggers that nobody holds forget their level. The driver warns with addresses. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

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
          + QUESTIONS_ROLE
          + "') THEN CREATE ROLE "
          + QUESTIONS_ROLE
          + " NOLOGIN; END IF; END $$";

  static {
    silence();
  }

  private PostgresLogin() {}

  /** Has the driver log nothing: its warnings hold whole addresses. */
  public static void silence() {
    DRIVER.setLevel(Level.OFF);
  }

  /** Whether the role is there, and this user can take it. */
  public static boolean hasQuestionsRole(Connection connection) throws SQLException {
    return Sql.rows(connection, HAS_QUESTIONS_ROLE, row -> row.getLong(1)).get(0) > 0;
  }

  static void check(ServerAddress address) throws Refused {
    requireForm(address);
    try {
      // The connection itself checks the user, the password and the database.
      connect(address, GIVEN_LIMIT_SECONDS, new Properties()).close();
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
   * Readies a server that was started here: asks whether it flushes to disk, and makes the role of
   * questions.
   *
   * @throws ServerException when fsync is off, or it does not answer
   */
  static void ready(ServerAddress address) {
    try (Connection connection = connect(address, STARTED_LIMIT_SECONDS, new Properties())) {
      String fsync = Sql.first(connection, "SHOW fsync").orElse("unknown");
      if (!fsync.equals("on")) {
        throw new ServerException(
            "the PostgreSQL that was started has fsync=" + fsync + "; remove that option");
      }
      Sql.run(connection, MAKE_ROLE);
    } catch (SQLException e) {
      // the words of a driver that is not there repeat the address
      String said = String.valueOf(e.getMessage()).replace(address.url(), address.toString());
      throw new ServerException("the PostgreSQL that was started does not answer: " + said, e);
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

  private static Connection connect(ServerAddress address, String limitSeconds, Properties limits)
      throws SQLException {
    limits.setProperty("connectTimeout", limitSeconds);
    limits.setProperty("loginTimeout", limitSeconds);
    limits.setProperty("socketTimeout", limitSeconds);
    return DriverManager.getConnection(address.url(), limits);
  }
}
