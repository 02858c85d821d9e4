package org.docduel.core.server;

import static java.util.Objects.requireNonNullElse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host.ChildEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * This process's end of its {@link WatchdogProcess}, which is started with the first guard and ends
 * after this process. One serves all guards.
 */
public final class Watchdog {
  private static final Watchdog OF_THIS_PROCESS = new Watchdog();
  private static final AtomicInteger GROUPS = new AtomicInteger();

  private final Map<String, StringBuilder> known = new LinkedHashMap<>();
  private @Nullable Writer pipe;

  private Watchdog() {}

  /**
   * Starts the watchdog unless it runs.
   *
   * @throws ServerException when the watchdog does not start
   */
  public static Guard guard() {
    OF_THIS_PROCESS.ensureRunning();
    return new Guard("g" + GROUPS.incrementAndGet());
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
      String file = e instanceof FileSystemException known ? known.getFile() + ": " : "";
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

  private synchronized void tell(Line line) {
    String text = line.encode() + "\n";
    if (line.verb() == Line.Verb.RELEASE) {
      known.remove(line.group());
    } else {
      known.computeIfAbsent(line.group(), group -> new StringBuilder()).append(text);
    }
    try {
      write(ensureRunning(), text);
    } catch (IOException endedMeanwhile) {
      pipe = null;
      ensureRunning();
    }
  }

  private synchronized Writer ensureRunning() {
    if (pipe != null) {
      return pipe;
    }
    try {
      Writer started = start(codeLocation());
      write(started, String.join("", known.values()));
      pipe = started;
      return started;
    } catch (IOException e) {
      throw new ServerException(
          "cannot start the watchdog that stops servers after a crash: " + e.getMessage(), e);
    }
  }

  private static void write(Writer pipe, String text) throws IOException {
    pipe.write(text);
    pipe.flush();
  }

  /**
   * Starts one and waits until it listens, so that no server is started without it.
   *
   * @throws IOException when it does not start; the message is one line
   */
  static Writer start(String code) throws IOException {
    if (!Files.exists(Path.of(code))) {
      throw new IOException(code + " is gone");
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
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
                WatchdogProcess.class.getName())
            // a JVM that fails has much to say on standard error, which therefore is not the
            // user's; what the watchdog itself has to say goes to standard output
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .directory(Settings.temporaryDirectory().toFile());
    Process started = ChildEnvironment.strip(builder).start();
    String said = requireNonNullElse(started.errorReader().readLine(), "it ended at once");
    if (!said.equals(WatchdogProcess.LISTENS)) {
      started.destroyForcibly();
      throw new IOException(said);
    }
    return started.outputWriter();
  }

  private static String codeLocation() throws IOException {
    CodeSource source = WatchdogProcess.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IOException("the code's own location is unknown");
    }
    try {
      return Path.of(source.getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IOException("the code's own location is no path: " + source.getLocation(), e);
    }
  }

  /** One message from a process to its watchdog, written as a line. */
  record Line(String group, Verb verb, List<String> arguments) {
    enum Verb {
      /** A process must be stopped: number and start. */
      PROCESS,
      /** A path must be deleted. */
      PATH,
      /** A command stops the processes: program and arguments. */
      STOP,
      /** The group is done with. */
      RELEASE
    }

    String encode() {
      return Stream.concat(Stream.of(group, verb.name()), arguments.stream())
          .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
          .collect(Collectors.joining(" "));
    }

    static Line decode(String line) {
      List<String> fields =
          Stream.of(line.split(" ", -1))
              .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
              .toList();
      return new Line(fields.get(0), Verb.valueOf(fields.get(1)), fields.subList(2, fields.size()));
    }
  }

  /**
   * Keeps what one server needs from outliving this process: what is added here is cleared away by
   * {@link #close()}, or by the {@link Watchdog} when this process ends without it in any way,
   * killed included. Between the start of a process and {@link #process} lies a moment in which a
   * kill goes unnoticed; PostgreSQL ends by itself then, because its directory is deleted.
   */
  public static final class Guard implements AutoCloseable {
    private final String group;
    private final CleanUp remains = new CleanUp();

    private Guard(String group) {
      this.group = group;
    }

    /** A file or a directory with all that is in it, to be deleted. It need not exist yet. */
    public void path(Path path) {
      note(Line.Verb.PATH, List.of(path.toAbsolutePath().toString()));
    }

    /** A process, to be ended with its descendants. */
    public void process(ProcessHandle handle) {
      CleanUp.ProcessId id = CleanUp.ProcessId.of(handle);
      note(Line.Verb.PROCESS, List.of(Long.toString(id.pid()), Long.toString(id.start())));
    }

    /** What ends the processes in an orderly way, tried before they are killed. */
    public void stopWith(List<String> command) {
      note(Line.Verb.STOP, command);
    }

    private void note(Line.Verb verb, List<String> arguments) {
      Line line = new Line(group, verb, arguments);
      remains.note(line);
      OF_THIS_PROCESS.tell(line);
    }

    /**
     * Clears away now; a second call finds nothing to do.
     *
     * @throws ServerException when something could not be cleared away; the watchdog tries again
     *     when this process ends
     */
    @Override
    public void close() {
      List<String> problems = remains.clear();
      if (!problems.isEmpty()) {
        throw new ServerException(String.join("; ", problems));
      }
      OF_THIS_PROCESS.tell(new Line(group, Line.Verb.RELEASE, List.of()));
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
    static final String LISTENS = "docduel: the watchdog listens";

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Map<String, CleanUp> groups = new LinkedHashMap<>();
    private final CountDownLatch parentGone = new CountDownLatch(1);

    private WatchdogProcess() {}

    /**
     * Reads until the end, then clears away.
     *
     * @throws IOException when standard input cannot be read; what is known is cleared away
     */
    public static void main(String[] arguments) throws IOException {
      WatchdogProcess watchdog = new WatchdogProcess();
      // A hook, because it runs at every ending: end of input, failure, SIGINT, SIGTERM, SIGHUP.
      Runtime.getRuntime().addShutdownHook(new Thread(watchdog::clearAll, "clear"));
      System.err.println(LISTENS);
      watchdog.listen();
    }

    private void listen() throws IOException {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
          Line line = Line.decode(text);
          synchronized (groups) {
            if (line.verb() == Line.Verb.RELEASE) {
              groups.remove(line.group());
            } else {
              groups.computeIfAbsent(line.group(), group -> new CleanUp()).note(line);
            }
          }
        }
      } finally {
        parentGone.countDown();
      }
    }

    private void clearAll() {
      try {
        if (!parentGone.await(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
          System.out.println("docduel: stopping the servers of a process that has not ended yet");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      synchronized (groups) {
        for (CleanUp remains : groups.values()) {
          remains.clear().forEach(problem -> System.out.println("docduel: " + problem));
        }
      }
    }
  }
}
