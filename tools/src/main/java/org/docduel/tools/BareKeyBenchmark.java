package org.docduel.tools;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.datasets.UserDocuments;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * What {@code KeyAccessBenchmark} times, on the driver alone: a prepared query for one key of every
 * document, every value received as a text. As there the server explains it after each observation.
 * Run with {@code scripts/compare key}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx448m")
public class BareKeyBenchmark {
  private static final int FETCH_ROWS = 20_000;
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";

  /** Which table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Which documents: users-F. */
  @Param("users-50")
  public String documents = "";

  /** How many of them. */
  @Param("1000")
  public int rows;

  private record Queries(
      Connection connection, PreparedStatement select, PreparedStatement explain) {}

  private Optional<Queries> queries = Optional.empty();

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
    int friends = Integer.parseInt(documents.substring("users-".length()));
    String name = "compared_keys_" + friends + "_" + rows;
    Connection connection = DriverManager.getConnection(server.url() + "&prepareThreshold=1");
    String table = "docduel." + store.replace('-', '_') + "_" + name;
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT to_regclass('" + table + "')")) {
      found.next();
      if (found.getString(1) == null) {
        load(server, name, friends);
      }
      statement.execute("SET max_parallel_workers_per_gather = 0");
      statement.execute("SET jit = off");
    }
    connection.setAutoCommit(false);
    String sql =
        "SELECT doc #>> ARRAY['friends', '" + (friends - 1) + "', 'registered'] FROM " + table;
    PreparedStatement select = connection.prepareStatement(sql);
    select.setFetchSize(FETCH_ROWS);
    queries =
        Optional.of(new Queries(connection, select, connection.prepareStatement(EXPLAIN + sql)));
  }

  private void load(ServerAddress server, String name, int friends) {
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults().withDurability(Durability.NONE));
        Session session = opened.session()) {
      LoadedCollection.load(
          session, name, UserDocuments.withDefaults().withFriends(friends), List.of(), rows);
      opened.settle();
    }
  }

  /** Runs the query and receives every value. */
  @Benchmark
  public void read(Blackhole taken) throws SQLException {
    Queries prepared = queries.orElseThrow();
    try (ResultSet values = prepared.select.executeQuery()) {
      while (values.next()) {
        taken.consume(values.getString(1));
      }
    }
    prepared.connection.commit();
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
