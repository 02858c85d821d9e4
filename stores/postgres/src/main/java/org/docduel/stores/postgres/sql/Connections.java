package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.parameter.PostgresParameters.InsertPath;

/** Opens connections that keep a store's promise. Every wait on them has a limit. */
public final class Connections {
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

  static {
    silence();
  }

  /** The driver prepares on the server at the first use: batches are few and alike. */
  private static final int PREPARE_AT_ONCE = 1;

  private final ServerAddress address;
  private final StoreConfig config;
  private final Waits waits = Waits.ofProcess();
  private final LocaleDatabase database;

  public Connections(ServerAddress address, StoreConfig config) {
    this.address = address;
    this.config = config;
    this.database = LocaleDatabase.of(config);
  }

  /**
   * Makes the database that the settings ask for, if it is missing.
   *
   * @throws SQLException when the server refuses
   */
  public void makeDatabase() throws SQLException {
    if (database.isOwn()) {
      try (Connection connection = open(address.url(), waits.work())) {
        database.make(connection, space());
      }
    }
  }

  /** Has the driver log nothing: its warnings hold whole addresses. */
  public static void silence() {
    DRIVER.setLevel(Level.OFF);
  }

  /** The schema that is ours. */
  public String space() {
    return address.space();
  }

  /** Whether the role is there, and this user can take it. */
  public static boolean hasQuestionsRole(Connection connection) throws SQLException {
    return Sql.rows(connection, HAS_QUESTIONS_ROLE, row -> row.getLong(1)).get(0) > 0;
  }

  /** For batches of documents. */
  public Connection forBatches() throws SQLException {
    return open(waits.answer());
  }

  /** For work of the server's own: indexes, vacuum. */
  public Connection forWork() throws SQLException {
    return open(waits.work());
  }

  /** Does work of the server's own on a connection for batches. */
  public void atWork(Connection connection, String sql) throws SQLException {
    int limitMillis = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, (int) waits.work().toMillis());
    try {
      Sql.run(connection, sql);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.WORK, e);
    } finally {
      if (!connection.isClosed()) {
        connection.setNetworkTimeout(Runnable::run, limitMillis);
      }
    }
  }

  /** Sets how long a connection waits for the answer to a question with a limit of its own. */
  public void waitBeyond(Connection connection, Duration limit) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) limit.plus(waits.answer()).toMillis());
  }

  private Connection open(Duration limit) throws SQLException {
    return open(database.on(address), limit);
  }

  private Connection open(String url, Duration limit) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "docduel");
    properties.setProperty("connectTimeout", String.valueOf(waits.connect().toSeconds()));
    properties.setProperty("loginTimeout", String.valueOf(waits.connect().toSeconds()));
    properties.setProperty("socketTimeout", String.valueOf(limit.toSeconds()));
    properties.setProperty("tcpKeepAlive", String.valueOf(true));
    properties.setProperty("prepareThreshold", String.valueOf(PREPARE_AT_ONCE));
    properties.setProperty("binaryTransferEnable", WireType.allOids());
    properties.setProperty(
        "reWriteBatchedInserts",
        String.valueOf(PostgresParameters.PATH.in(config) == InsertPath.REWRITE));
    Connection connection;
    try {
      connection = DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
    try (Statement statement = connection.createStatement()) {
      boolean waits = config.durability() == Durability.DEFAULT;
      statement.execute("SET synchronous_commit = " + (waits ? "on" : "off"));
      statement.execute("SET lock_timeout = " + this.waits.answer().toMillis() * 9 / 10);
      return connection;
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }
}
