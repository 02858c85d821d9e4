package org.docduel.stores.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
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
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresMark;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.postgresql.ds.PGSimpleDataSource;

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

  /** The connections that all sessions of a store share: HikariCP, of a fixed size. */
  static final class Pool implements AutoCloseable {
    /** How often a worker that waits looks whether there is anything to wait for. */
    private static final Duration WAIT = Duration.ofSeconds(5);

    private static final String ROOM =
        "SELECT current_setting('max_connections')::int"
            + " - current_setting('superuser_reserved_connections')::int"
            + " - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')";

    private final HikariDataSource pool;
    private final long waits = Waits.ofProcess().answer().dividedBy(WAIT);

    /** Opens a pool. */
    Pool(String store, Connections connections, int size) throws SQLException {
      try (Connection connection = connections.open(true)) {
        int room = Sql.rows(connection, ROOM, row -> row.getInt(1)).get(0);
        if (room < size) {
          throw new StoreException(
              "%s: pool=%d is more than the %d connections that the server has left; raise its"
                      .formatted(store, size, room)
                  + " max_connections or lower -p pool");
        }
      }
      HikariConfig config = new HikariConfig();
      config.setPoolName("docduel-" + store);
      config.setDataSource(new Source(connections));
      config.setMaximumPoolSize(size);
      config.setMinimumIdle(size);
      config.setConnectionTimeout(WAIT.toMillis());
      config.setMaxLifetime(0);
      try {
        pool = new HikariDataSource(config);
      } catch (HikariPool.PoolInitializationException e) {
        throw new SQLException(PostgresErrors.said(e.getCause() == null ? e : e.getCause()), e);
      }
    }

    /** Opens the store's own connections, with their settings and limits. */
    private static final class Source extends PGSimpleDataSource {
      private static final long serialVersionUID = 1L;

      private final transient Connections connections;

      Source(Connections connections) {
        this.connections = connections;
      }

      @Override
      public Connection getConnection() throws SQLException {
        return connections.open(false);
      }
    }

    /**
     * Changes that each borrow a connection, as an application behind a pool does. The driver keeps
     * the statement prepared with the connection; the pool replaces one that broke.
     */
    JdbcSystem.Changes changes(JdbcSystem.Table.Update update) {
      return (key, value) -> {
        try (Connection connection = borrow();
            PreparedStatement statement = connection.prepareStatement(update.sql())) {
          update.bind(statement, key, value);
          return statement.executeLargeUpdate();
        }
      };
    }

    /**
     * Waits for a connection while others use all of them.
     *
     * @throws SQLException when the limit for an answer has passed, or after five seconds when the
     *     pool has none and gets none: the server is gone
     */
    Connection borrow() throws SQLException {
      for (int wait = 1; ; wait++) {
        try {
          return pool.getConnection();
        } catch (SQLTransientConnectionException e) {
          if (wait > waits || pool.getHikariPoolMXBean().getTotalConnections() == 0) {
            throw e;
          }
        }
      }
    }

    @Override
    public void close() {
      pool.close();
    }
  }
}
