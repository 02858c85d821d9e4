package org.docduel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;

/**
 * PostgreSQL's own load generator, which counts for itself. What it did in the first second does
 * not count: then it connects, prepares, and servers' processes are new. Nor does a last one, of
 * which it says no progress.
 */
final class Pgbench {
  private static final Pattern RATE = Pattern.compile("progress: [0-9.]+ s, ([0-9.]+) tps");

  private final ServerAddress address;
  private final String setting;

  Pgbench(ServerAddress address, String setting) {
    this.address = address;
    this.setting = setting;
  }

  /** What it is, or empty when there is none on the path. */
  static Optional<String> version() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("pgbench", "--version").start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(text.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no such program: the caller says so
    }
  }

  double perSecond(int clients, int documents, int seconds)
      throws IOException, InterruptedException {
    Path script = Files.createTempFile("docduel-pgbench", ".sql");
    Path said = Files.createTempFile("docduel-pgbench", ".txt");
    try {
      Files.writeString(
          script,
          "\\set key random(1, "
              + documents
              + ")\n\\set value random(1000000, 1999999)\n"
              + BareUpdates.SQL.replaceFirst("\\?", ":value").replaceFirst("\\?", ":key")
              + ";\n");
      return run(script, said, clients, seconds);
    } finally {
      Files.delete(script);
      Files.delete(said);
    }
  }

  private double run(Path script, Path said, int clients, int seconds)
      throws IOException, InterruptedException {
    String count = String.valueOf(clients);
    int threads = Math.min(clients, Runtime.getRuntime().availableProcessors());
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    "pgbench",
                    "--no-vacuum",
                    "--protocol=prepared",
                    "--client=" + count,
                    "--jobs=" + threads,
                    "--time=" + (seconds + 2),
                    "--progress=1",
                    "--file=" + script))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    Psql.connection(builder, address);
    builder.environment().put("PGOPTIONS", "-c " + setting);
    int status = builder.start().waitFor();
    String text = Files.readString(said);
    double[] rates =
        RATE.matcher(text)
            .results()
            .skip(1)
            .limit(seconds)
            .mapToDouble(progress -> Double.parseDouble(progress.group(1)))
            .toArray();
    if (status != 0 || rates.length == 0) {
      throw new IOException("pgbench ended with status " + status + ": " + text.strip());
    }
    return Arrays.stream(rates).average().orElseThrow();
  }
}
