package org.docduel.core.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.docduel.core.server.Host.ChildEnvironment;
import org.docduel.core.server.Watchdog.WatchdogProcess;

/**
 * What a started server leaves behind unless somebody clears it away: processes and paths. Used in
 * the process that started it and, when that one is gone, in its {@link WatchdogProcess}, so it
 * needs nothing but the JDK.
 */
final class CleanUp {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
  private static final Duration STOP_PATIENCE = Duration.ofMillis(250);
  private static final Duration TERMINATE_LIMIT = Duration.ofSeconds(1);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(1);
  private static final Duration DELETE_LIMIT = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 10;

  private final Set<ProcessId> processes = new LinkedHashSet<>();
  private final Set<Path> paths = new LinkedHashSet<>();
  private List<String> stopCommand = List.of();

  /**
   * Takes note of a process, of a path, or of what stops the processes in an orderly way, so that
   * they give back what the system does not take back by itself (PostgreSQL: shared memory
   * segments). It is tried before anything is killed.
   */
  synchronized void note(Watchdog.Line line) {
    List<String> values = line.arguments();
    switch (line.verb()) {
      case PROCESS ->
          processes.add(
              new ProcessId(Long.parseLong(values.get(0)), Long.parseLong(values.get(1))));
      case PATH -> paths.add(Path.of(values.get(0)));
      case STOP -> stopCommand = List.copyOf(values);
      case RELEASE -> throw new IllegalArgumentException("nothing to note: " + line);
    }
  }

  /**
   * Stops the processes with all their descendants and deletes the paths; what is gone already is
   * fine. Takes up to six seconds when something resists.
   */
  synchronized List<String> clear() {
    List<String> problems = new ArrayList<>();
    List<ProcessHandle> alive =
        processes.stream()
            .flatMap(process -> process.find().stream())
            .flatMap(handle -> Stream.concat(handle.descendants(), Stream.of(handle)))
            .filter(ProcessId::isRunning)
            .toList();
    if (!alive.isEmpty()) {
      stop(alive, problems);
    }
    for (Path path : paths) {
      delete(path, problems);
    }
    return problems;
  }

  private void stop(List<ProcessHandle> alive, List<String> problems) {
    BooleanSupplier gone = () -> alive.stream().noneMatch(ProcessId::isRunning);
    if (stopByCommand(gone, problems)) {
      return;
    }
    alive.forEach(ProcessHandle::destroy);
    if (await(gone, TERMINATE_LIMIT)) {
      return;
    }
    alive.forEach(ProcessHandle::destroyForcibly);
    if (!await(gone, KILL_LIMIT)) {
      alive.stream()
          .filter(ProcessId::isRunning)
          .forEach(handle -> problems.add("process " + handle.pid() + " does not end"));
    }
  }

  /** Runs the command again and again: a server that has only begun to start does not hear it. */
  private boolean stopByCommand(BooleanSupplier gone, List<String> problems) {
    if (stopCommand.isEmpty()) {
      return false;
    }
    long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      try {
        runStopCommand();
      } catch (IOException e) {
        problems.add("cannot run " + stopCommand.get(0) + ": " + e.getMessage());
        return false;
      }
      if (await(gone, STOP_PATIENCE)) {
        return true;
      }
    }
    return false;
  }

  private void runStopCommand() throws IOException {
    Process stopping =
        ChildEnvironment.strip(new ProcessBuilder(stopCommand))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!stopping.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        stopping.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path path, List<String> problems) {
    AtomicReference<String> problem = new AtomicReference<>("");
    BooleanSupplier deleted =
        () -> {
          deleteTree(path).ifPresent(problem::set);
          return Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
        };
    if (!await(deleted, DELETE_LIMIT)) {
      problems.add("cannot delete " + path + ": " + problem.get());
    }
  }

  /** What went wrong, such as that the server deletes files of its own while it stops. */
  private static Optional<String> deleteTree(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
      return Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      return Optional.of(e.toString());
    }
  }

  /**
   * Waits until it holds or the limit has passed; an interrupt ends the wait and is kept. It polls,
   * because it waits for files to be gone as well as for processes to end.
   */
  private static boolean await(BooleanSupplier condition, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return condition.getAsBoolean();
      }
    }
    return true;
  }

  /**
   * A process, told from a later one that got the same number by the time at which it started.
   *
   * @param start when it started, or {@link #UNKNOWN_START}: on Linux in clock ticks since the host
   *     booted, because the time of day that another JVM makes of them changes with every
   *     correction of the clock; elsewhere in milliseconds since 1970
   */
  record ProcessId(long pid, long start) {
    /** Where the system does not tell. */
    static final long UNKNOWN_START = -1;

    private static final int STATE = 0;
    private static final int START_TICKS = 19;

    static ProcessId of(ProcessHandle handle) {
      return new ProcessId(handle.pid(), startOf(handle));
    }

    /** The process, unless it has ended. */
    Optional<ProcessHandle> find() {
      return ProcessHandle.of(pid).filter(handle -> startOf(handle) == start);
    }

    /**
     * Whether a process runs still. One that has ended and only waits to be noticed by its parent,
     * as orphans may do for a while, does not.
     */
    static boolean isRunning(ProcessHandle handle) {
      return handle.isAlive()
          && !status(handle.pid()).map(fields -> fields[STATE].equals("Z")).orElse(false);
    }

    private static long startOf(ProcessHandle handle) {
      return status(handle.pid())
          .map(fields -> Long.parseLong(fields[START_TICKS]))
          .or(() -> handle.info().startInstant().map(Instant::toEpochMilli))
          .orElse(UNKNOWN_START);
    }

    /**
     * What follows the program's name in parentheses, see proc(5); empty elsewhere than on Linux.
     */
    static Optional<String[]> status(long pid) {
      Path status = Path.of("/proc", Long.toString(pid), "stat");
      if (!Files.exists(status)) {
        return Optional.empty();
      }
      try {
        String text = Files.readString(status);
        return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
      } catch (IOException endedMeanwhile) {
        return Optional.empty();
      }
    }
  }
}
