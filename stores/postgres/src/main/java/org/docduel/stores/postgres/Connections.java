package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.docduel.stores.postgres.server.PostgresMark;
import org.docduel.stores.postgres.server.PostgresWorkspace;

/** Opens connections that keep a store's promise. Every wait on them has a limit. */
record Connections(ServerAddress address, StoreConfig config, Waits waits) {
  /** The driver prepares on the server at the first use: batches are few and alike. */
  private static final String PREPARE_AT_ONCE = "1";

  private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/]*/)[^?]*(.*)");

  static {
    PostgresWorkspace.silence();
  }

  Connections(ServerAddress address, StoreConfig config) {
    this(address, config, Waits.ofProcess());
  }

  /** The schema that is ours. */
  String space() {
    return address.space();
  }

  /** For batches of documents. */
  Connection forBatches() throws SQLException {
    return open(url(), waits.answer());
  }

  /** For work of the server's own: indexes, vacuum. */
  Connection forWork() throws SQLException {
    return open(url(), waits.work());
  }

  /** Does work of the server's own on a connection for batches. */
  void atWork(Connection connection, String sql) throws SQLException {
    int limitMillis = connection.getNetworkTimeout();
    Sql.waitFor(connection, waits.work());
    try {
      Sql.run(connection, sql);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.WORK, e);
    } finally {
      if (!connection.isClosed()) {
        Sql.waitFor(connection, Duration.ofMillis(limitMillis));
      }
    }
  }

  /** Sets how long a connection waits for the answer to a question with a limit of its own. */
  void waitBeyond(Connection connection, Duration limit) throws SQLException {
    Sql.waitFor(connection, limit.plus(waits.answer()));
  }

  private Connection open(String url, Duration limit) throws SQLException {
    String connect = String.valueOf(waits.connect().toSeconds());
    boolean rewrites = PostgresParameters.PATH.in(config) == InsertPath.REWRITE;
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "docduel");
    properties.setProperty("connectTimeout", connect);
    properties.setProperty("loginTimeout", connect);
    properties.setProperty("socketTimeout", String.valueOf(limit.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("prepareThreshold", PREPARE_AT_ONCE);
    properties.setProperty("binaryTransferEnable", ColumnType.BINARY);
    properties.setProperty("reWriteBatchedInserts", String.valueOf(rewrites));
    Connection connection;
    try {
      connection = DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
    boolean flushed = config.durability() == Durability.DEFAULT;
    return Sql.begun(
        connection,
        List.of(
            "SET synchronous_commit = " + (flushed ? "on" : "off"),
            "SET lock_timeout = " + waits.answer().toMillis() * 9 / 10));
  }

  private String locale() {
    return PostgresParameters.LOCALE.in(config);
  }

  private boolean hasOwnDatabase() {
    return !locale().equals(PostgresParameters.LOCALE.standard());
  }

  private String database() {
    return space() + "_" + locale().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
  }

  /** On the same server the database of another locale, if one is asked for. */
  private String url() {
    if (!hasOwnDatabase()) {
      return address.url();
    }
    Matcher matcher = URL.matcher(address.url());
    if (!matcher.matches()) {
      throw new StoreException(
          "locale=" + locale() + " needs an address of the form jdbc:postgresql://HOST/DATABASE");
    }
    return matcher.group(1) + database() + matcher.group(2);
  }

  /**
   * Makes the database whose texts are compared and lower-cased by the locale that is asked for, if
   * it is missing. {@code --clean} removes it.
   */
  void makeDatabase() throws SQLException {
    if (!hasOwnDatabase()) {
      return;
    }
    String name = database();
    try (Connection connection = open(address.url(), waits.work())) {
      String exists = "SELECT FROM pg_database WHERE datname = ?";
      if (!Sql.rows(connection, exists, row -> true, name).isEmpty()) {
        return;
      }
      String provider = locale().startsWith("C.") ? "builtin BUILTIN_LOCALE " : "icu ICU_LOCALE ";
      Sql.run(
          connection,
          "CREATE DATABASE "
              + Sql.identifier(name)
              + " TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER "
              + provider
              + Sql.literal(locale()));
      Sql.run(
          connection, PostgresMark.on("DATABASE", Sql.identifier(name), PostgresMark.of(space())));
    }
  }
}
