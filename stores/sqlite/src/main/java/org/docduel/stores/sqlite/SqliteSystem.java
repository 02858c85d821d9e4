package org.docduel.stores.sqlite;

import java.io.File;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.jdbc.JdbcStore;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;

/**
 * Collections in one file, in WAL mode: readers do not wait for the writer. Writers wait for each
 * other here, in turn, since SQLite's own lock is not fair.
 */
record SqliteSystem(
    SqliteTable.Form form,
    String url,
    StoreConfig config,
    String prefix,
    SqlErrors errors,
    Waits waits,
    ReentrantLock writer)
    implements JdbcSystem {
  static final String CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)";
  private static final List<String> SETTINGS =
      List.of("journal_mode", "page_size", "cache_size", "mmap_size", "wal_autocheckpoint");

  private static final String DROPS =
      "SELECT format('DROP TABLE \"%w\"', name) FROM sqlite_master"
          + " WHERE type = 'table' AND name NOT GLOB 'sqlite_*'";

  private static final String SIZES =
      "SELECT 'heap', coalesce(sum(pgsize), 0) FROM dbstat WHERE name = ? UNION ALL"
          + " SELECT 'index', coalesce(sum(s.pgsize), 0) FROM dbstat s JOIN sqlite_master m"
          + " ON m.name = s.name WHERE m.tbl_name = ? AND m.type = 'index'";

  static Store open(
      String store, SqliteTable.Form form, ServerAddress address, StoreConfig config) {
    String url = address.url();
    // The driver's library is unpacked beside the file, and goes with it.
    File file = new File(url.substring(SqliteProvider.SqliteFile.SCHEME.length()));
    System.setProperty("org.sqlite.tmpdir", String.valueOf(file.getParent()));
    String prefix = Parameter.label(form) + "_";
    Waits waits = Waits.ofProcess();
    return JdbcStore.open(
        new SqliteSystem(
            form, url, config, prefix, new Errors(store), waits, new ReentrantLock(true)),
        config);
  }

  @Override
  public JdbcSystem within(String space) {
    String file = url + "-" + Parameter.label(form) + "-" + space;
    return new SqliteSystem(form, file, config, "", errors, waits, new ReentrantLock(true));
  }

  private SynchronousMode synchronous() {
    return switch (config.durability()) {
      case DEFAULT -> SynchronousMode.FULL;
      case RELAXED -> SynchronousMode.NORMAL;
      case NONE -> SynchronousMode.OFF;
    };
  }

  @Override
  public Connection open(boolean work) throws SQLException {
    SQLiteConfig settings = new SQLiteConfig();
    settings.setJournalMode(SQLiteConfig.JournalMode.WAL);
    settings.setSynchronous(synchronous());
    settings.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    settings.setBusyTimeout(Math.toIntExact((work ? waits.work() : waits.answer()).toMillis()));
    return settings.createConnection(url);
  }

  @Override
  public void check(Connection connection) throws SQLException {
    String level = synchronousLevel(connection);
    if (!level.equals(synchronous().name())) {
      throw errors.storeException(
          "the library reports synchronous=" + level + ", not " + synchronous());
    }
  }

  private static String synchronousLevel(Connection connection) throws SQLException {
    List<String> levels = List.of("OFF", "NORMAL", "FULL", "EXTRA");
    return levels.get(Integer.parseInt(Sql.first(connection, "PRAGMA synchronous").orElseThrow()));
  }

  @Override
  public Table table(Collection collection) {
    return new SqliteTable(form, config.encoding(), collection, prefix + collection.name());
  }

  @Override
  public void withWriterLock(Sql.SqlRunnable write) throws SQLException {
    Duration limit = waits.answer();
    try {
      if (!writer.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SQLException(Waits.timeoutMessage(Waits.ANSWER, limit));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while others write", e);
    }
    try {
      write.run();
    } finally {
      writer.unlock();
    }
  }

  @Override
  public String quiesce(Connection connection, Set<Table> used) throws SQLException {
    Sql.run(connection, "ANALYZE");
    boolean complete = Sql.first(connection, CHECKPOINT).filter("0"::equals).isPresent();
    return "ANALYZE, " + CHECKPOINT + (complete ? "" : " (not all: another connection reads)");
  }

  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : SETTINGS) {
      settings.put(name, Sql.first(connection, "PRAGMA " + name).orElseThrow());
    }
    settings.put("synchronous", synchronousLevel(connection));
    return new StoreDescription(
        "SQLite " + connection.getMetaData().getDatabaseProductVersion(),
        "journal_mode "
            + settings.get("journal_mode")
            + ", synchronous "
            + synchronousLevel(connection),
        settings,
        Sql.sizes(connection, SIZES, table.plainName(), table.plainName()),
        SqliteTable.unindexedKinds(table.collection()).stream()
            .map(what -> what + " are searched without an index")
            .distinct()
            .toList(),
        "");
  }

  @Override
  public void clear(Connection connection) throws SQLException {
    Sql.run(connection, Sql.rows(connection, DROPS, row -> row.getString(1)));
  }

  @Override
  public void prepareSuiteSession(Connection connection, boolean onlyReads, Duration limit)
      throws SQLException {
    if (onlyReads) {
      Sql.run(connection, "PRAGMA query_only = on");
    }
  }

  @Override
  public SqlReader sqlReader() {
    return SqliteProvider.READER;
  }

  /** SQLite has no decimals, and the driver would send a text, which is equal to no number. */
  @Override
  public void set(PreparedStatement statement, int place, Value value) throws SQLException {
    if (value instanceof DecimalValue number) {
      statement.setDouble(place, number.value().doubleValue());
    } else {
      JdbcSystem.super.set(statement, place, value);
    }
  }

  @Override
  public List<String> plan(
      Connection connection, String sql, Optional<Sql.SqlConsumer<PreparedStatement>> parameters)
      throws SQLException {
    return Sql.rows(
        connection, SqliteTable.EXPLAIN + sql, row -> row.getString("detail"), parameters);
  }

  /**
   * SQLite has neither truth values nor instants: {@code true} and {@code false} as texts, as
   * {@code ->} gives them, are read as truth values, and a text as DocDuel writes an instant as
   * one.
   */
  @Override
  public Value answer(ResultSet row, int column, String type) throws SQLException {
    Value value = JdbcSystem.super.answer(row, column, type);
    if (!(value instanceof StringValue found)) {
      return value;
    }
    String text = found.value();
    if (row.getMetaData().getColumnLabel(column).equals("doc") && text.startsWith("{")) {
      return JsonBytes.read(text);
    } else if (text.equals("true") || text.equals("false")) {
      return BooleanValue.of(text.equals("true"));
    }
    return JsonForm.instant(text, JsonForm.WRITTEN).orElse(found);
  }

  /** By result codes and, of the most general one, words (Result and Error Codes, SQLite). */
  private static final class Errors extends SqlErrors {
    Errors(String store) {
      super(store);
    }

    @Override
    protected Meaning meaning(SQLException e) {
      return switch (e.getErrorCode()) {
        case 7, 8, 10, 11, 13, 14, 26 -> // NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB
            Meaning.SERVER_FAILED;
        case 18, 19, 20 -> Meaning.DOCUMENT_REJECTED; // TOOBIG, CONSTRAINT, MISMATCH
        default -> {
          String message = String.valueOf(e.getMessage());
          yield message.contains("malformed JSON")
              ? Meaning.DOCUMENT_REJECTED
              : message.contains("no such table") ? Meaning.NO_TABLE : Meaning.OTHER;
        }
      };
    }
  }
}
