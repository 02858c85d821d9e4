package org.docduel.tools;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
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

/** What the harness's benchmarks do, written straight on the drivers. Run with {@code compare}. */
public class BareBenchmark {
  private static final String MONGODB = "mongodb";
  private static final String MYSQL = "mysql-json";
  private static final String MARIADB = "mariadb-json";

  /** Sends batches to a collection that is made anew, on a server at rest. */
  interface Inserts extends AutoCloseable {
    void empty() throws Exception;

    /** Encodes, sends, and waits. */
    void insert(List<Document> batch) throws Exception;

    /** Drops the collection. */
    @Override
    void close() throws SQLException;
  }

  /** A query for ids. Its connection ends with the fork. */
  interface Reads {
    /** Receives every id, and returns their sum. */
    long run() throws SQLException;

    void explain() throws SQLException;
  }

  /** A query for ids by prepared statements of JDBC, whose connection ends with the fork. */
  record JdbcReads(PreparedStatement select, PreparedStatement explanation) implements Reads {
    @Override
    public long run() throws SQLException {
      long sum = 0;
      try (ResultSet ids = select.executeQuery()) {
        while (ids.next()) {
          sum += ids.getLong(1);
        }
      }
      return sum;
    }

    @Override
    public void explain() throws SQLException {
      explanation.execute();
    }
  }

  /** Changes documents; for all threads. Its connections end with the fork. */
  interface Updates {
    /** How many documents had the key. */
    long update(long key, long value) throws SQLException;
  }

  /**
   * Inserts documents. Timed, as {@code InsertBenchmark} does: encoding, sending and waiting, of
   * documents made before.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Fork(jvmArgsAppend = "-Xmx2g")
  public void insert(Inserted inserted) throws Exception {
    for (List<Document> batch : inserted.batches) {
      inserted.inserts.insert(batch);
    }
  }

  /**
   * Runs a query and receives every id, as {@code IndexedReadBenchmark} does. As there the server
   * explains it after each observation: what follows a pause is slower.
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Fork(jvmArgsAppend = "-Xmx448m")
  public long read(Queried queried) throws SQLException {
    return queried.reads.run();
  }

  /**
   * Changes one document; on JDBC: borrow a connection from a pool, prepare, bind, run, give back.
   * JMH counts as {@code UpdateBenchmark} does: each worker's updates over its own time, added up.
   */
  @Benchmark
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.SECONDS)
  @Fork(jvmArgsAppend = "-Xmx2g")
  public void update(Pool pool) throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long key = random.nextLong(1, pool.documents + 1L);
    if (pool.updates.update(key, random.nextLong(1_000_000, 2_000_000)) != 1) {
      throw new IllegalStateException("the key was not there");
    }
  }

  /** Documents, and where they go. */
  @State(Scope.Benchmark)
  public static class Inserted {
    private static final int BATCH = 500;

    @Param("postgres-jsonb")
    public String store = "";

    @Param("4KB")
    public String payload = "";

    @Param("1")
    public int attributes;

    @Param("5000")
    public int documents;

    private final List<List<Document>> batches = new ArrayList<>();
    private Inserts inserts;

    @Setup(Level.Trial)
    public void open() throws Exception {
      Dataset dataset =
          InsertDocuments.withDefaults()
              .withPayload(PayloadSize.parse(payload))
              .withAttributes(attributes);
      for (int from = 0; from < documents; from += BATCH) {
        batches.add(dataset.documents(from, Math.min(BATCH, documents - from)));
      }
      ServerAddress server = ForkServer.of(store);
      inserts =
          switch (store) {
            case MONGODB -> new BareMongo.InsertMany(server);
            case MYSQL, MARIADB -> new BareMysql.Batches(server);
            default -> new BarePostgres.Copy(server);
          };
      System.gc();
    }

    @Setup(Level.Iteration)
    public void empty() throws Exception {
      inserts.empty();
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
      inserts.close();
    }
  }

  /** A query of a store's collection. */
  @State(Scope.Benchmark)
  public static class Queried {
    @Param("postgres-jsonb")
    public String store = "";

    @Param("S1")
    public String scenario = "";

    @Param("100000")
    public int rows;

    private Reads reads;

    /** Loads the rows unless an earlier fork did, and prepares the query. */
    @Setup(Level.Trial)
    public void open() throws SQLException {
      reads =
          switch (store) {
            case MONGODB -> new BareMongo.Finds(this);
            case MYSQL, MARIADB -> BareMysql.reads(this);
            default -> BarePostgres.reads(this);
          };
    }

    void load(String collection) {
      ForkServer.load(
          store, collection, new IndexedReadDocuments(), IndexedReads.published(), rows);
    }

    @TearDown(Level.Iteration)
    public void explain() throws SQLException {
      reads.explain();
    }
  }

  /** The collection that {@code UpdateBenchmark} updates, loaded and settled as it does. */
  @State(Scope.Benchmark)
  public static class Table {
    static final String COLLECTION = "w3";

    @Param("postgres-jsonb")
    public String store = "";

    @Param("50000")
    public int documents;

    @Param("relaxed")
    public String durability = "";

    @Setup(Level.Trial)
    public void load() {
      Index index = Index.on(Index.Kind.ORDERED, UpdateDocuments.KEY);
      List<Index> indexes = isTyped() ? List.of() : List.of(index);
      ForkServer.load(store, COLLECTION, new UpdateDocuments(), indexes, documents);
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

  /** A connection for each worker. */
  @State(Scope.Benchmark)
  public static class Pool {
    private Updates updates;
    private int documents;

    @Setup(Level.Trial)
    public void open(Table table, BenchmarkParams params) {
      documents = table.documents;
      updates =
          switch (table.store) {
            case MONGODB -> BareMongo.updates(table);
            case MYSQL, MARIADB -> BareMysql.updates(table.server());
            default -> BarePostgres.updates(table, params.getThreads());
          };
    }
  }
}
