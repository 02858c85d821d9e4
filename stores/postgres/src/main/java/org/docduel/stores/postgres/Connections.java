package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.docduel.stores.postgres.server.PostgresMark;
import org.docduel.stores.postgres.server.PostgresWorkspace;

/** Opens connections that keep a store's promise. Every wait on them has a limit. */
record Connections(ServerAddress address, StoreConfig config) {
  /** The driver prepares on the server at the first use: batches are few and alike. */
  private static final String PREPARE_AT_ONCE = "1";

  private static final Pattern URL = Pattern.compile("(jdbc:postgresql://[^/]*/)[^?]*(.*)");

  /** The schema that is ours. */
  String space() {
    return address.space();
  }

  /** For batches of documents, or for work of the server's own: indexes, vacuum. */
  Connection open(boolean work) throws SQLException {
    Waits waits = Waits.ofProcess();
    return open(url(), work ? waits.work() : waits.answer());
  }

  /** Does work of the server's own on a connection for batches. */
  void atWork(Connection connection, String sql) throws SQLException {
    int limitMillis = connection.getNetworkTimeout();
    Sql.waitFor(connection, Waits.ofProcess().work());
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

  private Connection open(String url, Duration limit) throws SQLException {
    Waits waits = Waits.ofProcess();
    boolean rewrites = PostgresParameters.PATH.in(config) == InsertPath.REWRITE;
    Properties properties = new Properties();
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("prepareThreshold", PREPARE_AT_ONCE);
    properties.setProperty("binaryTransferEnable", ColumnType.BINARY);
    properties.setProperty("reWriteBatchedInserts", String.valueOf(rewrites));
    Connection connection;
    try {
      connection = PostgresWorkspace.connect(url, "docduel", waits.connect(), limit, properties);
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

  /** On the same server the database of another locale, if one is asked for. */
  private Optional<String> database() {
    return locale().equals(PostgresParameters.LOCALE.standard())
        ? Optional.empty()
        : Optional.of(
            space() + "_" + locale().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_"));
  }

  private String url() {
    Optional<String> database = database();
    if (database.isEmpty()) {
      return address.url();
    }
    Matcher matcher = URL.matcher(address.url());
    if (!matcher.matches()) {
      throw new StoreException(
          "locale=" + locale() + " needs an address of the form jdbc:postgresql://HOST/DATABASE");
    }
    return matcher.group(1) + database.get() + matcher.group(2);
  }

  /**
   * Makes the database whose texts are compared and lower-cased by the locale that is asked for, if
   * it is missing. {@code --clean} removes it.
   */
  void makeDatabase() throws SQLException {
    if (database().isEmpty()) {
      return;
    }
    String name = database().get();
    try (Connection connection = open(address.url(), Waits.ofProcess().work())) {
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

  /** The connections that all sessions of a store share. One that broke is opened again. */
  static final class Pool implements AutoCloseable {
    private final Connections connections;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Semaphore free;

    /** Opens all of them: a server that has too few left says so. */
    Pool(Connections connections, int size) throws SQLException {
      this.connections = connections;
      this.free = new Semaphore(size);
      try {
        while (idle.size() < size) {
          idle.push(connections.open(false));
        }
      } catch (SQLException e) {
        close();
        throw e;
      }
    }

    /**
     * Changes that each borrow a connection, as an application behind a pool does. The driver keeps
     * the statement prepared with the connection.
     */
    JdbcSystem.Changes changes(JdbcSystem.Table.Update update) {
      return (key, value) -> {
        Connection connection = borrow();
        try (PreparedStatement statement = connection.prepareStatement(update.sql())) {
          update.bind(statement, key, value);
          return statement.executeLargeUpdate();
        } finally {
          giveBack(connection);
        }
      };
    }

    /** Waits while others use all of them, each as long as it waits for an answer at most. */
    Connection borrow() throws SQLException {
      free.acquireUninterruptibly();
      Connection known = idle.pop();
      try {
        return known.isClosed() ? connections.open(false) : known;
      } catch (SQLException e) {
        giveBack(known);
        throw e;
      }
    }

    /** Takes a connection back. */
    void giveBack(Connection connection) {
      idle.push(connection);
      free.release();
    }

    @Override
    public void close() throws SQLException {
      for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
        connection.close();
      }
    }
  }
}
