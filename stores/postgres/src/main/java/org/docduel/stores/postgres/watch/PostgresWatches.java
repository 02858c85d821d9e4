package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.citus.Citus;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.Placement;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;
import org.docduel.stores.postgres.sql.SqlFile;

/** The ways to watch a PostgreSQL server. */
public final class PostgresWatches {
  private static final String TABLE_COUNTERS =
      SqlFile.read(PostgresWatches.class, "table-counters.sql");
  private static final String SHARD_COUNTERS =
      SqlFile.read(PostgresWatches.class, "shard-counters.sql");
  private static final String WAL =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";
  private static final String UNIT_BYTES = "bytes";

  /**
   * What a server has counted of a table: updates, those of them that no index had to be told of,
   * row versions that nobody can see any more, runs of autovacuum, bytes without indexes and long
   * values, bytes of all indexes, and bytes of WAL that it has written since it was made.
   */
  @FunctionalInterface
  private interface Counters {
    double[] read() throws SQLException;
  }

  private PostgresWatches() {}

  /**
   * Opens a watch.
   *
   * @param profiler {@code pgstat} or {@code servercpu}
   * @param connection to the server, for this watch alone
   * @param table what is worked on
   * @param findings takes down which nodes of a cluster are watched
   * @throws SQLException when the server does not answer
   * @throws UnsupportedOperationException when this server cannot be watched so
   */
  public static Watch open(
      String profiler, Connection connection, Table table, Findings findings, SqlErrors errors)
      throws SQLException {
    boolean cluster = table.distribution().isDistributed();
    if (profiler.equals("pgstat")) {
      if (table.distribution().placement() == Placement.REFERENCE) {
        findings.add(
            "pgstat: an update of a reference table is counted once, and the WAL of all its copies");
      }
      Counters counters =
          cluster ? ofShards(connection, table.name()) : ofTable(connection, table.name());
      return () -> read(counters, table.name(), errors);
    } else if (profiler.equals("servercpu")) {
      if (cluster) {
        findings.add(
            "servercpu: the CPU time is the coordinator's; that of the workers is not counted");
      }
      long postmaster = postmaster(connection);
      return Watch.processor(() -> ProcessorTime.seconds(postmaster));
    }
    throw new UnsupportedOperationException("PostgreSQL has no profiler " + profiler);
  }

  private static Counters ofTable(Connection connection, String table) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(TABLE_COUNTERS);
    statement.setString(1, table);
    return () -> {
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        double[] counts = new double[row.getMetaData().getColumnCount()];
        for (int i = 0; i < counts.length; i++) {
          counts[i] = row.getDouble(i + 1);
        }
        return counts;
      }
    };
  }

  /** The counters of all shards of a table, and the WAL of all nodes. */
  private static Counters ofShards(Connection connection, String table) {
    return () -> {
      LongStream shards = LongStream.of(Citus.sumOfShards(connection, table, SHARD_COUNTERS));
      long wal = 0;
      for (String bytes : Citus.askWorkers(connection, WAL).values()) {
        wal += Long.parseLong(bytes.strip());
      }
      try (Statement statement = connection.createStatement();
          ResultSet coordinator = statement.executeQuery(WAL)) {
        coordinator.next();
        wal += coordinator.getLong(1);
      }
      return LongStream.concat(shards, LongStream.of(wal)).asDoubleStream().toArray();
    };
  }

  /**
   * The cumulative statistics of one table. A backend hands its counts over once a second at most,
   * so that the last second of an iteration may be counted in the next one.
   */
  private static List<Watch.Reading> read(Counters counters, String table, SqlErrors errors) {
    try {
      double[] now = counters.read();
      double updates = now[0];
      double wal = now[6];
      List<Watch.Reading> readings = new ArrayList<>();
      if (now.length > 8) { // not of shards
        double blocks = now[7] + now[8];
        readings.add(Watch.Reading.ratio("pgstat.cache_hit_ratio", now[7], blocks, "hits/blocks"));
      }
      List<Watch.Reading> always =
          List.of(
              Watch.Reading.counter("pgstat.updates", updates, "updates"),
              Watch.Reading.ratio("pgstat.hot_ratio", now[1], updates, "hot/updates"),
              Watch.Reading.level("pgstat.dead_tuples", now[2], "tuples"),
              Watch.Reading.counter("pgstat.autovacuums", now[3], "runs"),
              Watch.Reading.level("pgstat.heap", now[4], UNIT_BYTES),
              Watch.Reading.level("pgstat.index", now[5], UNIT_BYTES),
              Watch.Reading.counter("pgstat.wal", wal, UNIT_BYTES),
              Watch.Reading.ratio("pgstat.wal_per_update", wal, updates, "bytes/update"));
      readings.addAll(always);
      return List.copyOf(readings);
    } catch (SQLException e) {
      Optional<String> refusal = PostgresErrors.refusal(e);
      if (refusal.isPresent()) {
        throw new UnsupportedOperationException(
            "the server does not give its counters: " + refusal.get(), e);
      }
      throw errors.of("watching " + table, e);
    }
  }

  /** The parent of the process that serves a connection. */
  private static long postmaster(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      long backend = row.getLong(1);
      return ProcessHandle.of(backend)
          .filter(handle -> ProcessorTime.runs(handle, "postgres"))
          .flatMap(ProcessHandle::parent)
          .map(ProcessHandle::pid)
          .orElseThrow(() ->
              new UnsupportedOperationException(
                  "the server's processes cannot be seen from here: it runs on another host, in a"
                      + " container, or not on Linux"));
    }
  }
}
