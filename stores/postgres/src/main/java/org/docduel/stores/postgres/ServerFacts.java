package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.PostgresParameters.Placement;
import org.docduel.stores.postgres.server.Pooler;
import org.docduel.stores.postgres.server.PostgresErrors;

/** What a server says of itself. What it does not tell is missing, and a finding says why. */
public record ServerFacts(Connection connection, Set<String> findings) {
  private static final String COMMIT = "synchronous_commit";

  /** What a crash leaves of acknowledged writes depends on these: always told. */
  private static final List<String> PROMISE = List.of("fsync", COMMIT, "full_page_writes");

  private static final String CHANGED_SETTINGS =
      Sql.file(ServerFacts.class, "changed-settings.sql");
  private static final String TABLE_OPTIONS =
      "SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = to_regclass(?)";
  private static final String SIZES = Sql.file(ServerFacts.class, "sizes.sql");
  private static final String COUNTERS = Sql.file(ServerFacts.class, "counters.sql");
  private static final String WAL =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";

  /** By the view that counts them: from PostgreSQL 17 on the first, and before the other one. */
  private static final Map<String, String> CHECKPOINTS =
      Map.of(
          "pg_stat_checkpointer", "SELECT num_timed + num_requested FROM pg_stat_checkpointer",
          "pg_stat_bgwriter", "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter");

  private static final List<String> PARTS = List.of("heap", "toast", "index", "total");

  /** What a server says that it is, such as {@code CockroachDB CCL v23.1.11}. */
  public static String product(Connection connection) throws SQLException {
    String name = product(Sql.first(connection, "SELECT version()").orElse(""));
    return Citus.on(connection, name).orElse(name);
  }

  /** From the answer to {@code version()} alone. */
  static String product(String version) {
    String name = version.split(" \\(| on |,", 2)[0].strip();
    return name.isEmpty() ? "a server that does not report its version" : name;
  }

  /** The product in a word where it is another than PostgreSQL or DocumentDB; else empty. */
  static String fork(String product) {
    String first = product.split(" ", 2)[0].toLowerCase(Locale.ROOT);
    return product.contains("-YB-")
        ? "yugabytedb"
        : Set.of("postgresql", "documentdb").contains(first) ? "" : first;
  }

