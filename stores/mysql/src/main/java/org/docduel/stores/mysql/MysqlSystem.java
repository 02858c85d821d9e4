package org.docduel.stores.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;

/** A database of a MySQL or MariaDB server with a table for each collection. */
record MysqlSystem(
    MysqlServer server,
    String store,
    ServerAddress address,
    StoreConfig config,
    MysqlErrors errors,
    Waits waits)
    implements JdbcSystem {
  private static final String FLUSH = "innodb_flush_log_at_trx_commit";
  private static final String SYNC_BINARY_LOG = "sync_binlog";
  private static final String BINARY_LOG = "log_bin";
  private static final String MAX_PACKET = "max_allowed_packet";

  /** What changes how fast a server is, and what a result means. */
  private static final List<String> SETTINGS =
      List.of(
          FLUSH,
          SYNC_BINARY_LOG,
          BINARY_LOG,
          "innodb_doublewrite",
          "innodb_buffer_pool_size",
          "transaction_isolation",
          MAX_PACKET,
          "character_set_server",
          "collation_server",
          "sql_mode",
          "binlog_format",
          "binlog_row_image");

  private static final String DIRTY_PAGES = "Innodb_buffer_pool_pages_dirty";

  /** InnoDB writes dirty pages by itself when it is idle; there is no command that waits for it. */
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(20);

  private static final long FLUSH_POLL_MILLIS = 100;

  /** The statement, the ids and the packets' heads, beside the documents of a batch. */
  private static final int PACKET_SPARE = 64 * 1024;

  private static final String SIZES =
      "SELECT 'heap', coalesce(sum(data_length), 0) FROM information_schema.tables WHERE"
          + " table_schema = ? AND table_name = ? UNION ALL SELECT 'index',"
          + " coalesce(sum(index_length), 0) FROM information_schema.tables WHERE table_schema = ?"
          + " AND table_name = ?";

  @Override
  public Connection open(boolean work) throws SQLException {
    return MysqlAddress.open(address, waits.connect(), work ? waits.work() : waits.answer());
  }

  /** Durability is the server's alone: it is verified, never set. */
  @Override
  public void check(Connection connection) throws SQLException {
    String flush = variable(connection, FLUSH);
    boolean logged = isOn(variable(connection, BINARY_LOG));
    String synced = variable(connection, SYNC_BINARY_LOG);
    boolean survives = flush.equals("1") && (!logged || synced.equals("1"));
    if (config.durability() == Durability.DEFAULT && !survives) {
      throw errors.refused(
          "the server has %s=%s%s, and durability=default needs %s=1%s (SET GLOBAL, by an administrator)"
              .formatted(
                  FLUSH,
                  flush,
                  logged ? " and " + SYNC_BINARY_LOG + "=" + synced : "",
                  FLUSH,
                  logged ? " and " + SYNC_BINARY_LOG + "=1" : ""));
    }
  }

  private static String variable(Connection connection, String name) throws SQLException {
    return Sql.rows(
            connection,
            "SHOW VARIABLES WHERE Variable_name = '" + name + "'",
            row -> row.getString(2))
        .stream()
        .findFirst()
        .orElse("");
  }

  private static boolean isOn(String value) {
    return value.equals("ON") || value.equals("1");
  }

  private static Map<String, Double> counters(Connection connection, List<String> names)
      throws SQLException {
    Map<String, Double> counters = new LinkedHashMap<>();
    Sql.Asking<ResultSet, ?> counter =
        row -> counters.put(row.getString(1), Double.parseDouble(row.getString(2)));
    Sql.rows(
        connection,
        "SHOW GLOBAL STATUS WHERE Variable_name IN ('" + String.join("', '", names) + "')",
        counter);
    return counters;
  }

  @Override
  public MysqlTable table(Collection collection) {
    return new MysqlTable(server, config.encoding(), collection, address.space());
  }

  /** A table of the same name that does not carry the mark is somebody else's. */
  @Override
  public void make(Connection connection, Table table) throws SQLException {
    MysqlWorkspace.makeDatabase(connection, address.space());
    Optional<String> comment =
        MysqlWorkspace.comment(connection, address.space(), table.plainName());
    if (comment.isPresent() && !comment.get().equals(MysqlTable.MARK)) {
      throw errors.refused(
          "the table %s is not DocDuel's, which would replace it; rename it, or mark it: ALTER TABLE %s COMMENT = '%s'"
              .formatted(table.name(), table.name(), MysqlTable.MARK));
    }
    JdbcSystem.super.make(connection, table);
  }

  /**
   * One transaction of one or more JDBC batches. A packet has a limit, and the driver loses its
   * connection to a larger one: a document above it is refused here.
   */
  @Override
  public Sql.Use<List<Document>> batches(Connection connection, Table.Insert insert)
      throws SQLException {
    long maxPacket = Long.parseLong(variable(connection, MAX_PACKET)) - PACKET_SPARE;
    PreparedStatement statement = connection.prepareStatement(insert.sql());
    MysqlTable.DocumentParameters parameters = (MysqlTable.DocumentParameters) insert.parameters();
    return batch -> {
      statement.clearBatch(); // of one that was refused
      if (batch.size() == 1) {
        parameters.set(statement, batch.get(0));
        requireFits(parameters, batch.get(0), maxPacket);
        statement.executeLargeUpdate();
        return;
      }
      Sql.run(connection, "START TRANSACTION"); // one round trip less than autocommit off and on
      try {
        long batchBytes = 0;
        for (Document document : batch) {
          parameters.set(statement, document);
          requireFits(parameters, document, maxPacket);
          batchBytes += parameters.bytes();
          statement.addBatch();
          if (batchBytes > maxPacket / 4) { // quotes of a text are sent twice
            statement.executeBatch();
            batchBytes = 0;
          }
        }
        if (batchBytes > 0) {
          statement.executeBatch();
        }
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        rollback(connection, e);
        throw e;
      }
    };
  }

  private static void requireFits(
      MysqlTable.DocumentParameters parameters, Document document, long maxBytes) {
    if (parameters.bytes() > maxBytes) {
      throw new RejectedDocumentException(
          "document %d has %d bytes, more than the server's %s of %d"
              .formatted(document.id(), parameters.bytes(), MAX_PACKET, maxBytes + PACKET_SPARE));
    }
  }

  private static void rollback(Connection connection, Exception failure) {
    try {
      if (!connection.isClosed()) { // with a connection its transaction is gone, too
        Sql.run(connection, "ROLLBACK");
      }
    } catch (SQLException further) {
      failure.addSuppressed(further);
    }
  }

  @Override
  public String settle(Connection connection, Set<Table> used) throws SQLException {
    List<String> done = new ArrayList<>();
    for (Table table : used) {
      if (MysqlWorkspace.comment(connection, address.space(), table.plainName()).isPresent()) {
        Sql.rows(connection, table.analyze(), row -> row.getString(1));
        done.add(table.plainName());
      }
    }
    double dirty = awaitCleanPages(connection);
    return "ANALYZE TABLE of %d tables; %.0f dirty pages left by InnoDB's own writing"
        .formatted(done.size(), dirty);
  }

  private static double awaitCleanPages(Connection connection) throws SQLException {
    long endNanos = System.nanoTime() + FLUSH_LIMIT.toNanos();
    double dirty = counters(connection, List.of(DIRTY_PAGES)).getOrDefault(DIRTY_PAGES, 0.0);
    double before = Double.MAX_VALUE;
    while (dirty > 0 && dirty < before && System.nanoTime() < endNanos) {
      before = dirty;
      Sql.first(connection, "SELECT sleep(" + FLUSH_POLL_MILLIS / 1e3 + ")");
      dirty = counters(connection, List.of(DIRTY_PAGES)).getOrDefault(DIRTY_PAGES, 0.0);
    }
    return dirty;
  }

  /** Sizes are estimates that ANALYZE TABLE brings up to date. */
  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SETTINGS) {
      String value = variable(connection, name);
      settings.put(name, value.isEmpty() ? "none" : value);
    }
    String cipher =
        Sql.rows(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'", row -> row.getString(2))
            .stream()
            .findFirst()
            .orElse("");
    settings.put("tls", cipher.isEmpty() ? "off" : cipher);
    boolean logged = isOn(settings.getOrDefault(BINARY_LOG, ""));
    String durability =
        FLUSH
            + " "
            + settings.get(FLUSH)
            + (logged ? ", " + SYNC_BINARY_LOG + " " + settings.get(SYNC_BINARY_LOG) : "");
    if (MysqlWorkspace.comment(connection, address.space(), table.plainName()).isPresent()) {
      Sql.rows(connection, table.analyze(), row -> row.getString(1));
    }
    String plain = table.plainName();
    String space = address.space();
    Map<String, Long> sizes = Sql.sizes(connection, SIZES, space, plain, space, plain);
    String version = MysqlServer.numbers(MysqlServer.version(connection));
    List<String> findings = new ArrayList<>();
    MysqlTable.scanned(server, table.collection()).stream()
        .map(what -> what + " are searched without an index")
        .distinct()
        .forEach(findings::add);
    if (!isOn(settings.getOrDefault("innodb_doublewrite", "ON"))
        && !settings.getOrDefault("innodb_doublewrite", "").startsWith("DETECT")) {
      findings.add("innodb_doublewrite is off: a page that is half-written at a crash is lost");
    }
    if (config.durability() == Durability.RELAXED && "1".equals(settings.get(FLUSH))) {
      findings.add(
          "durability=relaxed: the server waits for its log all the same (" + FLUSH + "=1)");
    }
    return new StoreDescription(
        server.product + " " + version,
        durability,
        settings,
        sizes,
        findings,
        store + (logged ? " (binary log on)" : " (binary log off)"));
  }

  /** What any user may read of the whole server's counters. */
  @Override
  public Watch watch(String profiler, Connection connection, Table table) throws SQLException {
    if (!profiler.equals(MysqlProvider.PROFILER)) {
      throw new UnsupportedOperationException("this store has no profiler " + profiler);
    }
    return () ->
        errors.ask(
            "reading the server's counters",
            () -> {
              Map<String, Double> now =
                  counters(
                      connection,
                      List.of(
                          "Innodb_os_log_written",
                          "Innodb_data_fsyncs",
                          "Innodb_data_written",
                          "Innodb_buffer_pool_reads",
                          "Innodb_buffer_pool_read_requests"));
              return List.of(
                  counter("redo", now, "Innodb_os_log_written", "B"),
                  counter("fsyncs", now, "Innodb_data_fsyncs", "counts"),
                  counter("written", now, "Innodb_data_written", "B"),
                  counter("reads", now, "Innodb_buffer_pool_reads", "pages"),
                  counter("hits", now, "Innodb_buffer_pool_read_requests", "pages"));
            });
  }

  private static Reading counter(
      String name, Map<String, Double> counters, String counter, String unit) {
    return Reading.counter(
        MysqlProvider.PROFILER + "." + name, counters.getOrDefault(counter, 0.0), unit);
  }
}
