package org.docduel.tools;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
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
  private interface Loop extends AutoCloseable {
    /** How many documents had the key. */
    long update(long key, long value) throws SQLException;

    @Override
    void close();
  }

  /** A connection for each worker. */
  @State(Scope.Benchmark)
  public static class Pool {
    private Optional<Loop> updates = Optional.empty();
    private int documents;
    private double perSecond;

    /** Connects. */
    @Setup(Level.Trial)
    public void open(Table table, BenchmarkParams params) {
      documents = table.documents;
      updates =
          Optional.of(
              table.store.equals("mongodb")
                  ? new Changes(table)
                  : new Pooled(table, params.getThreads()));
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
      updates.ifPresent(Loop::close);
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

  /** On HikariCP. */
  private static final class Pooled implements Loop {
    private final HikariDataSource pool;

    Pooled(Table table, int connections) {
      HikariConfig config = new HikariConfig();
      config.setJdbcUrl(table.server().url());
      config.setMaximumPoolSize(connections);
      config.addDataSourceProperty("prepareThreshold", 1);
      config.setConnectionInitSql("SET " + table.setting());
      pool = new HikariDataSource(config);
    }

    @Override
    public long update(long key, long value) throws SQLException {
      try (Connection connection = pool.getConnection();
          PreparedStatement statement = connection.prepareStatement(Table.SQL)) {
        statement.setLong(1, value);
        statement.setLong(2, key);
        return statement.executeLargeUpdate();
      }
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  /** Updates of a store's collection; the driver has the pool. */
  private static final class Changes implements Loop {
    private final MongoClient client;
    private final MongoCollection<BsonDocument> collection;

    Changes(Table table) {
      ServerAddress server = table.server();
      client = MongoClients.create(server.url());
      collection =
          client
              .getDatabase(server.space())
              .getCollection("w3", BsonDocument.class)
              .withWriteConcern(WriteConcern.W1.withJournal(table.waits()));
    }

    @Override
    public long update(long key, long value) {
      return collection
          .updateOne(Filters.eq("user_id", key), Updates.set("profile.score", value))
          .getMatchedCount();
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** The collection that {@code UpdateBenchmark} updates, loaded and settled as it does. */
  @State(Scope.Benchmark)
  public static class Table {
    /** What the harness sends; the parameters are the new number and the key. */
    static final String SQL =
        "UPDATE docduel.postgres_jsonb_w3"
            + " SET doc = jsonb_set(doc, ARRAY['profile', 'score'], to_jsonb(?::bigint))"
            + " WHERE ((doc ->> 'user_id')::bigint) = ?";

    @Param("postgres-jsonb")
    public String store = "";

    @Param("50000")
    public int documents;

    @Param("relaxed")
    public String durability = "";

    /** Makes it anew. */
    @Setup(Level.Trial)
    public void load() {
      Index index = new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY));
      List<Index> indexes = isTyped() ? List.of() : List.of(index);
      ForkServer.load(store, "w3", new UpdateDocuments(), indexes, documents);
    }

    /** Whether the table is for a mix of reads and updates by id, which need no index. */
    boolean isTyped() {
      return store.equals("postgres-typed");
    }

    ServerAddress server() {
      return ForkServer.of(store);
    }

    /** Whether an acknowledged update survives a crash. */
    boolean waits() {
      return Durability.PARAMETER.parse(durability) == Durability.DEFAULT;
    }

    /** PostgreSQL's setting behind the promise. */
    String setting() {
      return "synchronous_commit=" + (waits() ? "on" : "off");
    }
  }
}
