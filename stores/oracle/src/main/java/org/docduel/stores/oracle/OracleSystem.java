package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;

/**
 * Collection tables of one user. Whether a commit waits for the log, and whether the log is written
 * at once, are COMMIT_WAIT and COMMIT_LOGGING (Database Reference 23ai); order and comparison are
 * by bytes whatever the client's language (NLS_SORT and NLS_COMP).
 */
record OracleSystem(
    OracleAddress.Opener opener,
    ServerAddress address,
    Durability durability,
    OracleTable.ElementsIndex elements,
    OracleTable.IdIndex ids)
    implements JdbcSystem {
  static final String PARAMETERS =
      "SELECT name, value FROM v$parameter WHERE name IN ('commit_logging', 'commit_wait',"
          + " 'cpu_count', 'db_block_size', 'filesystemio_options', 'memory_target',"
          + " 'pga_aggregate_target', 'sga_target')";

  /** The redo log's files, whose size decides how often a checkpoint is forced. */
  static final String REDO = "SELECT 'redo_log', COUNT(*) || ' files of ' || MIN(bytes) FROM v$log";

  /**
   * A table's own segment, its indexes and what lies out of line (USER_SEGMENTS, USER_INDEXES and
   * USER_LOBS, Database Reference 23ai). The parts of a search index are tables of their own and
   * not counted.
   */
  static final String SIZES =
      "SELECT 'heap', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name = ?"
          + " UNION ALL SELECT 'index', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name IN"
          + " (SELECT index_name FROM user_indexes WHERE table_name = ? AND index_type <> 'LOB')"
          + " UNION ALL SELECT 'lob', NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name IN"
          + " (SELECT segment_name FROM user_lobs WHERE table_name = ?"
          + " UNION SELECT index_name FROM user_lobs WHERE table_name = ?)";

  static final OracleErrors ERRORS = new OracleErrors();
  private static final String WAIT = "commit_wait";
  private static final String LOGGING = "commit_logging";
  private static final String CHECKPOINT = "ALTER SYSTEM CHECKPOINT";
  private static final Pattern RELEASE =
      Pattern.compile("(?s)(?: Edition)? Release.*?(\\d+(?:\\.\\d+)+)[^.]*$");

  /** The server's version, such as {@code 23.5.0.24.07}; empty when its banner has another form. */
  static String release(Connection connection) throws SQLException {
    Matcher release = RELEASE.matcher(connection.getMetaData().getDatabaseProductVersion());
    return release.find() ? release.group(1) : "";
  }

  private Map<String, String> promised() {
    return durability == Durability.DEFAULT
        ? Map.of(WAIT, "WAIT", LOGGING, "IMMEDIATE")
        : Map.of(WAIT, "NOWAIT", LOGGING, "BATCH");
  }

  @Override
  public Connection open(boolean work) throws SQLException {
    Waits waits = Waits.ofProcess();
    return Sql.initialize(
        opener.open(address, waits.connect(), work ? waits.work() : waits.answer()),
        List.of(
            "ALTER SESSION SET COMMIT_LOGGING = " + promised().get(LOGGING),
            "ALTER SESSION SET COMMIT_WAIT = " + promised().get(WAIT),
            "ALTER SESSION SET NLS_SORT = BINARY",
            "ALTER SESSION SET NLS_COMP = BINARY",
            "ALTER SESSION SET DDL_LOCK_TIMEOUT = " + waits.answer().toSeconds() * 9 / 10));
  }

  @Override
  public void check(Connection connection) throws SQLException {
    settings(connection);
  }

  /** What the session reports, as promised; that it does not tell is said there. */
  private Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    Sql.SqlFunction<ResultSet, ?> setting =
        row -> settings.put(row.getString(1), String.valueOf(row.getString(2)));
    if (OracleErrors.failure(
            OracleErrors.NOT_READABLE, () -> Sql.rows(connection, PARAMETERS, setting))
        .isPresent()) {
      return Map.of(
          "commit", "set for the session; this user may not read v$parameter, so not verified");
    }
    OracleErrors.failure(OracleErrors.NOT_READABLE, () -> Sql.rows(connection, REDO, setting));
    promised()
        .forEach((name, value) -> {
          String is = settings.getOrDefault(name, "");
          if (!is.toUpperCase(Locale.ROOT).equals(value)) {
            throw ERRORS.storeException(
                "the session reports %s=%s, not %s as durability=%s promises"
                    .formatted(name, is, value, durability.label()));
          }
        });
    return settings;
  }

  @Override
  public OracleTable table(Collection collection) {
    return new OracleTable(collection, elements, ids);
  }

  @Override
  public OracleErrors errors() {
    return ERRORS;
  }

  /** The user may be somebody else's: a table without our mark is never dropped. */
  @Override
  public void recreateTable(Connection connection, Table table) throws SQLException {
    OracleTable oracleTable = (OracleTable) table;
    if (OracleWorkspace.tables(connection, false).contains(oracleTable.catalogName())) {
      throw ERRORS.storeException(
          "the table "
              + table.name()
              + " is not DocDuel's, which would replace it; rename it, or mark it: "
              + oracleTable.mark());
    }
    JdbcSystem.super.recreateTable(connection, table);
  }

  /** Statistics for the optimizer, and a checkpoint (ALTER SYSTEM, SQL Language Reference 23ai). */
  @Override
  public String quiesce(Connection connection, Set<Table> used) throws SQLException {
    List<String> ownedTables = OracleWorkspace.tables(connection, true);
    for (Table table : used) {
      if (ownedTables.contains(((OracleTable) table).catalogName())) {
        Sql.run(connection, table.analyze());
      }
    }
    return OracleErrors.failure(OracleErrors.LACKS_PRIVILEGE, () -> Sql.run(connection, CHECKPOINT))
        .map(why -> "DBMS_STATS.GATHER_TABLE_STATS; no checkpoint: " + ERRORS.line(why))
        .orElse("DBMS_STATS.GATHER_TABLE_STATS, " + CHECKPOINT);
  }

  @Override
  public StoreDescription describe(Connection connection, Table table) throws SQLException {
    String name = ((OracleTable) table).catalogName();
    Map<String, Long> sizes = Sql.sizes(connection, SIZES, name, name, name, name);
    Map<String, String> promised = promised();
    String promise = LOGGING + " " + promised.get(LOGGING) + ", " + WAIT + " " + promised.get(WAIT);
    // The banner's name, and the last of its versions, which is the whole one.
    String banner = connection.getMetaData().getDatabaseProductVersion();
    String product = RELEASE.matcher(banner).replaceFirst(" $1");
    Map<String, String> settings = new LinkedHashMap<>(settings(connection));
    OracleTable described = (OracleTable) table;
    described.bulkLoad(connection).ifPresent(step -> settings.put("bulk load", step));
    List<String> findings = findings(product, described.scansForAnId(connection));
    return new StoreDescription(product, promise, settings, sizes, findings, "");
  }

  /** What makes a comparison with this server another one than it seems. */
  private static List<String> findings(String product, boolean scans) {
    List<String> findings = new ArrayList<>();
    if (product.contains("Free")) {
      findings.add(
          "Oracle Database Free uses at most 2 processors, 2 GB of memory and 12 GB of data:"
              + " compare it with servers that are limited alike");
    }
    if (scans) {
      findings.add(
          "documents are found by id by reading the whole table, by the optimizer's estimate; take"
              + " idindex=number");
    }
    return findings;
  }
}
