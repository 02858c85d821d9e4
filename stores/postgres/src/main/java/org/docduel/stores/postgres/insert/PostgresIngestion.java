package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Ingestion;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.SqlErrors;

/**
 * Bulk loading as an administrator does it: COPY into an unlogged table without indexes, then the
 * primary key and the indexes, then the log, then statistics. A table that is to stay unlogged
 * ({@code durability=none}) has no phase for the log.
 */
public final class PostgresIngestion implements Ingestion {
  private final Connection connection;
  private final Connections others;
  private final IndexBuild builds;
  private final Table table;
  private final Durability durability;
  private final CopyLoad load;

  public PostgresIngestion(
      Connection connection,
      Connections others,
      Table table,
      Durability durability,
      SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.others = others;
    this.builds = new IndexBuild(others);
    this.table = table;
    this.durability = durability;
    this.load = new CopyLoad(connection, table, table, errors);
  }

  @Override
  public String loadPhase() {
    return "copy";
  }

  @Override
  public void prepare() {
    load.make(() -> Schema.make(connection, table, table.createForLoading(durability)));
  }

  @Override
  public void load(List<Document> chunk) {
    load.send(chunk);
  }

  @Override
  public List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    phases.add(load.phase("index", this::index));
    if (durability != Durability.NONE && !table.distribution().isDistributed()) {
      phases.add(load.phase("set-logged", () -> others.atWork(connection, table.setLogged())));
    }
    phases.add(load.phase("analyze", () -> others.atWork(connection, table.analyze())));
    return List.copyOf(phases);
  }

  /** The key by itself: adding it keeps everybody else off the table. */
  private void index() throws SQLException {
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
