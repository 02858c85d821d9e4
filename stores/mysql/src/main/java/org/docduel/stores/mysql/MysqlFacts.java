package org.docduel.stores.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.stores.jdbc.Sql;

/**
 * What any user may read of a server: settings, counters, sizes.
 *
 * @param settings what changes how fast a server is, and what a result means
 */
record MysqlFacts(Map<String, String> settings) {
  private static final String FLUSH = "innodb_flush_log_at_trx_commit";
  private static final String SYNC_BINARY_LOG = "sync_binlog";
  private static final String BINARY_LOG = "log_bin";
  private static final String DOUBLE_WRITE = "innodb_doublewrite";
  private static final String ISOLATION = "transaction_isolation";
  private static final String MAX_PACKET = "max_allowed_packet";

  private static final List<String> SETTINGS =
      List.of(
          FLUSH,
          SYNC_BINARY_LOG,
          BINARY_LOG,
          DOUBLE_WRITE,
          "innodb_buffer_pool_size",
          ISOLATION,
          MAX_PACKET,
          "character_set_server",
          "collation_server",
          "sql_mode",
          "binlog_format",
          "binlog_row_image");

  /** Of MySQL, where {@code JSON_SET} may log what it changes alone. */
  private static final String VALUE_OPTIONS = "binlog_row_value_options";

  private static final String SIZES =
      "SELECT 'heap', coalesce(sum(data_length), 0) FROM information_schema.tables WHERE"
          + " table_schema = ? AND table_name = ? UNION ALL SELECT 'index',"
          + " coalesce(sum(index_length), 0) FROM information_schema.tables WHERE table_schema = ?"
          + " AND table_name = ?";

  /** A counter of the whole server, under the name that results have for it. */
  private record Counter(String status, String metric, String unit) {}

  private static final List<Counter> COUNTERS =
      List.of(
          new Counter("Innodb_os_log_written", "redo", "B"),
          new Counter("Innodb_data_fsyncs", "fsyncs", "counts"),
          new Counter("Innodb_data_written", "written", "B"),
          new Counter("Innodb_buffer_pool_reads", "reads", "pages"),
          new Counter("Innodb_buffer_pool_read_requests", "hits", "pages"));

  static MysqlFacts of(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    Map<String, String> found = show(connection, "VARIABLES", "");
    found.putIfAbsent(ISOLATION, found.getOrDefault("tx_isolation", "none")); // MariaDB before 11.1
    for (String name : SETTINGS) {
      settings.put(name, found.getOrDefault(name, "none"));
    }
    String options = found.getOrDefault(VALUE_OPTIONS, "");
    if (!options.isEmpty()) {
      settings.put(VALUE_OPTIONS, options);
    }
    String cipher = show(connection, "SESSION STATUS", "Ssl_cipher").getOrDefault("Ssl_cipher", "");
    settings.put("tls", cipher.isEmpty() ? "off" : cipher);
    return new MysqlFacts(settings);
  }

  /** Values by their names, whose beginning is given. */
  private static Map<String, String> show(Connection connection, String what, String begin)
      throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    String sql = "SHOW " + what + " LIKE '" + begin + "%'";
    Sql.rows(connection, sql, row -> values.put(row.getString(1), row.getString(2)));
    return values;
  }

  private String get(String name) {
    return settings.getOrDefault(name, "");
  }

  private boolean isOn(String name) {
    return get(name).equals("ON") || get(name).equals("1");
  }

  /** What an acknowledgement promises. */
  String durability() {
    String log = FLUSH + " " + get(FLUSH);
    return isOn(BINARY_LOG) ? log + ", " + SYNC_BINARY_LOG + " " + get(SYNC_BINARY_LOG) : log;
  }

  /** Beside a store's name: the binary log makes writes several times slower. */
  String label() {
    return isOn(BINARY_LOG) ? " (binary log on)" : " (binary log off)";
  }

  /** Why the server does not keep a durability; empty where it does. */
  Optional<String> weakerThan(Durability durability) {
    String needed = FLUSH + " 1" + (isOn(BINARY_LOG) ? ", " + SYNC_BINARY_LOG + " 1" : "");
    return durability != Durability.DEFAULT || durability().equals(needed)
        ? Optional.empty()
        : Optional.of(
            "the server has %s, and durability=default needs %s (SET GLOBAL, by an administrator)"
                .formatted(durability(), needed));
  }

  /** What a reader of the results has to know. */
  List<String> warnings(Durability durability) {
    List<String> warnings = new ArrayList<>();
    if (!isOn(DOUBLE_WRITE) && !get(DOUBLE_WRITE).startsWith("DETECT")) {
      warnings.add(DOUBLE_WRITE + " is off: a page that is half-written at a crash is lost");
    }
    if (durability == Durability.RELAXED && get(FLUSH).equals("1")) {
      warnings.add(
          "durability=relaxed: the server waits for its log all the same (" + FLUSH + "=1)");
    }
    return warnings;
  }

  long maxPacketBytes() {
    return Long.parseLong(get(MAX_PACKET));
  }

  /** One of the server's counters; 0 where it has none of the name. */
  static double counter(Connection connection, String name) throws SQLException {
    return Double.parseDouble(show(connection, "GLOBAL STATUS", name).getOrDefault(name, "0"));
  }

  /** The counters of {@link MysqlProvider#PROFILER}. */
  static List<Reading> counters(Connection connection) throws SQLException {
    Map<String, String> now = show(connection, "GLOBAL STATUS", "Innodb");
    return COUNTERS.stream()
        .map(counter ->
            Reading.counter(
                MysqlProvider.PROFILER + "." + counter.metric,
                Double.parseDouble(now.getOrDefault(counter.status, "0")),
                counter.unit))
        .toList();
  }

  /** Bytes of a table and its other indexes, as of the last ANALYZE TABLE. */
  static Map<String, Long> sizes(Connection connection, String database, String table)
      throws SQLException {
    return Sql.sizes(connection, SIZES, database, table, database, table);
  }
}
