package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.stores.postgres.parameter.InsertPath;
import org.docduel.stores.postgres.parameter.PostgresParameters;

/** Opens connections that keep a store's promise. Every wait on them has a limit. */
public final class Connections {
  /**
   * A machine that is kept busy by hundreds of workers takes its time to start one more process.
   */
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(30);

  /**
   * A server that is silent for so long is gone. No batch takes a tenth of it, but an update does
   * that hundreds of workers each make in millions of documents without an index.
   */
  private static final Duration BATCH_LIMIT = Duration.ofMinutes(30);

  /** Building an index on millions of documents is one statement. */
  private static final Duration WORK_LIMIT = Duration.ofHours(2);

  /** The driver prepares on the server at the first use: batches are few and alike. */
  private static final int PREPARE_AT_ONCE = 1;

  private final ServerAddress address;
  private final StoreConfig config;

  public Connections(ServerAddress address, StoreConfig config) {
    this.address = address;
    this.config = config;
  }

  /** For batches of documents. */
  Connection forBatches() throws SQLException {
    return open(BATCH_LIMIT);
  }

  /** For work of the server's own: indexes, vacuum. */
  public Connection forWork() throws SQLException {
    return open(WORK_LIMIT);
  }

  private Connection open(Duration limit) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "docduel");
    properties.setProperty("connectTimeout", String.valueOf(CONNECT_LIMIT.toSeconds()));
    properties.setProperty("loginTimeout", String.valueOf(CONNECT_LIMIT.toSeconds()));
    properties.setProperty("socketTimeout", String.valueOf(limit.toSeconds()));
    properties.setProperty("tcpKeepAlive", String.valueOf(true));
    properties.setProperty("prepareThreshold", String.valueOf(PREPARE_AT_ONCE));
    properties.setProperty("binaryTransferEnable", WireType.allOids());
    properties.setProperty(
        "reWriteBatchedInserts",
        String.valueOf(PostgresParameters.PATH.in(config) == InsertPath.REWRITE));
    Connection connection = DriverManager.getConnection(address.url(), properties);
    try (Statement statement = connection.createStatement()) {
      boolean waits = config.durability() == Durability.DEFAULT;
      statement.execute("SET synchronous_commit = " + (waits ? "on" : "off"));
      return connection;
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }
}
