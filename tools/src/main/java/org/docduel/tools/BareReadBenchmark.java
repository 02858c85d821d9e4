package org.docduel.tools;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.datasets.IndexedReadDocuments;
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

/**
 * What {@code IndexedReadBenchmark} times, on the driver alone: a query, every id received. As
 * there the server explains it after each observation: what follows a pause is slower. Run with
 * {@code scripts/compare read}.
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

  private Optional<Reads> reads = Optional.empty();

  /** A query for ids. */
  interface Reads extends AutoCloseable {
    /** Receives every id, and returns their sum. */
    long run() throws SQLException;

    void explain() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    LoadedCollection collection =
        new LoadedCollection(
            store, "compared", IndexedReadDocuments.withDefaults(), IndexedReads.published());
    reads =
        Optional.of(
            store.equals("mongodb")
                ? new BareMongo.Finds(collection, rows, scenario)
                : new BareTable(
                    collection, rows, CONDITIONS.getOrDefault(store + " " + scenario, "")));
  }

  /** Runs the query and receives every id. */
  @Benchmark
  public long read() throws SQLException {
    return reads.orElseThrow().run();
  }

  /** Has the server explain it. */
  @TearDown(Level.Iteration)
  public void explain() throws SQLException {
    reads.orElseThrow().explain();
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    reads.orElseThrow().close();
  }
}
