package org.docduel.tools;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.ServerAddress;

/** A loop as suites on JDBC have it: borrow a connection, prepare, bind, run, give back. */
final class BareUpdates implements AutoCloseable {
  /** What the harness sends; the parameters are the new number and the key. */
  static final String SQL =
      "UPDATE "
          + UpdateTable.NAME
          + " SET doc = jsonb_set(doc, ARRAY['profile', 'score'], to_jsonb(?::bigint))"
          + " WHERE ((doc ->> 'user_id')::bigint) = ?";

  private static final long LIMIT_SECONDS = 600;

  private final HikariDataSource pool;
  private final ExecutorService threads;
  private final int workers;
  private final int documents;

  BareUpdates(ServerAddress address, String setting, int workers, int documents) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setMaximumPoolSize(workers);
    config.addDataSourceProperty("prepareThreshold", 1);
    config.setConnectionInitSql("SET " + setting);
    this.pool = new HikariDataSource(config);
    this.threads = Executors.newFixedThreadPool(workers);
    this.workers = workers;
    this.documents = documents;
  }

  /**
   * Updates for so long, with all workers.
   *
   * @return updates per second, counted as the harness counts them: each worker's over its own
   *     time, from its begin to the end of its last update, and added up
   */
  double perSecond(Duration time) throws Exception {
    List<Future<Double>> running = new ArrayList<>();
    long end = System.nanoTime() + time.toNanos();
    Callable<Double> loop = () -> perSecond(end);
    for (int worker = 0; worker < workers; worker++) {
      running.add(threads.submit(loop));
    }
    double sum = 0;
    for (Future<Double> one : running) {
      sum += one.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
    return sum;
  }

  private double perSecond(long end) throws SQLException {
    long began = System.nanoTime();
    long done = 0;
    do {
      update();
      done++;
    } while (System.nanoTime() < end);
    return done * 1e9 / (System.nanoTime() - began);
  }

  private void update() throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(SQL)) {
      statement.setLong(1, random.nextLong(1_000_000, 2_000_000));
      statement.setLong(2, random.nextLong(1, documents + 1L));
      if (statement.executeLargeUpdate() != 1) {
        throw new IllegalStateException("the key was not there");
      }
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    pool.close();
  }
}
