package org.docduel.tools;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.datasets.UserDocuments;
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
  /** Which table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Which documents: users-F. */
  @Param("users-50")
  public String documents = "";

  /** How many of them. */
  @Param("1000")
  public int rows;

  private Optional<BareQuery> query = Optional.empty();

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    int friends = Integer.parseInt(documents.substring("users-".length()));
    BareTable table = new BareTable(store, "compared_keys_" + friends + "_" + rows);
    Connection connection =
        table.open(UserDocuments.withDefaults().withFriends(friends), List.of(), rows);
    String key = "ARRAY['friends', '" + (friends - 1) + "', 'registered']";
    query =
        Optional.of(new BareQuery(connection, "SELECT doc #>> " + key + " FROM " + table.name()));
  }

  /** Runs the query and receives every value. */
  @Benchmark
  public void read(Blackhole taken) throws SQLException {
    BareQuery prepared = query.orElseThrow();
    try (ResultSet values = prepared.run()) {
      while (values.next()) {
        taken.consume(values.getString(1));
      }
    }
    prepared.commit();
  }

  /** Has the server explain it. */
  @TearDown(Level.Iteration)
  public void explain() throws SQLException {
    query.orElseThrow().explain();
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    query.orElseThrow().close();
  }
}
