package org.docduel.core.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Watchdog.Guard;

/**
 * A server program that runs here as a child process until its guard is closed, and the programs
 * that prepare and stop it. All write to one log.
 *
 * @param family its family's name, whose setting with an address is the way out when it fails
 * @param name what messages call it, such as {@code the embedded PostgreSQL}
 * @param directory its own, in which it is run; the guard deletes it
 * @param errorPattern a line of the log that tells why it failed; the first group is what is shown
 * @param environment what its variables have beside those of this process
 * @param memory what all of them are held to
 */
public record ServerProgram(
    String family,
    String name,
    Path directory,
    HostUser user,
    Guard guard,
    Pattern errorPattern,
    Map<String, String> environment,
    MemoryGroup memory) {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final int PORT_ATTEMPTS = 5;

  /** One that needs no variables of its own, and has the host's memory. */
  public ServerProgram(
      String family,
      String name,
      Path directory,
      HostUser user,
      Guard guard,
      Pattern errorPattern) {
    this(family, name, directory, user, guard, errorPattern, Map.of(), MemoryGroup.NONE);
  }

  /** Gives a port, or tells whether a program that runs takes connections. */
  @FunctionalInterface
  public interface IOSupplier<T> {
    T get() throws IOException;
  }

  /**
   * Starts it, and waits until it is ready; on another port when somebody has taken the first in
   * the meantime.
   *
   * @param portTakenMessage what the log says then
   * @return the port
   * @throws ServerException when it does not come up
   */
  public int start(
      IOSupplier<Integer> ports,
      IntFunction<List<String>> command,
      IOSupplier<Boolean> ready,
      String portTakenMessage)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = ports.get();
      long deadline = System.nanoTime() + START_LIMIT.toNanos();
      Process process = run(command.apply(port));
      do {
        if (ready.get()) {
          return port;
        }
      } while (!ends(process, POLL) && System.nanoTime() - deadline < 0);
      if (attempt == PORT_ATTEMPTS || !log().contains(portTakenMessage)) {
        throw new ServerException(
            "%s does not start: %s; or set %s to a running one"
                .formatted(
                    name, complaints(), Settings.variable(ServerFamily.addressSetting(family))));
      }
      Files.delete(logFile());
    }
  }

  /**
   * Runs a program to its end.
   *
   * @param failed what is said when it does not end well in time
   */
  public void runToCompletion(List<String> command, Duration limit, String failed)
      throws IOException {
    runToCompletion(run(command), limit, failed);
  }

  /**
   * The same with a file as its standard input.
   *
   * @param input what it reads
   */
  public void runToCompletion(List<String> command, Path input, Duration limit, String failed)
      throws IOException {
    runToCompletion(run(command, ProcessBuilder.Redirect.from(input.toFile())), limit, failed);
  }

  private void runToCompletion(Process process, Duration limit, String failed) throws IOException {
    if (!ends(process, limit) || process.exitValue() != 0) {
      throw new ServerException(failed + ": " + complaints());
    }
  }

  /**
   * Has the system forget the pages of the files below a directory that are on the disk, which
   * takes no rights but the owner's (posix_fadvise(2)). Does nothing where the programs for it are
   * missing; pages that stay are somebody else's to drop.
   */
  public void dropPages(Path files) throws IOException {
    if (Host.current() == Host.LINUX) {
      List<String> command =
          List.of(
              "find",
              files.toString(),
              "-type",
              "f",
              "-size",
              "+15k",
              "-exec",
              "dd",
              "if={}",
              "iflag=nocache",
              "count=0",
              "status=none",
              ";");
      ends(run(command), START_LIMIT);
    }
  }

  /** A person's own options, locale or time zone must not reach the measured server. */
  private Process run(List<String> command) throws IOException {
    return run(command, ProcessBuilder.Redirect.PIPE);
  }

  private Process run(List<String> command, ProcessBuilder.Redirect input) throws IOException {
    ProcessBuilder builder =
        Host.process(memory.command(user.command(command)))
            .directory(directory.toFile())
            .redirectInput(input)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
    Map<String, String> variables = builder.environment();
    variables
        .keySet()
        .removeIf(variable -> variable.startsWith("PG") || variable.startsWith("LC_"));
    variables.putAll(Map.of("LC_ALL", "C", "TZ", "UTC"));
    variables.putAll(environment);
    Process process = builder.start();
    guard.process(process.toHandle());
    process.getOutputStream().close();
    return process;
  }

  private static boolean ends(Process process, Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while a server program ran", e);
    }
  }

  private Path logFile() {
    return directory.resolve("log");
  }

  /** All that was written so far, whatever its encoding. */
  public String log() throws IOException {
    return new String(Files.readAllBytes(logFile()), StandardCharsets.UTF_8);
  }

  /** What the programs complained of, on one line; the last line where none is a complaint. */
  private String complaints() throws IOException {
    List<String> lines = log().lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    return lines.stream()
        .map(errorPattern::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1))
        .distinct()
        .reduce((all, next) -> all + ", " + next)
        .orElseGet(() -> lines.isEmpty() ? "it wrote nothing" : lines.get(lines.size() - 1));
  }
}
