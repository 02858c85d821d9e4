package org.docduel.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * PostgreSQL's own load generator, which counts for itself: the metric {@code throughput}. Its
 * first second does not count, in which it connects and prepares, nor the last one, of which it
 * says no progress. Run with {@code scripts/compare update-8}; needs pgbench on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
public class PgbenchBenchmark {
  private static final int SECONDS = 2;
  private static final Pattern RATE = Pattern.compile("progress: [0-9.]+ s, ([0-9.]+) tps");

  /** Its clients, each with a connection. */
  @Param("8")
  public int clients;

  private final ProgramOutput output = new ProgramOutput("pgbench");
  private Path script = Path.of("");

  /** Writes the script. */
  @Setup(Level.Trial)
  public void write(UpdateTable table) throws IOException {
    script = Files.createTempFile("docduel-pgbench", ".sql");
    script.toFile().deleteOnExit();
    Files.writeString(
        script,
        "\\set key random(1, "
            + table.documents
            + ")\n\\set value random(1000000, 1999999)\n"
            + UpdateTable.SQL.replaceFirst("\\?", ":value").replaceFirst("\\?", ":key")
            + ";\n");
  }

  /** Runs it for some seconds. */
  @Benchmark
  public void run(UpdateTable table) throws IOException, InterruptedException {
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
                "--file=" + script));
    ForkServer.tell(program, table.server());
    program.environment().put("PGOPTIONS", "-c " + table.setting());
    double[] rates = Arrays.stream(output.numbers(program, RATE)).skip(1).limit(SECONDS).toArray();
    IterationMetrics.put(
        "throughput", Arrays.stream(rates).average().orElse(Double.NaN), "updates/s");
  }
}
