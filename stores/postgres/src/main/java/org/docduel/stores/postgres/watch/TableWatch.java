package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.spi.Watch;
import org.docduel.stores.postgres.sql.SqlErrors;
import org.docduel.stores.postgres.sql.SqlFile;

/**
 * Reads the cumulative statistics of one table. A backend hands its counts over once a second at
 * most, so that the last second of an iteration may be counted in the next one.
 */
final class TableWatch implements Watch {
  private static final String COUNTERS = SqlFile.read(TableWatch.class, "table-counters.sql");
  private static final String UNIT_BYTES = "bytes";

  private record Counters(
      long updates, long hot, long dead, long autovacuums, long heap, long index, long wal) {}

  private final PreparedStatement statement;
  private final String table;
  private final SqlErrors errors;
  private Counters before = new Counters(0, 0, 0, 0, 0, 0, 0);
  private double hotRatio;

  TableWatch(Connection connection, String table, SqlErrors errors) throws SQLException {
    this.statement = connection.prepareStatement(COUNTERS);
    this.table = table;
    this.errors = errors;
    statement.setString(1, table);
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
    }
    return List.of(
        new Reading("pgstat.updates", updates, "updates"),
        new Reading("pgstat.hot_ratio", hotRatio, "hot/updates"),
        new Reading("pgstat.dead_tuples", now.dead(), "tuples"),
        new Reading("pgstat.autovacuums", now.autovacuums() - before.autovacuums(), "runs"),
        new Reading("pgstat.heap", now.heap(), UNIT_BYTES),
        new Reading("pgstat.index", now.index(), UNIT_BYTES),
        new Reading("pgstat.wal", now.wal() - before.wal(), UNIT_BYTES));
  }

  private Counters read() {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return new Counters(
          row.getLong("updates"),
          row.getLong("hot_updates"),
          row.getLong("dead_tuples"),
          row.getLong("autovacuums"),
          row.getLong("heap"),
          row.getLong("index"),
          row.getLong("wal"));
    } catch (SQLException e) {
      throw errors.of("watching " + table, e);
    }
  }
}
