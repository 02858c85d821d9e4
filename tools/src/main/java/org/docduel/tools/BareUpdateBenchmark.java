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
 * Updates as suites on JDBC have them: borrow a connection from a pool, prepare, bind, run, give
 * back. Counted as {@code UpdateBenchmark} counts: each worker's updates over its own time, added
 * up, as the metric {@code throughput}. Run with {@code scripts/compare update-8}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(jvmArgsAppend = "-Xmx2g")
public class BareUpdateBenchmark {
  /** A connection for each worker. */
  @State(Scope.Benchmark)
  public static class Pool {
    private Optional<HikariDataSource> pool = Optional.empty();
    private int documents;
    private double perSecond;

    /** Connects. */
    @Setup(Level.Trial)
    public void open(UpdateTable table, BenchmarkParams params) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(table.server.url());
      config.setMaximumPoolSize(params.getThreads());
      config.addDataSourceProperty("prepareThreshold", 1);
      config.setConnectionInitSql("SET " + table.setting());
      documents = table.documents;
      pool = Optional.of(new HikariDataSource(config));
    }

    /** Begins to count. */
    @Setup(Level.Iteration)
    public synchronized void begin() {
      perSecond = 0;
    }

    private synchronized void add(double workersPerSecond) {
      perSecond += workersPerSecond;
      IterationMetrics.put("throughput", perSecond, "ops/s");
    }

    /** Disconnects. */
    @TearDown(Level.Trial)
    public void close() {
      pool.ifPresent(HikariDataSource::close);
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
    try (Connection connection = pool.pool.orElseThrow().getConnection();
        PreparedStatement statement = connection.prepareStatement(UpdateTable.SQL)) {
      statement.setLong(1, random.nextLong(1_000_000, 2_000_000));
      statement.setLong(2, random.nextLong(1, pool.documents + 1L));
      if (statement.executeLargeUpdate() != 1) {
        throw new IllegalStateException("the key was not there");
      }
    }
    worker.done++;
    worker.ended = System.nanoTime();
  }
}
