package org.docduel.stores.postgres.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.server.Host.ChildEnvironment;
import org.docduel.core.server.Host.FreePort;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Watchdog.Guard;

/**
 * A PostgreSQL database cluster in a directory of its own: initialised, then run as a child
 * process.
 */
record PostgresCluster(Path programs, Path directory, HostUser user, Guard guard) {
  /** The user that owns everything. */
  static final String SUPERUSER = "postgres";

  private static final Duration INIT_LIMIT = Duration.ofSeconds(60);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  // A shutdown writes what is not on disk yet: at 100 MB/s all of 16 GB of shared_buffers.
  private static final Duration STOP_LIMIT = Duration.ofMinutes(3);
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "FATAL|PANIC|[Ee]rror:|invalid|outside the valid range|unrecognized|could not");
  // Time and process number, PostgreSQL's default of log_line_prefix.
  private static final Pattern LINE_PREFIX = Pattern.compile("^[0-9-]+ [0-9:.]+ \\S+ \\[[0-9]+] ");
  private static final Duration POLL = Duration.ofMillis(10);
  private static final int PORT_ATTEMPTS = 5;
  // The line of postmaster.pid that holds the state, counted from 0 (PostgreSQL: miscadmin.h).
  private static final int STATE_LINE = 7;
  // From this version on, sort order and character classes need not come from the host's C library.
  private static final int BUILTIN_LOCALE_SINCE = 17;
  private static final int SCRAM_ITERATIONS_SINCE = 16;
  // Iterations make a weak password expensive to guess. Ours is 128 random bits, and a fork that
  // has just started pays for each connection with thousands of hashes in the interpreter.
  private static final int SCRAM_ITERATIONS = 1;

  /**
   * Makes an empty cluster. Encoding, locale and time zone are fixed, so that a result does not
   * depend on the host's; nothing is flushed to disk yet, because there is nothing to lose yet.
   */
  void initialise(int majorVersion, String password, Map<String, String> settings)
      throws IOException {
    user.own(directory);
    Path passwordFile = directory.resolve("password");
    Files.writeString(passwordFile, password);
    user.own(passwordFile);
    List<String> command =
        new ArrayList<>(
            List.of(
                program("initdb"),
                "--pgdata=" + data(),
                "--username=" + SUPERUSER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--data-checksums",
                "--no-sync",
                "--no-instructions"));
    if (majorVersion >= BUILTIN_LOCALE_SINCE) {
      command.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
    }
    if (majorVersion >= SCRAM_ITERATIONS_SINCE) {
      command.add("--set=scram_iterations=" + SCRAM_ITERATIONS);
    }
    Process initdb = run(command);
    if (!waitFor(initdb, INIT_LIMIT) || initdb.exitValue() != 0) {
      throw new ServerException("initdb failed: " + complaint());
    }
    Files.delete(passwordFile);
    Files.writeString(
        data().resolve("postgresql.conf"),
        PostgresSettings.file(settings),
        StandardOpenOption.APPEND);
  }

  /** Starts it on a free port, which is returned. */
  int start() throws IOException {
    return start(FreePort::find);
  }

  /** As {@link #start()}, with a source of ports. */
  int start(Ports ports) throws IOException {
    guard.stopWith(
        user.command(pgCtl("stop", "--no-wait", "--mode=immediate", "-D", data().toString())));
    for (int attempt = 1; ; attempt++) {
      int port = ports.next();
      if (isReady(run(List.of(program("postgres"), "-D", data().toString(), "--port=" + port)))) {
        return port;
      }
      // Somebody else may have taken the port in the meantime.
      if (attempt == PORT_ATTEMPTS || !log().contains("could not bind")) {
        throw new ServerException(
            "the embedded PostgreSQL does not start: "
                + complaint()
                + "; or set DOCDUEL_POSTGRES_URL to a running one");
      }
      Files.delete(logFile().toPath());
    }
  }

  /** Stops it once all is written, and starts it on the port of the first start. */
  void restart(int port) throws IOException {
    String limit = "--timeout=" + STOP_LIMIT.toSeconds();
    Process stop = run(pgCtl("stop", "--wait", limit, "--mode=fast", "-D", data().toString()));
    if (!waitFor(stop, STOP_LIMIT) || stop.exitValue() != 0) {
      throw new ServerException("the embedded PostgreSQL does not stop: " + complaint());
    }
    start(() -> port);
  }

  /** Where ports come from. */
  interface Ports {
    int next() throws IOException;
  }

  private boolean isReady(Process process) throws IOException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      List<String> lines = lockFile();
      if (lines.size() > STATE_LINE && lines.get(STATE_LINE).strip().equals("ready")) {
        return true;
      }
      if (waitFor(process, POLL)) {
        return false;
      }
    }
    return false;
  }

  /** What the server says of itself while it runs; empty before and after. */
  private List<String> lockFile() throws IOException {
    try {
      return Files.readAllLines(data().resolve("postmaster.pid"));
    } catch (NoSuchFileException itDoesNotRun) {
      return List.of();
    }
  }

  private Process run(List<String> command) throws IOException {
    ProcessBuilder builder =
        ChildEnvironment.strip(new ProcessBuilder(user.command(command)))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile()));
    Map<String, String> environment = builder.environment();
    // A person's own PGDATA, PGOPTIONS or locale must not reach the measured server.
    environment.keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
    environment.put("LC_ALL", "C");
    environment.put("TZ", "UTC");
    Process process = builder.start();
    guard.process(process.toHandle());
    process.getOutputStream().close();
    return process;
  }

  private static boolean waitFor(Process process, Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while the embedded PostgreSQL started", e);
    }
  }

  private List<String> pgCtl(String... arguments) {
    return Stream.concat(Stream.of(program("pg_ctl")), Stream.of(arguments)).toList();
  }

  private String program(String name) {
    return programs.resolve("bin").resolve(name).toString();
  }

  private Path data() {
    return directory.resolve("data");
  }

  private File logFile() {
    return directory.resolve("log").toFile();
  }

  private String log() throws IOException {
    return new String(Files.readAllBytes(logFile().toPath()), StandardCharsets.UTF_8);
  }

  /** What the programs complained of, on one line. */
  private String complaint() throws IOException {
    List<String> lines = log().lines().filter(line -> !line.isBlank()).toList();
    String complaints =
        lines.stream()
            .filter(line -> COMPLAINT.matcher(line).find())
            .map(line -> LINE_PREFIX.matcher(line).replaceFirst("").strip())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!complaints.isEmpty()) {
      return complaints;
    }
    return lines.isEmpty() ? "it wrote nothing" : lines.get(lines.size() - 1).strip();
  }
}
