package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.LongStream;
import org.docduel.stores.postgres.citus.Shards;
import org.docduel.stores.postgres.citus.Workers;
import org.docduel.stores.postgres.sql.SqlFile;

/** The counters of all shards of a table, and the log of all workers. */
record ShardCounters(Connection connection, String table) implements Counters.Source {
  private static final String COUNTERS = SqlFile.read(ShardCounters.class, "shard-counters.sql");
  private static final String WAL =
      "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";

  @Override
  public Counters read() throws SQLException {
    long[] sums = Shards.sum(connection, table, COUNTERS);
    double wal =
        Workers.ask(connection, WAL).values().stream()
            .mapToDouble(bytes -> Double.parseDouble(bytes.strip()))
            .sum();
    double[] counts = LongStream.of(sums).asDoubleStream().toArray();
    return new Counters(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], wal);
  }
}
