package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Bulk loads of one table. When all phases are through, every document can be read, is kept as the
 * durability says, is in every index, and the planner's statistics are up to date. The message of
 * each failure names the table.
 */
record BulkLoader(Connection connection, PostgresTable table) {
  /**
   * Loading as an administrator does it: COPY into an unlogged table without indexes, then the
   * primary key and the indexes, then the WAL, then statistics. A table that is to stay unlogged
   * ({@code durability=none}) has no phase for the WAL.
   */
  Ingestion indexedAfter() throws SQLException {
    boolean logged = table.durability() != Durability.NONE;
    List<Ingestion.Phase> phases = new ArrayList<>();
    phases.add(phase("index", this::index));
    if (logged && !table.distribution().isDistributed()) {
      phases.add(phase("set-logged", "ALTER TABLE " + table.name() + " SET LOGGED"));
    } else if (logged) {
      table.finds(
          "bulk loads of "
              + table.plainName()
              + " write WAL from the first row on: distributed tables cannot be made logged later,"
              + " as local ones are");
    }
    phases.add(phase("analyze", table.analyze()));
    return load(() -> table.recreate(connection, table.createForLoading()), table, phases);
  }

  /**
   * Loading into a table that has its key and indexes, made one after the other: {@code
   * indexing=before}. The rows come by INSERT from a temporary table. COPY would leave empty pages
   * in the table, for which the planner counts visits.
   */
  Ingestion indexedBefore() throws SQLException {
    PostgresTable waiting =
        new PostgresTable(
            table.system(), "pg_temp", table.plainName(), table.dialect(), Citus.SINGLE);
    String drop = "DROP TABLE IF EXISTS " + waiting.name();
    String move = table.insertInto() + "SELECT " + table.columnList() + " FROM " + waiting.name();
    return load(
        () -> {
          table.recreate(connection, table.create());
          Sql.run(connection, table.createIndexes());
          String like = "CREATE TABLE " + waiting.name() + " (LIKE " + table.name() + ")";
          Sql.run(connection, List.of(drop, like));
        },
        waiting,
        List.of(phase("insert", move), phase("drop", drop), phase("analyze", table.analyze())));
  }

  private Ingestion load(
      Sql.SqlRunnable createTable, PostgresTable received, List<Ingestion.Phase> phases)
      throws SQLException {
    SqlErrors errors = table.system().errors();
    Inserts copy =
        errors.inserts(
            "loading " + table.name(), Rows.sender(connection, received, InsertPath.COPY));
    return new Ingestion(
        "copy", () -> errors.run("making " + table.name(), createTable), copy, phases);
  }

  private Ingestion.Phase phase(String name, Sql.SqlRunnable work) {
    SqlErrors errors = table.system().errors();
    return new Ingestion.Phase(name, () -> errors.run(name + " of " + table.name(), work));
  }

  private Ingestion.Phase phase(String name, String sql) {
    return phase(name, () -> table.system().atWork(connection, sql));
  }

  /** The key by itself: adding it keeps everybody else off the table. */
  private void index() throws SQLException {
    String key = table.distribution().primaryKey();
    build(List.of("ALTER TABLE " + table.name() + " ADD " + key));
    if (table.distribution().isDistributed()) {
      // The cluster builds an index on all its shards at once.
      for (String create : table.createIndexes()) {
        table.system().atWork(connection, create);
      }
    } else {
      build(table.createIndexes());
    }
  }

  /**
   * Builds on several connections at once, one for each processor: a single build keeps one busy.
   * Parallel workers inside a build are switched off, since the processors are taken. Each build
   * has the server's own {@code maintenance_work_mem}.
   */
  private void build(List<String> statements) throws SQLException {
    if (statements.isEmpty()) {
      return;
    }
    int workers = Math.min(statements.size(), PostgresServer.maxBuilders());
    Queue<String> queue = new ConcurrentLinkedQueue<>(statements);
    Callable<Boolean> worker = () -> work(queue);
    ExecutorService executor = Executors.newFixedThreadPool(workers);
    try {
      for (Future<Boolean> future : executor.invokeAll(Collections.nCopies(workers, worker))) {
        future.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while indexes were built", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException failure
          ? failure
          : new SQLException("building indexes: " + e.getCause(), e);
    } finally {
      executor.shutdownNow();
    }
  }

  private boolean work(Queue<String> queue) throws SQLException {
    try (Connection builder = table.system().open(true)) {
      Sql.run(builder, "SET max_parallel_maintenance_workers = 0");
      for (String sql = queue.poll(); sql != null; sql = queue.poll()) {
        Sql.run(builder, sql);
      }
      return true;
    } catch (SQLException e) {
      queue.clear(); // the others end after what they are at
      throw SqlErrors.limitedBy(Waits.WORK, e);
    }
  }
}
