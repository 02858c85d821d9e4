package org.docduel.stores.mysql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;

/**
 * A database of a MySQL or MariaDB server with a table for each collection.
 *
 * @param suite the database of a suite; empty for that of the address's space
 */
record MysqlSystem(
    MysqlProvider provider,
    ServerAddress address,
    StoreConfig config,
    MysqlErrors errors,
    Optional<String> suite)
    implements JdbcSystem {
  private static final String DIRTY_PAGES = "Innodb_buffer_pool_pages_dirty";

  /** InnoDB writes dirty pages by itself when it is idle; there is no command that waits for it. */
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(20);

  private static final long FLUSH_POLL_MILLIS = 100;

  /** The statement, the ids and the packets' heads, beside the documents of a batch. */
  private static final int PACKET_SPARE = 64 * 1024;

  private String database() {
    return suite.orElse(address.space());
  }

  @Override
  public Connection open(boolean work) throws SQLException {
    Waits waits = Waits.ofProcess();
    Connection connection =
        MysqlAddress.open(address, waits.connect(), work ? waits.work() : waits.answer());
    try {
      if (suite.isPresent()) { // whose queries name tables alone
        MysqlWorkspace.makeDatabase(connection, suite.get());
        Sql.run(connection, "USE " + Sql.identifier(suite.get()));
      }
      return connection;
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /** Durability is the server's alone: it is verified, never set. */
  @Override
  public void check(Connection connection) throws SQLException {
    Optional<String> weaker = MysqlFacts.of(connection).weakerThan(config.durability());
    if (weaker.isPresent()) {
      throw errors.storeException(weaker.get());
    }
  }

  @Override
  public MysqlTable table(Collection collection) {
    return errors.withStoreName(() ->
        provider.table(collection, config, database(), suite.isPresent() ? "" : provider.prefix()));
  }

  /** A table of the same name that does not carry the mark is somebody else's. */
  @Override
  public void recreateTable(Connection connection, Table table) throws SQLException {
    MysqlWorkspace.makeDatabase(connection, database());
    Optional<String> comment = MysqlWorkspace.comment(connection, database(), table.plainName());
    if (comment.isPresent() && !comment.get().equals(MysqlTable.MARK)) {
      throw errors.storeException(
          "the table %s is not DocDuel's, which would replace it; rename it, or mark it: ALTER TABLE %s COMMENT = '%s'"
              .formatted(table.name(), table.name(), MysqlTable.MARK));
    }
    JdbcSystem.super.recreateTable(connection, table);
  }

  /**
   * One transaction of one or more JDBC batches. A packet has a limit, and the driver loses its
   * connection to a larger one: a document above it is refused here.
   */
  @Override
  public Sql.SqlConsumer<List<Document>> batches(Connection connection, Table.Insert insert)
      throws SQLException {
    long maxPacket = MysqlFacts.of(connection).maxPacketBytes() - PACKET_SPARE;
    PreparedStatement statement = connection.prepareStatement(insert.sql());
    MysqlTable.Parameters parameters = (MysqlTable.Parameters) insert.parameters();
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
        statement.executeBatch();
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        rollback(connection, e);
        throw e;
      }
    };
  }

  private static void requireFits(
      MysqlTable.Parameters parameters, Document document, long maxBytes) {
    if (parameters.bytes() > maxBytes) {
      throw new RejectedDocumentException(
          "document %d has %d bytes, more than the server's max_allowed_packet of %d"
              .formatted(document.id(), parameters.bytes(), maxBytes + PACKET_SPARE));
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
  public String quiesce(Connection connection, Set<Table> used) throws SQLException {
    for (Table table : used) {
      analyze(connection, table);
    }
    return "ANALYZE TABLE; %.0f dirty pages left by InnoDB's own writing"
        .formatted(awaitCleanPages(connection));
  }

  /** Brings statistics and sizes of a table up to date, if it is there. */
  private void analyze(Connection connection, Table table) throws SQLException {
    if (MysqlWorkspace.comment(connection, database(), table.plainName()).isPresent()) {
      Sql.rows(connection, table.analyze(), row -> row.getString(1));
    }
  }

  private static double awaitCleanPages(Connection connection) throws SQLException {
    long endNanos = System.nanoTime() + FLUSH_LIMIT.toNanos();
    double before = Double.MAX_VALUE;
    double dirty = MysqlFacts.counter(connection, DIRTY_PAGES);
    while (dirty > 0 && dirty < before && System.nanoTime() < endNanos) {
      before = dirty;
      Sql.first(connection, "SELECT sleep(" + FLUSH_POLL_MILLIS / 1e3 + ")");
      dirty = MysqlFacts.counter(connection, DIRTY_PAGES);
    }
    return dirty;
  }

  /** Sizes are estimates that ANALYZE TABLE brings up to date. */
  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    analyze(connection, table);
    MysqlFacts facts = MysqlFacts.of(connection);
    List<String> findings = new ArrayList<>(facts.warnings(config.durability()));
    ((MysqlTable) table)
        .scanned().stream()
            .map(what -> what + " are searched without an index")
            .distinct()
            .forEach(findings::add);
    return new StoreDescription(
        provider.server.product + " " + MysqlServer.version(connection),
        facts.durability(),
        facts.settings(),
        MysqlFacts.sizes(connection, database(), table.plainName()),
        findings,
        errors.store() + facts.label());
  }

  /** A suite's tables under their plain names, in a database of their own. */
  @Override
  public MysqlSystem within(String space) {
    String database = MysqlWorkspace.suiteDatabase(address, errors.store(), space);
    if (database.length() > MysqlWorkspace.MAX_NAME) {
      throw errors.storeException(
          "the database's name %s has more than %d characters; give the suite a shorter name"
              .formatted(database, MysqlWorkspace.MAX_NAME));
    }
    return new MysqlSystem(provider, address, config, errors, Optional.of(database));
  }

  /** The database stays: sessions that are open are in it. */
  @Override
  public void clear(Connection connection) throws SQLException {
    MysqlWorkspace.clear(connection, database());
  }

  /** A transaction that is started as READ ONLY would let DDL through; a session does not. */
  @Override
  public void prepareSuiteSession(Connection connection, boolean onlyReads, Duration limit)
      throws SQLException {
    if (onlyReads) {
      Sql.run(connection, "SET SESSION TRANSACTION READ ONLY");
    }
    Sql.waitFor(connection, limit.plus(Waits.ofProcess().answer()));
  }

  @Override
  public SqlReader sqlReader() {
    return MysqlSql.READER;
  }

  @Override
  public List<String> plan(
      Connection connection, String sql, Optional<Sql.SqlConsumer<PreparedStatement>> parameters)
      throws SQLException {
    return MysqlPlan.explain(connection, sql, parameters, UnaryOperator.identity()).plan();
  }

  /**
   * A text as DocDuel writes an instant is read as one, since JSON has instants as texts. A column
   * of JSON is read as its values.
   */
  @Override
  public Value answer(ResultSet row, int column, String type) throws SQLException {
    Object value = row.getObject(column);
    if (value instanceof BigInteger number) {
      return new DecimalValue(new BigDecimal(number));
    } else if (value instanceof Timestamp || value instanceof LocalDateTime) {
      LocalDateTime time = row.getObject(column, LocalDateTime.class);
      return new TimestampValue(time.toInstant(ZoneOffset.UTC));
    } else if (value != null && type.equals("JSON")) {
      return JsonBytes.read(row.getString(column));
    }
    Value answer = JdbcSystem.super.answer(row, column, type);
    return answer instanceof StringValue text
        ? JsonForm.instant(text.value(), JsonForm.WRITTEN).orElse(text)
        : answer;
  }

  /** What any user may read of the whole server's counters. */
  @Override
  public Watch watch(String profiler, Connection connection, Table table) throws SQLException {
    if (!profiler.equals(MysqlProvider.PROFILER)) {
      throw new UnsupportedOperationException("this store has no profiler " + profiler);
    }
    return () ->
        errors.call("reading the server's counters", () -> MysqlFacts.counters(connection));
  }
}
