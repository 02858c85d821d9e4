package org.docduel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** PostgreSQL's own client, timed by itself: its start and its connection do not count. */
final class Psql {
  private static final Pattern TIME = Pattern.compile("Time: ([0-9.]+) ms");

  private final ServerAddress address;

  Psql(ServerAddress address) {
    this.address = address;
  }

  /** What it is, or empty when there is none on the path. */
  static Optional<String> version() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("psql", "--version").start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(text.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // no such program: the caller says so
    }
  }

  /**
   * Runs one command.
   *
   * @param command SQL or a backslash command
   * @return what psql's {@code \timing} says, in milliseconds
   */
  double millis(String command) throws IOException, InterruptedException {
    Path said = Files.createTempFile("docduel-psql", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(
                  List.of(
                      "psql", "-X", "-v", "ON_ERROR_STOP=1", "-c", "\\timing on", "-c", command))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile());
      connection(builder, address);
      int status = builder.start().waitFor();
      String text = Files.readString(said);
      Matcher time = TIME.matcher(text);
      if (status != 0 || !time.find()) {
        throw new IOException("psql ended with status " + status + ": " + text.strip());
      }
      return Double.parseDouble(time.group(1));
    } finally {
      Files.delete(said);
    }
  }

  /** Tells one of PostgreSQL's programs where the server is. */
  static void connection(ProcessBuilder builder, ServerAddress address) throws IOException {
    Properties parsed = Driver.parseURL(address.url(), new Properties());
    if (parsed == null) {
      throw new IOException("not a JDBC address: " + address);
    }
    put(builder, "PGHOST", PGProperty.PG_HOST.getOrDefault(parsed));
    put(builder, "PGPORT", PGProperty.PG_PORT.getOrDefault(parsed));
    put(builder, "PGDATABASE", PGProperty.PG_DBNAME.getOrDefault(parsed));
    put(builder, "PGUSER", PGProperty.USER.getOrDefault(parsed));
    put(builder, "PGPASSWORD", PGProperty.PASSWORD.getOrDefault(parsed));
  }

  private static void put(ProcessBuilder builder, String name, @Nullable String value) {
    if (value != null) {
      builder.environment().put(name, value);
    }
  }
}
