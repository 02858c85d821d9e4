package org.docduel.stores.postgres.watch;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.Watch;
import org.docduel.stores.postgres.sql.Refusal;
import org.docduel.stores.postgres.sql.SqlErrors;

/**
 * Reads the cumulative statistics of one table. A backend hands its counts over once a second at
 * most, so that the last second of an iteration may be counted in the next one.
 */
final class TableWatch implements Watch {
  private static final String UNIT_BYTES = "bytes";

  private final Counters.Source source;
  private final String table;
  private final SqlErrors errors;
  private Counters before = Counters.ZERO;
  private double hotRatio;
  private double walPerUpdate;

  TableWatch(Counters.Source source, String table, SqlErrors errors) {
    this.source = source;
    this.table = table;
    this.errors = errors;
    before = read();
  }

  @Override
  public void begin() {
    before = read();
  }

  @Override
  public List<Reading> end() {
    Counters now = read();
    long updates = now.updates() - before.updates();
    if (updates > 0) {
      // An iteration in which the server has counted no update yet has the ratio of the one before.
      hotRatio = (double) (now.hot() - before.hot()) / updates;
      walPerUpdate = (double) (now.wal() - before.wal()) / updates;
    }
    return List.of(
        new Reading("pgstat.updates", updates, "updates"),
        new Reading("pgstat.hot_ratio", hotRatio, "hot/updates"),
        new Reading("pgstat.dead_tuples", now.dead(), "tuples"),
        new Reading("pgstat.autovacuums", now.autovacuums() - before.autovacuums(), "runs"),
        new Reading("pgstat.heap", now.heap(), UNIT_BYTES),
        new Reading("pgstat.index", now.index(), UNIT_BYTES),
        new Reading("pgstat.wal", now.wal() - before.wal(), UNIT_BYTES),
        new Reading("pgstat.wal_per_update", walPerUpdate, "bytes/update"));
  }

  private Counters read() {
    try {
      return source.read();
    } catch (SQLException e) {
      Optional<String> refusal = Refusal.reason(e);
      if (refusal.isPresent()) {
        throw new UnsupportedOperationException(
            "the server does not give its counters: " + refusal.get(), e);
      }
      throw errors.of("watching " + table, e);
    }
  }
}
