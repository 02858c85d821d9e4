package org.docduel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.tools.BareBenchmark.Table;
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
 * says no progress. On postgres-jsonb it sends the statement of {@code UpdateBenchmark}, on
 * postgres-typed the two of {@code MixedBenchmark}, as often one as the other. Run with {@code
 * scripts/compare update-8} or {@code mixed}; needs pgbench on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
public class PgbenchBenchmark {
  private static final int SECONDS = 2;
  private static final Pattern RATE = Pattern.compile("progress: [0-9.]+ s, ([0-9.]+) tps");
  private static final String TYPED = "docduel.postgres_typed_w3";
  private static final List<String> MIX =
      List.of(
          "SELECT id, \"user_id\", \"profile.name\", \"profile.age\", \"profile.level\","
              + " \"profile.visits\", \"profile.score\" FROM "
              + TYPED
              + " WHERE id = :id;\n",
          "UPDATE " + TYPED + " SET \"profile.score\" = :value WHERE id = :id;\n");

  @Param("8")
  public int clients;

  private final List<String> command = new ArrayList<>();

  @Setup(Level.Trial)
  public void write(Table table) throws IOException {
    command.addAll(
        List.of(
            "pgbench",
            "--no-vacuum",
            "--protocol=prepared",
            "--client=" + clients,
            "--jobs=" + Math.min(clients, Runtime.getRuntime().availableProcessors()),
            "--time=" + (SECONDS + 2),
            "--progress=1"));
    String update =
        BarePostgres.UPDATE.replaceFirst("\\?", ":value").replaceFirst("\\?", ":key") + ";\n";
    for (String statement : table.isTyped() ? MIX : List.of(update)) {
      Path script = Files.createTempFile("docduel-pgbench", ".sql");
      script.toFile().deleteOnExit();
      Files.writeString(
          script,
          String.format(
              "\\set key random(1, %d)%n\\set id :key - 1%n\\set value random(1000000, 1999999)%n%s",
              table.documents, statement));
      command.add("--file=" + script + "@1");
    }
  }

  @Benchmark
  public void run(Table table) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    ForkServer.configure(program, table.server());
    program.environment().put("PGOPTIONS", "-c " + table.setting());
    Process process;
    try {
      process = program.start();
    } catch (IOException e) {
      throw new IOException("there is no pgbench on the path to compare with", e);
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    double[] rates =
        RATE.matcher(text)
            .results()
            .mapToDouble(match -> Double.parseDouble(match.group(1)))
            .skip(1)
            .limit(SECONDS)
            .toArray();
    if (status != 0 || rates.length == 0) {
      throw new IOException("pgbench ended with status " + status + ": " + text.strip());
    }
    double mean = Arrays.stream(rates).average().orElseThrow();
    IterationMetrics.put("throughput", mean, "operations/s");
  }
}
