package org.docduel.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.stores.postgres.server.PostgresServer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * PostgreSQL's own load generator with the two statements of {@code MixedBenchmark} on
 * postgres-typed, as often one as the other. Counts as {@link PgbenchBenchmark} does. Run with
 * {@code scripts/compare mixed}; needs pgbench on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
public class PgbenchMixBenchmark {
  private static final int SECONDS = 2;
  private static final Pattern RATE = Pattern.compile("progress: [0-9.]+ s, ([0-9.]+) tps");
  private static final String TABLE = "docduel.postgres_typed_w3";
  private static final String READ =
      "SELECT id, \"user_id\", \"profile.name\", \"profile.age\", \"profile.level\","
          + " \"profile.visits\", \"profile.score\" FROM "
          + TABLE
          + " WHERE id = :id;\n";
  private static final String UPDATE =
      "\\set value random(1000000, 1999999)\nUPDATE "
          + TABLE
          + " SET \"profile.score\" = :value WHERE id = :id;\n";

  /** Documents in the table. */
  @Param("50000")
  public int documents;

  /** What an acknowledgement promises. */
  @Param("relaxed")
  public String durability = "";

  /** Its clients, each with a connection. */
  @Param("4")
  public int clients;

  private final ProgramOutput output = new ProgramOutput("pgbench");
  private final ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
  private Path directory = Path.of("");

  /** Loads the table and writes the scripts. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    LoadedCollection.updated("postgres-typed", List.of()).load(server, documents);
    directory = Files.createTempDirectory("docduel-pgbench");
    String id = "\\set id random(0, " + (documents - 1) + ")\n";
    Files.writeString(directory.resolve("read.sql"), id + READ).toFile().deleteOnExit();
    Files.writeString(directory.resolve("update.sql"), id + UPDATE).toFile().deleteOnExit();
    directory.toFile().deleteOnExit();
  }

  /** Runs it for some seconds. */
  @Benchmark
  public void run() throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder(
            List.of(
                "pgbench",
                "--no-vacuum",
                "--protocol=prepared",
                "--client=" + clients,
                "--jobs=" + Math.min(clients, Runtime.getRuntime().availableProcessors()),
                "--time=" + (SECONDS + 2),
                "--progress=1",
                "--file=" + directory.resolve("read.sql") + "@1",
                "--file=" + directory.resolve("update.sql") + "@1"));
    ForkServer.tell(program, server);
    boolean waits = Durability.PARAMETER.parse(durability) == Durability.DEFAULT;
    program.environment().put("PGOPTIONS", "-c synchronous_commit=" + (waits ? "on" : "off"));
    double[] rates = Arrays.stream(output.numbers(program, RATE)).skip(1).limit(SECONDS).toArray();
    IterationMetrics.put(
        "throughput", Arrays.stream(rates).average().orElse(Double.NaN), "operations/s");
  }
}
