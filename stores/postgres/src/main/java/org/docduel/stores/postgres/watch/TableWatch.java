package org.docduel.stores.postgres.watch;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.Watch;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.sql.PostgresErrors;

/**
 * Reads the cumulative statistics of one table. A backend hands its counts over once a second at
 * most, so that the last second of an iteration may be counted in the next one.
 */
record TableWatch(Counters.Source source, String table, SqlErrors errors) implements Watch {
  private static final String UNIT_BYTES = "bytes";

  @Override
  public List<Reading> read() {
    Counters now = counters();
    return List.of(
        Reading.counter("pgstat.updates", now.updates(), "updates"),
        Reading.ratio("pgstat.hot_ratio", now.hot(), now.updates(), "hot/updates"),
        Reading.level("pgstat.dead_tuples", now.dead(), "tuples"),
        Reading.counter("pgstat.autovacuums", now.autovacuums(), "runs"),
        Reading.level("pgstat.heap", now.heap(), UNIT_BYTES),
        Reading.level("pgstat.index", now.index(), UNIT_BYTES),
        Reading.counter("pgstat.wal", now.wal(), UNIT_BYTES),
        Reading.ratio("pgstat.wal_per_update", now.wal(), now.updates(), "bytes/update"));
  }

  private Counters counters() {
    try {
      return source.read();
    } catch (SQLException e) {
      Optional<String> refusal = PostgresErrors.refusal(e);
      if (refusal.isPresent()) {
        throw new UnsupportedOperationException(
            "the server does not give its counters: " + refusal.get(), e);
      }
      throw errors.of("watching " + table, e);
    }
  }
}
