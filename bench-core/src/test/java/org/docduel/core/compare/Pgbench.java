package org.docduel.core.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;

/** PostgreSQL's own load generator, which counts for itself, without the time to connect. */
final class Pgbench {
  private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");

  private final ServerAddress address;

  Pgbench(ServerAddress address) {
    this.address = address;
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
      run(script, said, clients, 1);
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
                    "--time=" + seconds,
                    "--file=" + script))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    Psql.connection(builder, address);
    builder.environment().put("PGOPTIONS", "-c synchronous_commit=on");
    int status = builder.start().waitFor();
    String text = Files.readString(said);
    Matcher rate = RATE.matcher(text);
    if (status != 0 || !rate.find()) {
      throw new IOException("pgbench ended with status " + status + ": " + text.strip());
    }
    return Double.parseDouble(rate.group(1));
  }
}
