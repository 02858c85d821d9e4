package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.sql.Connections;

/**
 * Builds a table's indexes on several connections at once, one for each processor: a single build
 * keeps one busy. Parallel workers inside a build are switched off, since the processors are taken.
 */
final class IndexBuild {
  private static final int MOST_CONNECTIONS = 8;

  /** Shared by the builds that run at once; a GIN build that runs out of it writes twice. */
  private static final int MEMORY_MEGABYTES = 1_024;

  private final Connections connections;

  IndexBuild(Connections connections) {
    this.connections = connections;
  }

  /**
   * Runs the statements, the first ones first, and waits for all.
   *
   * @param statements each independent of the others
   */
  void run(List<String> statements) throws SQLException {
    if (statements.isEmpty()) {
      return;
    }
    int workers =
        Math.min(
            statements.size(),
            Math.min(MOST_CONNECTIONS, Runtime.getRuntime().availableProcessors()));
    Queue<String> queue = new ConcurrentLinkedQueue<>(statements);
    ExecutorService executor = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> all = new ArrayList<>();
      Collections.nCopies(workers, queue)
          .forEach(shared ->
              all.add(
                  executor.submit(() -> {
                    work(shared, MEMORY_MEGABYTES / workers);
                    return true;
                  })));
      for (Future<?> one : all) {
        await(one);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private void work(Queue<String> queue, int megabytes) throws SQLException {
    try (Connection connection = connections.forWork()) {
      Sql.run(
          connection,
          List.of(
              "SET maintenance_work_mem = '" + megabytes + "MB'",
              "SET max_parallel_maintenance_workers = 0"));
      for (String sql = queue.poll(); sql != null; sql = queue.poll()) {
        Sql.run(connection, sql);
      }
    } catch (SQLException | RuntimeException e) {
      queue.clear(); // the others end after what they are at
      throw e;
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
