package org.docduel.stores.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.JdbcStore;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.jdbc.SqlErrors.Meaning;
import org.sqlite.SQLiteConfig;

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
  private static final String SYNCHRONOUS = "synchronous";
  private static final String CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)";

  private static final String SIZES =
      "SELECT 'heap', coalesce(sum(pgsize), 0) FROM dbstat WHERE name = ? UNION ALL"
          + " SELECT 'index', coalesce(sum(s.pgsize), 0) FROM dbstat s JOIN sqlite_master m"
          + " ON m.name = s.name WHERE m.tbl_name = ? AND m.type = 'index'";

  /** Of {@code synchronous}, by their numbers. */
  private static final List<String> LEVELS = List.of("OFF", "NORMAL", "FULL", "EXTRA");

  private SqliteSystem(
      SqliteTable.Form form, String url, StoreConfig config, String prefix, SqlErrors errors) {
    this(form, url, config, prefix, errors, Waits.ofProcess(), new ReentrantLock(true));
  }

  static Store open(
      String store, SqliteTable.Form form, ServerAddress address, StoreConfig config) {
    // The driver's library is unpacked beside the file, and goes with it.
    Path file = Path.of(address.url().substring(SqliteProvider.SqliteFile.SCHEME.length()));
    System.setProperty("org.sqlite.tmpdir", String.valueOf(file.getParent()));
    SqlErrors errors = new SqlErrors(store, SqliteErrors.CODES);
    return JdbcStore.open(
        new SqliteSystem(form, address.url(), config, Parameter.label(form) + "_", errors), config);
  }

  @Override
  public void check(Connection connection) throws SQLException {
    String kept = String.valueOf(settings(connection).get(SYNCHRONOUS));
    if (!synchronous().name().equals(kept)) {
      throw errors.refused(
          "the library reports synchronous=" + kept + ", not " + synchronous().name());
    }
  }

  @Override
  public JdbcSystem within(String space) {
    String file = url + "-" + Parameter.label(form) + "-" + space;
    return new SqliteSystem(form, file, config, "", errors);
  }

  private SQLiteConfig.SynchronousMode synchronous() {
    return switch (config.durability()) {
      case DEFAULT -> SQLiteConfig.SynchronousMode.FULL;
      case RELAXED -> SQLiteConfig.SynchronousMode.NORMAL;
      case NONE -> SQLiteConfig.SynchronousMode.OFF;
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
  public Table table(Collection collection) {
    return new SqliteTable(form, config.encoding(), collection, prefix + collection.name());
  }

  @Override
  public void inTurn(Sql.Work write) throws SQLException {
    try {
      if (!writer.tryLock(waits.answer().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new SQLException(Waits.passed(Waits.ANSWER, waits.answer()));
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
  public String settle(Connection connection, Set<Table> used) throws SQLException {
    Sql.run(connection, "ANALYZE");
    boolean whole = Sql.first(connection, CHECKPOINT).filter("0"::equals).isPresent();
    return "ANALYZE, " + CHECKPOINT + (whole ? "" : " (not all: another connection reads)");
  }

  @Override
  public StoreDescription describe(Connection connection, Table described) throws SQLException {
    SqliteTable table = (SqliteTable) described;
    Map<String, String> settings = settings(connection);
    return new StoreDescription(
        "SQLite " + connection.getMetaData().getDatabaseProductVersion(),
        "journal_mode wal, synchronous " + settings.get(SYNCHRONOUS),
        settings,
        Sql.sizes(connection, SIZES, table.plainName(), table.plainName()),
        SqliteTable.scanned(table.collection())
            .map(what -> what + " are searched without an index")
            .toList(),
        "");
  }

  private static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name :
        List.of(
            "journal_mode",
            "page_size",
            "cache_size",
            "mmap_size",
            "wal_autocheckpoint",
            SYNCHRONOUS)) {
      settings.put(name, Sql.first(connection, "PRAGMA " + name).orElseThrow());
    }
    settings.computeIfPresent(SYNCHRONOUS, (name, n) -> LEVELS.get(Integer.parseInt(n)));
    return settings;
  }

  @Override
  public void clear(Connection connection) throws SQLException {
    String tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT NULL";
    for (String name : Sql.rows(connection, tables, row -> row.getString(1))) {
      if (!name.startsWith("sqlite_")) {
        Sql.run(connection, "DROP TABLE " + Sql.identifier(name));
      }
    }
  }

  @Override
  public void begin(Connection connection, boolean onlyReads, Duration limit) throws SQLException {
    if (onlyReads) {
      Sql.run(connection, "PRAGMA query_only = on");
    }
  }

  @Override
  public JdbcQuestion.Answers answers() {
    return new SqliteStarter();
  }

  /** Result codes (Result and Error Codes, SQLite documentation). */
  private enum SqliteErrors implements SqlErrors.Vendor {
    CODES;

    private static final int ERROR = 1;
    private static final int BUSY = 5;
    private static final int FULL = 13;

    @Override
    public Meaning meaning(SQLException e) {
      return switch (e.getErrorCode()) {
        case 7, 8, 10, 11, FULL, 14, 26 -> // NOMEM, READONLY, IOERR, CORRUPT, CANTOPEN, NOTADB
            Meaning.SERVER_FAILED;
        case 18, 19, 20 -> Meaning.DOCUMENT_REFUSED; // TOOBIG, CONSTRAINT, MISMATCH
        case ERROR ->
            line(e).contains("malformed JSON")
                ? Meaning.DOCUMENT_REFUSED
                : line(e).contains("no such table") ? Meaning.NO_TABLE : Meaning.OTHER;
        default -> Meaning.OTHER;
      };
    }

    @Override
    public String remedy(SQLException e) {
      return switch (e.getErrorCode()) {
        case FULL -> "make room on the disk of its file";
        case BUSY -> "end the other process that has its file open";
        default -> "";
      };
    }
  }
}