  /**
   * Settings that differ from their defaults, those behind the durability promise first, and those
   * of the table.
   */
  Map<String, String> settings(String table) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : PROMISE) {
      settings.put(name, setting(name).orElse("unknown to this server"));
    }
    PostgresErrors.permitted(
        () ->
            Sql.rows(
                connection,
                CHANGED_SETTINGS,
                row -> settings.put(row.getString(1), row.getString(2))),
        why -> findings.add("the server does not report its settings: " + why));
    Sql.first(connection, TABLE_OPTIONS, table)
        .ifPresent(options -> settings.put("table", options));
    return settings;
  }

  /** The settings that decide what a crash leaves, such as {@code fsync on}. */
  static String promise(Map<String, String> settings) {
    return PROMISE.stream()
        .map(name -> name + " " + settings.get(name))
        .collect(Collectors.joining(", "));
  }

  /** Bytes on disk by part; of a distributed table those of all its shards. */
  Map<String, Long> sizes(Citus distribution, String table) throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    PostgresErrors.permitted(
        () -> {
          double[] bytes = distribution.numbers(connection, table, SIZES);
          PARTS.forEach(part -> sizes.put(part, (long) bytes[PARTS.indexOf(part)]));
        },
        why -> findings.add("the server does not report the sizes of tables: " + why));
    return sizes;
  }

  /** Opens a watch by {@code pgstat} or {@code servercpu}, on a connection for it alone. */
  static Watch watch(String profiler, Connection connection, PostgresTable table)
      throws SQLException {
    if (profiler.equals("pgstat")) {
      if (table.distribution().placement() == Placement.REFERENCE) {
        table.finds(
            "pgstat: an update of a reference table is counted once, and the WAL of all its copies");
      }
      Optional<String> checkpoints = checkpointsQuery(connection);
      return () -> counters(connection, table, checkpoints);
    }
    if (table.distribution().isDistributed()) {
      table.finds(
          "servercpu: the CPU time is the coordinator's; that of the workers is not counted");
    }
    long backend = Sql.rows(connection, "SELECT pg_backend_pid()", row -> row.getLong(1)).get(0);
    return Watch.processor(
        ProcessHandle.of(backend)
            .filter(handle -> ProcessorTime.runs(handle, "postgres"))
            .flatMap(ProcessHandle::parent));
  }

  /**
   * The cumulative statistics of one table, and the bytes of WAL that all nodes have written. A
   * backend hands its counts over once a second at most, so that the last second of an iteration
   * may be counted in the next one.
   */
  private static List<Watch.Reading> counters(
      Connection connection, PostgresTable table, Optional<String> checkpoints) {
    try {
      double[] now = table.distribution().numbers(connection, table.name(), COUNTERS);
      double updates = now[0];
      double wal = Sql.rows(connection, WAL, row -> row.getLong(1)).get(0);
      if (table.distribution().isDistributed()) {
        for (String bytes : Citus.runOnWorkers(connection, WAL).values()) {
          wal += Long.parseLong(bytes.strip());
        }
      }
      String unit = "bytes";
      List<Watch.Reading> readings = new ArrayList<>();
      if (checkpoints.isPresent()) {
        double begun = Sql.rows(connection, checkpoints.get(), row -> row.getLong(1)).get(0);
        readings.add(Watch.Reading.counter("pgstat.checkpoints", begun, "runs"));
      }
      Collections.addAll(
          readings,
          Watch.Reading.ratio("pgstat.cache_hit_ratio", now[6], now[6] + now[7], "hits/blocks"),
          Watch.Reading.counter("pgstat.updates", updates, "updates"),
          Watch.Reading.ratio("pgstat.hot_ratio", now[1], updates, "hot/updates"),
          Watch.Reading.level("pgstat.dead_tuples", now[2], "tuples"),
          Watch.Reading.counter("pgstat.autovacuums", now[3], "runs"),
          Watch.Reading.level("pgstat.heap", now[4], unit),
          Watch.Reading.level("pgstat.index", now[5], unit),
          Watch.Reading.counter("pgstat.wal", wal, unit),
          Watch.Reading.ratio("pgstat.wal_per_update", wal, updates, "bytes/update"));
      return readings;
    } catch (SQLException e) {
      String reason =
          PostgresErrors.rejectionReason(e)
              .orElseThrow(() -> table.system().errors().of("watching " + table.name(), e));
      throw new UnsupportedOperationException(
          "the server does not give its counters: " + reason, e);
    }
  }

  /** How checkpoints are counted; empty where a server counts none. */
  private static Optional<String> checkpointsQuery(Connection connection) throws SQLException {
    for (String view : List.of("pg_stat_checkpointer", "pg_stat_bgwriter")) {
      String exists = "SELECT to_regclass('pg_catalog." + view + "') IS NOT NULL";
      if (Sql.rows(connection, exists, row -> row.getBoolean(1)).get(0)) {
        return Optional.ofNullable(CHECKPOINTS.get(view));
      }
    }
    return Optional.empty();
  }

  /** What is between, and what the database's encoding means for texts. */
  void check(String product) throws SQLException {
    // look-alikes number sessions as they like
    if (fork(product).isEmpty() && Pooler.isBetween(connection)) {
      findings.add(Pooler.FINDING);
    }
    String encoding = setting("server_encoding").orElse("UTF8");
    if (encoding.equals("SQL_ASCII")) {
      findings.add(
          "the database's encoding is SQL_ASCII: it checks and compares texts byte by byte");
    } else if (!encoding.equals("UTF8")) {
      findings.add(
          "the database's encoding is %s, not UTF8: it converts texts, and refuses characters that %s lacks"
              .formatted(encoding, encoding));
    }
  }

  /**
   * Refuses a server that does not keep a promise.
   *
   * @param cluster whether its workers hold the rows, and have to keep it too
   */
  void check(Durability durability, boolean cluster, SqlErrors errors) throws SQLException {
    if (durability == Durability.NONE) {
      return;
    }
    for (String name : PROMISE) {
      Map<String, String> values = new LinkedHashMap<>();
      setting(name).ifPresent(value -> values.put("the server", value));
      if (values.isEmpty()) {
        findings.add(
            "the server has no setting %s: what durability=%s means is its own"
                .formatted(name, durability.label()));
      }
      if (cluster) {
        Citus.runOnWorkers(connection, "SHOW " + name)
            .forEach((worker, value) -> values.put("worker " + worker, value));
      }
      String wanted = name.equals(COMMIT) && durability != Durability.DEFAULT ? "off" : "on";
      values.forEach((node, value) -> {
        if (!value.equals(wanted)) {
          throw errors.storeException(
              "%s has %s=%s, and durability=%s needs %s; change it there, or take durability=none"
                  .formatted(node, name, value, durability.label(), wanted));
        }
      });
    }
  }

  private Optional<String> setting(String name) throws SQLException {
    return Sql.first(connection, "SELECT current_setting(?, true)", name);
  }
}
