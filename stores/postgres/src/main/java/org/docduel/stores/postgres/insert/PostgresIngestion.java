package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.spi.Ingestion;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Connections;

/**
 * Bulk loading as an administrator does it: COPY into an unlogged table without indexes, then the
 * primary key and the indexes, then the log, then statistics. A table that is to stay unlogged
 * ({@code durability=none}) has no phase for the log.
 */
public final class PostgresIngestion {
  private PostgresIngestion() {}

  /**
   * A load.
   *
   * @throws SQLException when the driver has no COPY
   */
  public static Ingestion of(
      Connection connection,
      Connections others,
      Table table,
      Durability durability,
      SqlErrors errors)
      throws SQLException {
    CopyLoad load = new CopyLoad(connection, table, table, errors);
    List<Ingestion.Phase> phases = new ArrayList<>();
    phases.add(load.phase("index", () -> index(connection, others, table)));
    if (durability != Durability.NONE && !table.distribution().isDistributed()) {
      phases.add(load.phase("set-logged", () -> others.atWork(connection, table.setLogged())));
    }
    phases.add(load.phase("analyze", () -> others.atWork(connection, table.analyze())));
    return new Ingestion(
        "copy",
        () -> load.make(() -> Schema.make(connection, table, table.createForLoading(durability))),
        load::send,
        phases);
  }

  /** The key by itself: adding it keeps everybody else off the table. */
  private static void index(Connection connection, Connections others, Table table)
      throws SQLException {
    IndexBuild builds = new IndexBuild(others);
    builds.run(List.of(table.addPrimaryKey()));
    if (table.distribution().isDistributed()) {
      // The cluster builds an index on all its shards at once.
      for (String create : table.createIndexes()) {
        others.atWork(connection, create);
      }
    } else {
      builds.run(table.createIndexes());
    }
  }
}
