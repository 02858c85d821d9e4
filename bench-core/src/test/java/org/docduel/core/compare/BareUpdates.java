package org.docduel.core.compare;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.docduel.core.config.ServerAddress;

/** A loop as suites on JDBC have it: borrow a connection, prepare, bind, run, give back. */
final class BareUpdates {
  /** The collection whose table is updated. */
  static final String COLLECTION = "compared";

  /** What the harness sends; the parameters are the new number and the key. */
  static final String SQL =
      "UPDATE docduel.postgres_jsonb_compared"
          + " SET doc = jsonb_set(doc, ARRAY['profile', 'score'], to_jsonb(?::bigint))"
          + " WHERE ((doc ->> 'user_id')::bigint) = ?";

  private BareUpdates() {}

  static double perSecond(ServerAddress address, int workers, int documents, int seconds)
      throws Exception {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setMaximumPoolSize(workers);
    config.addDataSourceProperty("prepareThreshold", 1);
    config.setConnectionInitSql("SET synchronous_commit = on");
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    LongAdder done = new LongAdder();
    AtomicBoolean stop = new AtomicBoolean();
    try (HikariDataSource pool = new HikariDataSource(config)) {
      List<Future<?>> running = new ArrayList<>();
      for (int worker = 0; worker < workers; worker++) {
        running.add(
            threads.submit(() -> {
              while (!stop.get()) {
                update(pool, documents);
                done.increment();
              }
              return done;
            }));
      }
      TimeUnit.SECONDS.sleep(1);
      long before = done.sum();
      long started = System.nanoTime();
      TimeUnit.SECONDS.sleep(seconds);
      double perSecond = (done.sum() - before) * 1e9 / (System.nanoTime() - started);
      stop.set(true);
      for (Future<?> one : running) {
        one.get(1, TimeUnit.MINUTES);
      }
      return perSecond;
    } finally {
      stop.set(true);
      threads.shutdown();
    }
  }

  private static void update(HikariDataSource pool, int documents) throws SQLException {
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
}
