package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.spi.Ingestion;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Connections;

/**
 * Loading into a table that has its key and indexes, made one after the other: {@code
 * indexing=before}. The rows come by INSERT from a temporary table. COPY would leave empty pages in
 * the table, for which the planner counts visits.
 */
public final class IndexedIngestion {
  private IndexedIngestion() {}

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
    Table waiting = table.temporary();
    CopyLoad load = new CopyLoad(connection, table, waiting, errors);
    return new Ingestion(
        "copy",
        () ->
            load.make(() -> {
              Schema.make(connection, table, table.create(durability));
              Sql.run(connection, table.createIndexes());
              Sql.run(connection, waiting.drop());
              Sql.run(connection, waiting.createLike(table));
            }),
        load::send,
        List.of(
            load.phase("insert", () -> others.atWork(connection, table.insertFrom(waiting))),
            load.phase("drop", () -> others.atWork(connection, waiting.drop())),
            load.phase("analyze", () -> others.atWork(connection, table.analyze()))));
  }
}
