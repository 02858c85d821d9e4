package org.docduel.tools;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Updates on the driver alone, as suites have them; on JDBC: borrow a connection from a pool,
 * prepare, bind, run, give back. Counted as {@code UpdateBenchmark} counts: each worker's updates
 * over its own time, added up, as the metric {@code throughput}. Run with {@code scripts/compare
 * update-8} or {@code update-mongodb}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(jvmArgsAppend = "-Xmx2g")
public class BareUpdateBenchmark {
  /** Changes documents; for all threads. */
  interface Updates extends AutoCloseable {
    /** How many documents had the key. */
    long update(long key, long value) throws SQLException;

    @Override
    void close();
  }

  /** A connection for each worker. */
  @State(Scope.Benchmark)
  public static class Pool {
    private Optional<Updates> updates = Optional.empty();
    private int documents;
    private double perSecond;

    /** Connects. */
    @Setup(Level.Trial)
    public void open(UpdateTable table, BenchmarkParams params) {
      documents = table.documents;
      updates =
          Optional.of(
              table.store.equals("mongodb")
                  ? new BareMongo.Changes(table.server(), table.waits())
                  : pooled(table, params.getThreads()));
    }

    private static Updates pooled(UpdateTable table, int connections) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(table.server().url());
      config.setMaximumPoolSize(connections);
      config.addDataSourceProperty("prepareThreshold", 1);
      config.setConnectionInitSql("SET " + table.setting());
      HikariDataSource pool = new HikariDataSource(config);
      return new Updates() {
        @Override
        public long update(long key, long value) throws SQLException {
          try (Connection connection = pool.getConnection();
              PreparedStatement statement = connection.prepareStatement(UpdateTable.SQL)) {
            statement.setLong(1, value);
            statement.setLong(2, key);
            return statement.executeLargeUpdate();
          }
        }

        @Override
        public void close() {
          pool.close();
        }
      };
    }

    /** Begins to count. */
    @Setup(Level.Iteration)
    public synchronized void begin() {
      perSecond = 0;
    }

    private synchronized void add(double workersPerSecond) {
      perSecond += workersPerSecond;
      IterationMetrics.put("throughput", perSecond, "updates/s");
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void close() {
      updates.ifPresent(Updates::close);
    }
  }

  /** What one worker has done in an iteration. */
  @State(Scope.Thread)
  public static class Worker {
    private long began;
    private long ended;
    private long done;

    /** Begins anew. */
    @Setup(Level.Iteration)
    public void begin() {
      done = 0;
      began = 0;
    }

    /** Adds it to the others'. */
    @TearDown(Level.Iteration)
    public void end(Pool pool) {
      pool.add(done * 1e9 / Math.max(1, ended - began));
    }
  }

  /** One update. */
  @Benchmark
  public void update(Pool pool, Worker worker) throws SQLException {
    if (worker.done == 0) {
      worker.began = System.nanoTime();
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long key = random.nextLong(1, pool.documents + 1L);
    if (pool.updates.orElseThrow().update(key, random.nextLong(1_000_000, 2_000_000)) != 1) {
      throw new IllegalStateException("the key was not there");
    }
    worker.done++;
    worker.ended = System.nanoTime();
  }
}
