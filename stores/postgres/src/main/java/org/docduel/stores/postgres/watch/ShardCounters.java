package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.SQLException;
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
    long wal =
        Workers.ask(connection, WAL).values().stream()
            .mapToLong(bytes -> Long.parseLong(bytes.strip()))
            .sum();
    return new Counters(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], wal);
  }
}
