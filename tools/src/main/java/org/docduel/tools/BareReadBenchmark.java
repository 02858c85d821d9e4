package org.docduel.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReadIndexes;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;
import org.docduel.stores.postgres.server.PostgresServer;
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

/**
 * What {@code IndexedReadBenchmark} times, on the driver alone: a prepared query, every id
 * received. As there the server explains it after each observation: what follows a pause is slower.
 * Run with {@code scripts/compare read}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx448m")
public class BareReadBenchmark {
  private static final int FETCH_ROWS = 20_000;
  private static final String SETTINGS = "/org/docduel/stores/postgres/read/read-session.sql";
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";
  private static final Map<String, String> CONDITIONS =
      Map.of(
          "postgres-jsonb S1",
          "(doc ->> 'indexed_text_1') = 'A' AND (doc ->> 'indexed_number_1')::numeric > 100",
          "postgres-jsonb S2",
          "(doc ->> 'indexed_text_2') LIKE 'INV00012%'",
          "postgres-jsonb S3",
          "(doc ->> 'indexed_text_3') ILIKE '%priority%'",
          "postgres-typed S1",
          "indexed_text_1 = 'A' AND indexed_number_1 > 100",
          "postgres-typed S2",
          "indexed_text_2 LIKE 'INV00012%'",
          "postgres-typed S3",
          "indexed_text_3 ILIKE '%priority%'",
          "postgres-typed S9",
          "indexed_text_1 = 'A' OR indexed_boolean_1 = true");

  /** Which table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Which query. */
  @Param("S1")
  public String scenario = "";

  /** Documents in it. */
  @Param("100000")
  public int rows;

  private record Queries(
      Connection connection, PreparedStatement select, PreparedStatement explain) {}

  private Optional<Queries> queries = Optional.empty();
  private long sum;

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
    Connection connection = DriverManager.getConnection(server.url() + "&prepareThreshold=1");
    String table = "docduel." + store.replace('-', '_') + "_compared";
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT to_regclass('" + table + "')")) {
      found.next();
      if (found.getString(1) == null) {
        load(server);
      }
    }
    try (InputStream settings = BareReadBenchmark.class.getResourceAsStream(SETTINGS);
        Statement statement = connection.createStatement()) {
      byte[] text = Objects.requireNonNull(settings, SETTINGS).readAllBytes();
      statement.execute(new String(text, StandardCharsets.UTF_8));
    }
    connection.setAutoCommit(false);
    String sql = "SELECT id FROM " + table + " WHERE " + CONDITIONS.get(store + " " + scenario);
    PreparedStatement select = connection.prepareStatement(sql);
    select.setFetchSize(FETCH_ROWS);
    queries =
        Optional.of(new Queries(connection, select, connection.prepareStatement(EXPLAIN + sql)));
  }

  private void load(ServerAddress server) {
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults().withDurability(Durability.NONE));
        Session session = opened.session()) {
      LoadedCollection.load(
          session,
          "compared",
          IndexedReadDocuments.withDefaults(),
          IndexedReadIndexes.published(),
          rows);
      opened.settle();
    }
  }

  /** Runs the query and receives every id. */
  @Benchmark
  public long read() throws SQLException {
    Queries prepared = queries.orElseThrow();
    try (ResultSet ids = prepared.select.executeQuery()) {
      while (ids.next()) {
        sum += ids.getLong(1);
      }
    }
    prepared.connection.commit();
    return sum;
  }

  /** Has the server explain it. */
  @TearDown(Level.Iteration)
  public void explain() throws SQLException {
    queries.orElseThrow().explain.execute();
    queries.orElseThrow().connection.commit();
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    queries.orElseThrow().connection.close();
  }
}
