package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresParameters.Placement;
import org.docduel.stores.postgres.server.PostgresErrors;

/** The ways to watch a PostgreSQL server. */
final class PostgresWatches {
  private static final String TABLE_COUNTERS = Sql.file(PostgresSystem.class, "table-counters.sql");
  private static final String SHARD_COUNTERS = Sql.file(PostgresSystem.class, "shard-counters.sql");
  private static final String WAL =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";
  private static final String UNIT_BYTES = "bytes";

  private PostgresWatches() {}

  /** Opens a watch by {@code pgstat} or {@code servercpu}, on a connection for it alone. */
  static Watch open(String profiler, Connection connection, PostgresTable table)
      throws SQLException {
    boolean cluster = table.distribution().isDistributed();
    if (profiler.equals("pgstat")) {
      if (table.distribution().placement() == Placement.REFERENCE) {
        table.finds(
            "pgstat: an update of a reference table is counted once, and the WAL of all its copies");
      }
      return () -> read(connection, table);
    } else if (profiler.equals("servercpu")) {
      if (cluster) {
        table.finds(
            "servercpu: the CPU time is the coordinator's; that of the workers is not counted");
      }
      return Watch.processor(postmaster(connection));
    }
    throw new UnsupportedOperationException("PostgreSQL has no profiler " + profiler);
  }

  /**
   * What a server has counted of a table: updates, those of them that no index had to be told of,
   * row versions that nobody can see any more, runs of autovacuum, bytes without indexes and long
   * values, bytes of all indexes, and bytes of WAL that it has written since it was made. Of a
   * table that is not in shards also blocks that were in the cache, and blocks that were not.
   */
  private static double[] counters(Connection connection, PostgresTable table) throws SQLException {
    LongStream counts =
        LongStream.of(ServerFacts.numbers(connection, table, TABLE_COUNTERS, SHARD_COUNTERS));
    if (!table.distribution().isDistributed()) {
      return counts.asDoubleStream().toArray();
    }
    long wal = Sql.rows(connection, WAL, row -> row.getLong(1)).get(0);
    for (String bytes : Citus.askWorkers(connection, WAL).values()) {
      wal += Long.parseLong(bytes.strip());
    }
    return LongStream.concat(counts, LongStream.of(wal)).asDoubleStream().toArray();
  }

  /**
   * The cumulative statistics of one table. A backend hands its counts over once a second at most,
   * so that the last second of an iteration may be counted in the next one.
   */
  private static List<Watch.Reading> read(Connection connection, PostgresTable table) {
    double[] now;
    try {
      now = counters(connection, table);
    } catch (SQLException e) {
      String refusal =
          PostgresErrors.refusal(e)
              .orElseThrow(() -> table.system().errors().of("watching " + table.name(), e));
      throw new UnsupportedOperationException(
          "the server does not give its counters: " + refusal, e);
    }
    double updates = now[0];
    double wal = now[6];
    List<Watch.Reading> readings = new ArrayList<>();
    if (now.length > 8) { // not of shards
      double blocks = now[7] + now[8];
      readings.add(Watch.Reading.ratio("pgstat.cache_hit_ratio", now[7], blocks, "hits/blocks"));
    }
    readings.add(Watch.Reading.counter("pgstat.updates", updates, "updates"));
    readings.add(Watch.Reading.ratio("pgstat.hot_ratio", now[1], updates, "hot/updates"));
    readings.add(Watch.Reading.level("pgstat.dead_tuples", now[2], "tuples"));
    readings.add(Watch.Reading.counter("pgstat.autovacuums", now[3], "runs"));
    readings.add(Watch.Reading.level("pgstat.heap", now[4], UNIT_BYTES));
    readings.add(Watch.Reading.level("pgstat.index", now[5], UNIT_BYTES));
    readings.add(Watch.Reading.counter("pgstat.wal", wal, UNIT_BYTES));
    readings.add(Watch.Reading.ratio("pgstat.wal_per_update", wal, updates, "bytes/update"));
    return readings;
  }

  /** The parent of the process that serves a connection. */
  private static Optional<ProcessHandle> postmaster(Connection connection) throws SQLException {
    long backend = Sql.rows(connection, "SELECT pg_backend_pid()", row -> row.getLong(1)).get(0);
    return ProcessHandle.of(backend)
        .filter(handle -> ProcessorTime.runs(handle, "postgres"))
        .flatMap(ProcessHandle::parent);
  }
}
