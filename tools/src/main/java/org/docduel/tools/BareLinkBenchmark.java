package org.docduel.tools;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.datasets.LinkedDocuments;
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

/**
 * What {@code LinkReadBenchmark} times with {@code store=postgres-jsonb}, on the driver alone: a
 * prepared look-up for each document, every document received as bytes. Run with {@code
 * scripts/compare links}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx448m")
public class BareLinkBenchmark {
  private static final int DOCUMENTS = 10_000;
  private static final LinkedDocuments DATASET = LinkedDocuments.of(DOCUMENTS, 10, 200);

  /** Which table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Which look-up: referring, in. */
  @Param("referring")
  public String query = "";

  /** Look-ups of an observation. */
  @Param("1000")
  public int lookups;

  private Optional<Connection> connection = Optional.empty();
  private Optional<PreparedStatement> select = Optional.empty();
  private long sum;

  /** Loads the documents unless an earlier fork did, and prepares the look-up. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    BareTable table = new BareTable(store, "linked");
    Connection opened =
        table.open(DATASET, List.of(Index.elements(LinkedDocuments.LINKS)), DOCUMENTS);
    connection = Optional.of(opened);
    String where =
        query.equals("in") ? "id = ANY (?)" : "(doc -> 'links') @> jsonb_build_array(?::text)";
    select =
        Optional.of(
            opened.prepareStatement(
                "SELECT id, doc::text FROM " + table.name() + " WHERE " + where));
  }

  /** Looks up, and receives every document. */
  @Benchmark
  public long lookUp() throws SQLException {
    PreparedStatement statement = select.orElseThrow();
    for (int i = 0; i < lookups; i++) {
      long id = i * 6_181L % DOCUMENTS;
      if (query.equals("in")) {
        statement.setObject(1, DATASET.targets(id));
      } else {
        statement.setString(1, Long.toString(id));
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          sum += rows.getLong(1) + rows.getBytes(2).length;
        }
      }
    }
    return sum;
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    connection.orElseThrow().close();
  }
}
