package org.docduel.tools;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;
import org.docduel.stores.postgres.server.PostgresServer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.postgresql.PGConnection;

/**
 * The rows of {@code IngestionBenchmark} copied by psql from a file into an unlogged table without
 * an index. Its own clock counts, without its start and connection: the metric {@code copy}. Run
 * with {@code scripts/compare copy}; needs psql on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PsqlCopyBenchmark {
  private static final Pattern TIME = Pattern.compile("Time: ([0-9.]+) ms");
  private static final String TABLE = "docduel.psql_copied";

  /** Whose table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Which documents: w1, w2. */
  @Param("w1")
  public String dataset = "";

  /** How many. */
  @Param("60000")
  public int rows;

  private final ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
  private final ProgramOutput output = new ProgramOutput("psql");
  private Path file = Path.of("");

  /** Writes the file: what COPY gives of the table that the harness makes. */
  @Setup(Level.Trial)
  public void unload() throws SQLException, IOException {
    file = Files.createTempFile("docduel-copy", ".txt");
    String loaded = "docduel." + store.replace('-', '_') + "_psql";
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults());
        Session session = opened.session()) {
      LoadedCollection.load(session, "psql", documents(), List.of(), rows);
    }
    try (Connection connection = DriverManager.getConnection(server.url());
        OutputStream out = Files.newOutputStream(file)) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY " + loaded + " TO STDOUT", out);
    }
    execute("DROP TABLE IF EXISTS " + TABLE);
    execute("CREATE UNLOGGED TABLE " + TABLE + " (LIKE " + loaded + ")");
  }

  private Dataset documents() {
    return dataset.equals("w1")
        ? InsertDocuments.withDefaults().withPayload(PayloadSize.parse("200B"))
        : IndexedReadDocuments.withDefaults();
  }

  /** Empties the table. */
  @Setup(Level.Iteration)
  public void empty() throws SQLException {
    execute("TRUNCATE " + TABLE);
  }

  /** Copies the file. */
  @Benchmark
  public void copy() throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder(
            List.of(
                "psql",
                "-X",
                "-v",
                "ON_ERROR_STOP=1",
                "-c",
                "\\timing on",
                "-c",
                "\\copy " + TABLE + " FROM '" + file + "'"));
    ForkServer.tell(program, server);
    IterationMetrics.put("copy", output.numbers(program, TIME)[0], "ms/op");
  }

  /** Deletes the file. */
  @TearDown(Level.Trial)
  public void close() throws IOException, SQLException {
    execute("DROP TABLE " + TABLE);
    Files.delete(file);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
