package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.docduel.core.config.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.Findings;

/**
 * Bulk loads of one table. When all phases are through, every document can be read, is kept as the
 * durability says, is in every index, and the planner's statistics are up to date. The message of
 * each failure names the table.
 *
 * @param connection the session's
 * @param others opens connections for work of the server's own
 * @param table where the rows are in the end
 * @param durability what the table keeps of a crash
 * @param findings takes down what a reader of the numbers has to know
 * @param errors makes the messages
 */
public record Ingestions(
    Connection connection,
    Connections others,
    Table table,
    Durability durability,
    Findings findings,
    SqlErrors errors) {
  private static final int MOST_CONNECTIONS = 8;

  /** Shared by the builds that run at once; a GIN build that runs out of it writes twice. */
  private static final int MEMORY_MEGABYTES = 1_024;

  /**
   * Loading as an administrator does it: COPY into an unlogged table without indexes, then the
   * primary key and the indexes, then the WAL, then statistics. A table that is to stay unlogged
   * ({@code durability=none}) has no phase for the WAL.
   */
  public Ingestion indexedAfter() throws SQLException {
    boolean distributed = table.distribution().isDistributed();
    List<Ingestion.Phase> phases = new ArrayList<>();
    phases.add(phase("index", this::index));
    if (durability != Durability.NONE && !distributed) {
      phases.add(phase("set-logged", () -> others.atWork(connection, table.setLogged())));
    }
    phases.add(phase("analyze", () -> others.atWork(connection, table.analyze())));
    if (distributed && durability != Durability.NONE) {
      findings.add(
          "bulk loads of "
              + table.plainName()
              + " write WAL from the first row on: distributed tables cannot be made logged later,"
              + " as local ones are");
    }
    return new Ingestion(
        "copy",
        () -> make(() -> Schema.make(connection, table, table.createForLoading(durability))),
        copyInto(table),
        phases);
  }

  /**
   * Loading into a table that has its key and indexes, made one after the other: {@code
   * indexing=before}. The rows come by INSERT from a temporary table. COPY would leave empty pages
   * in the table, for which the planner counts visits.
   */
  public Ingestion indexedBefore() throws SQLException {
    Table waiting = table.temporary();
    return new Ingestion(
        "copy",
        () ->
            make(() -> {
              Schema.make(connection, table, table.create(durability));
              Sql.run(connection, table.createIndexes());
              Sql.run(connection, List.of(waiting.drop(), waiting.createLike(table)));
            }),
        copyInto(waiting),
        List.of(
            phase("insert", () -> others.atWork(connection, table.insertFrom(waiting))),
            phase("drop", () -> others.atWork(connection, waiting.drop())),
            phase("analyze", () -> others.atWork(connection, table.analyze()))));
  }

  private void make(Sql.Work work) {
    run("making " + table.name(), work);
  }

  private Inserts copyInto(Table received) throws SQLException {
    InsertPaths.Sender copy = InsertPaths.copy(connection, received);
    return chunk -> {
      try {
        copy.send(chunk);
      } catch (RejectedDocumentException e) {
        throw errors.named(e);
      } catch (SQLException e) {
        throw errors.ofDocuments("loading " + table.name(), e);
      }
    };
  }

  private Ingestion.Phase phase(String name, Sql.Work work) {
    return new Ingestion.Phase(name, () -> run(name + " of " + table.name(), work));
  }

  private void run(String doing, Sql.Work work) {
    try {
      work.run();
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }

  /** The key by itself: adding it keeps everybody else off the table. */
  private void index() throws SQLException {
    build(List.of(table.addPrimaryKey()));
    if (table.distribution().isDistributed()) {
      // The cluster builds an index on all its shards at once.
      for (String create : table.createIndexes()) {
        others.atWork(connection, create);
      }
    } else {
      build(table.createIndexes());
    }
  }

  /**
   * Builds on several connections at once, one for each processor: a single build keeps one busy.
   * Parallel workers inside a build are switched off, since the processors are taken.
   */
  private void build(List<String> statements) throws SQLException {
    if (statements.isEmpty()) {
      return;
    }
    int processors = Math.min(MOST_CONNECTIONS, Runtime.getRuntime().availableProcessors());
    int workers = Math.min(statements.size(), processors);
    Queue<String> queue = new ConcurrentLinkedQueue<>(statements);
    ExecutorService executor = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        all.add(
            executor.submit(() -> {
              work(queue, MEMORY_MEGABYTES / workers);
              return true;
            }));
      }
      for (Future<?> one : all) {
        await(one);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private void work(Queue<String> queue, int megabytes) throws SQLException {
    try (Connection builder = others.forWork()) {
      Sql.run(
          builder,
          List.of(
              "SET maintenance_work_mem = '" + megabytes + "MB'",
              "SET max_parallel_maintenance_workers = 0"));
      for (String sql = queue.poll(); sql != null; sql = queue.poll()) {
        Sql.run(builder, sql);
      }
    } catch (SQLException e) {
      queue.clear(); // the others end after what they are at
      throw SqlErrors.limitedBy(Waits.WORK, e);
    }
  }

  private static void await(Future<?> work) throws SQLException {
    try {
      work.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new IllegalStateException("building indexes", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while indexes were built", e);
    }
  }
}
