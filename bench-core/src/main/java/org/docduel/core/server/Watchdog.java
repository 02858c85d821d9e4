package org.docduel.core.server;

import static java.util.Objects.requireNonNullElse;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ProcessorTime.ProcessId;
import org.jspecify.annotations.Nullable;

/**
 * This process's end of its {@link WatchdogProcess}, which is started with the first guard and ends
 * after this process. One serves all guards: it is told all of them whenever one changes.
 */
public final class Watchdog {
  private static final Set<Guard> GUARDS = new LinkedHashSet<>();
  private static @Nullable ObjectOutputStream pipe;

  private Watchdog() {}

  /**
   * A new guard, which the watchdog knows.
   *
   * @throws ServerException when the watchdog does not start
   */
  public static Guard guard() {
    Guard guard = new Guard();
    sendGuards(() -> GUARDS.add(guard));
    return guard;
  }

  /** Something that a guard keeps from outliving this process. */
  @FunctionalInterface
  public interface Guarded<T> {
    T start(Guard guard) throws IOException;
  }

  /**
   * Starts something under a new guard, which is closed when it does not start.
   *
   * @param failed what is said then, before the reason
   * @throws ServerException when it does not start
   */
  public static <T> T guarded(String failed, Guarded<T> starting) {
    Guard guard = guard();
    try {
      return starting.start(guard);
    } catch (IOException e) {
      close(guard, e);
      String file =
          e instanceof FileSystemException fileFailure ? fileFailure.getFile() + ": " : "";
      throw new ServerException(failed + ": " + file + BadInputException.reason(e), e);
    } catch (RuntimeException e) {
      close(guard, e);
      throw e;
    }
  }

