package org.docduel.tools;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReadIndexes;
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

  private Optional<BareQuery> query = Optional.empty();
  private long sum;

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    BareTable table = new BareTable(store, "compared");
    Connection connection =
        table.open(IndexedReadDocuments.withDefaults(), IndexedReadIndexes.published(), rows);
    String condition = CONDITIONS.get(store + " " + scenario);
    query =
        Optional.of(
            new BareQuery(connection, "SELECT id FROM " + table.name() + " WHERE " + condition));
  }

  /** Runs the query and receives every id. */
  @Benchmark
  public long read() throws SQLException {
    BareQuery prepared = query.orElseThrow();
    try (ResultSet ids = prepared.run()) {
      while (ids.next()) {
        sum += ids.getLong(1);
      }
    }
    prepared.commit();
    return sum;
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
