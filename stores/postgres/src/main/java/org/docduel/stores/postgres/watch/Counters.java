package org.docduel.stores.postgres.watch;

import java.sql.SQLException;

/**
 * What a server has counted of a table.
 *
 * @param updates row versions written by updates
 * @param hot those of them that no index had to be told of
 * @param dead row versions that nobody can see any more
 * @param autovacuums runs of autovacuum
 * @param heap bytes without indexes and long values
 * @param index bytes of all indexes
 * @param wal bytes of log that the server has written since it was made
 */
record Counters(
    double updates,
    double hot,
    double dead,
    double autovacuums,
    double heap,
    double index,
    double wal) {
  /** Where they come from. */
  @FunctionalInterface
  interface Source {
    Counters read() throws SQLException;
  }
}