  private static void close(Guard guard, Exception cause) {
    try {
      guard.close();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /** Tells the watchdog of a change; one that has ended meanwhile is started again. */
  private static synchronized void sendGuards(Runnable change) {
    change.run();
    try {
      if (pipe != null) {
        write(pipe);
        return;
      }
    } catch (IOException endedMeanwhile) {
      pipe = null;
    }
    try {
      ObjectOutputStream started = start(codeLocation());
      write(started);
      pipe = started;
    } catch (IOException e) {
      throw new ServerException(
          "cannot start the watchdog that stops servers after a crash: " + e.getMessage(), e);
    }
  }

  private static void write(ObjectOutputStream pipe) throws IOException {
    pipe.reset();
    pipe.writeObject(GUARDS.toArray(Guard[]::new));
    pipe.flush();
  }

  /**
   * Starts one and waits until it listens, so that no server is started without it.
   *
   * @throws IOException when it does not start; the message is one line
   */
  static ObjectOutputStream start(String code) throws IOException {
    if (!Files.exists(Path.of(code))) {
      throw new IOException(code + " is gone");
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process started =
        Host.process(
                List.of(
                    java,
                    "-Xmx16m",
                    "-Xss512k",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-XX:+DisplayVMOutputToStderr",
                    "-Xlog:disable",
                    "-Xlog:all=warning:stderr:none",
                    "-cp",
                    code,
                    WatchdogProcess.class.getName()))
            // a JVM that fails has much to say on standard error, which therefore is not the
            // user's; what the watchdog itself has to say goes to standard output
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .directory(Settings.temporaryDirectory().toFile())
            .start();
    String firstLine = requireNonNullElse(started.errorReader().readLine(), "it ended at once");
    if (!firstLine.equals(WatchdogProcess.READY_LINE)) {
      started.destroyForcibly();
      throw new IOException(firstLine);
    }
    return new ObjectOutputStream(started.getOutputStream());
  }

  private static String codeLocation() throws IOException {
    CodeSource source = WatchdogProcess.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IOException("the code's own location is unknown");
    }
    try {
      return Path.of(source.getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IOException("the code's own location is not a path: " + source.getLocation(), e);
    }
  }

  /**
   * Keeps what one server needs from outliving this process: what is added here is cleared away by
   * {@link #close()}, or by the watchdog when this process ends without it in any way, killed
   * included. Between the start of a process and {@link #process} lies a moment in which a kill
   * goes unnoticed; PostgreSQL ends by itself then, because its directory is deleted.
   */
  public static final class Guard implements AutoCloseable, Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
    private static final Duration STOP_RETRY_INTERVAL = Duration.ofMillis(250);
    private static final Duration TERMINATE_LIMIT = Duration.ofSeconds(1);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(1);
    private static final Duration DELETE_LIMIT = Duration.ofSeconds(2);
    private static final long POLL_MILLIS = 10;

    private final Set<ProcessId> processes = new CopyOnWriteArraySet<>();
    private final Set<String> paths = new CopyOnWriteArraySet<>();
    private final Set<String> groups = new CopyOnWriteArraySet<>();
    private volatile List<String> stopCommand = List.of();

    private Guard() {}

    /** A file or a directory with all that is in it, to be deleted. It need not exist yet. */
    public void path(Path path) {
      register(() -> paths.add(path.toAbsolutePath().toString()));
    }

    /** A control group of Linux, whose processes are ended. It need not exist yet. */
    public void group(Path group) {
      register(() -> groups.add(group.toString()));
    }

    /** A process, to be ended with its descendants. */
    public void process(ProcessHandle handle) {
      register(() -> processes.add(ProcessId.of(handle)));
    }

    /**
     * What ends the processes in an orderly way, tried before they are killed, so that they give
     * back what the system does not take back by itself (PostgreSQL: shared memory segments).
     */
    public void stopWith(List<String> command) {
      register(() -> stopCommand = List.copyOf(command));
    }

    /** Also of one that was closed while something still started: the watchdog ends that. */
    private void register(Runnable change) {
      sendGuards(() -> {
        change.run();
        GUARDS.add(this);
      });
    }

    /**
     * Clears away now; a second call finds nothing to do.
     *
     * @throws ServerException when something could not be cleared away; the watchdog tries again
     *     when this process ends
     */
    @Override
    public void close() {
      boolean interrupted = Thread.interrupted(); // else no wait lasts, and all is killed at once
      try {
        List<String> problems = clear();
        if (!problems.isEmpty()) {
          throw new ServerException(String.join("; ", problems));
        }
        sendGuards(() -> GUARDS.remove(this));
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /**
     * Stops the processes with all their descendants and deletes the paths; what is gone already is
     * fine. Takes up to six seconds when something resists. The watchdog's process calls it too, so
     * it needs nothing but the JDK.
     */
    private synchronized List<String> clear() {
      List<String> problems = new ArrayList<>();
      List<ProcessHandle> alive =
          processes.stream()
              .flatMap(process -> process.find().stream())
              .flatMap(handle -> Stream.concat(handle.descendants(), Stream.of(handle)))
              .collect(Collectors.toCollection(ArrayList::new));
      groups.forEach(group -> alive.addAll(inGroup(Path.of(group))));
      alive.removeIf(process -> !ProcessId.isRunning(process));
      BooleanSupplier allStopped = () -> alive.stream().noneMatch(ProcessId::isRunning);
      stopByCommand(allStopped, problems);
      if (!allStopped.getAsBoolean()) {
        alive.forEach(ProcessHandle::destroy);
      }
      if (!await(allStopped, TERMINATE_LIMIT)) {
        alive.forEach(ProcessHandle::destroyForcibly);
      }
      if (!await(allStopped, KILL_LIMIT)) {
        alive.stream()
            .filter(ProcessId::isRunning)
            .forEach(handle -> problems.add("process " + handle.pid() + " does not end"));
      }
      for (String path : paths) {
        await(() -> problemOfDeleting(Path.of(path)).isEmpty(), DELETE_LIMIT);
        String problem = problemOfDeleting(Path.of(path)); // of now: it may be gone since
        if (!problem.isEmpty()) {
          problems.add("cannot delete " + path + ": " + problem);
        }
      }
      for (String group : groups) {
        if (!await(() -> isRemoved(Path.of(group)), DELETE_LIMIT)) {
          problems.add("cannot remove the control group " + group);
        }
      }
      return problems;
    }

    private static List<ProcessHandle> inGroup(Path group) {
      try {
        return Files.readAllLines(group.resolve("cgroup.procs")).stream()
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
            .toList();
      } catch (IOException gone) {
        return List.of();
      }
    }

    /** Its files go with it, and cannot be deleted. */
    private static boolean isRemoved(Path group) {
      try {
        Files.deleteIfExists(group);
        return true;
      } catch (IOException processesAreEnding) {
        return false;
      }
    }

    /** Runs the command again and again: a server that has only begun to start does not hear it. */
    private void stopByCommand(BooleanSupplier allStopped, List<String> problems) {
      long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
      while (!stopCommand.isEmpty()
          && !allStopped.getAsBoolean()
          && System.nanoTime() - deadline < 0) {
        try {
          Process stopping =
              Host.process(stopCommand)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start();
          if (!stopping.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            stopping.destroyForcibly();
          }
          await(allStopped, STOP_RETRY_INTERVAL);
        } catch (IOException e) {
          problems.add("cannot run " + stopCommand.get(0) + ": " + e.getMessage());
          return;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    /**
     * Deletes it with all that is in it.
     *
     * @return what went wrong, such as that the server deletes files of its own while it stops;
     *     empty when it is gone
     */
    private static String problemOfDeleting(Path root) {
      String problem = "it is there again";
      try (Stream<Path> all = Files.walk(root)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        problem = e.toString();
      }
      return Files.notExists(root, LinkOption.NOFOLLOW_LINKS) ? "" : problem;
    }

    /**
     * Waits until it holds or the limit has passed; an interrupt ends the wait and is kept. It
     * polls, because it waits for files to be gone as well as for processes to end.
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
  }

  /**
   * The program that clears away what a benchmark's process started, when that process has gone
   * without doing so. Its standard input is a pipe from that process: the end of it is the sign,
   * however the process ended. A Ctrl-C reaches this program too; it then gives the other a moment
   * to end by itself and clears away in any case.
   */
  static final class WatchdogProcess {
    /** Its first words, on standard error. */
    static final String READY_LINE = "docduel: the watchdog listens";

    private static final Duration PARENT_EXIT_GRACE = Duration.ofSeconds(2);

    private final CountDownLatch parentGone = new CountDownLatch(1);
    private volatile Guard[] guards = {};

    private WatchdogProcess() {}

    /**
     * Reads until the end, then clears away.
     *
     * @throws Exception when standard input cannot be read; what is known is cleared away
     */
    public static void main(String[] arguments) throws Exception {
      WatchdogProcess watchdog = new WatchdogProcess();
      // A hook, because it runs at every ending: end of input, failure, SIGINT, SIGTERM, SIGHUP.
      Runtime.getRuntime().addShutdownHook(new Thread(watchdog::clearAll, "clear"));
      System.err.println(READY_LINE);
      watchdog.listen();
    }

    private void listen() throws IOException, ClassNotFoundException {
      try (ObjectInputStream input = new ObjectInputStream(System.in)) {
        while (true) {
          guards = (Guard[]) input.readObject();
        }
      } catch (EOFException end) {
        // the process is gone, or has closed the pipe
      } finally {
        parentGone.countDown();
      }
    }

    private void clearAll() {
      try {
        if (!parentGone.await(PARENT_EXIT_GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
          System.out.println("docduel: stopping the servers of a process that has not ended yet");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      for (Guard guard : guards) {
        guard.clear().forEach(problem -> System.out.println("docduel: " + problem));
      }
    }
  }
}
