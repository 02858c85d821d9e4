package org.docduel.core.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The program that clears away what a benchmark's process started, when that process has gone
 * without doing so. Its standard input is a pipe from that process: the end of it is the sign,
 * however the process ended. A Ctrl-C reaches this program too; it then gives the other a moment to
 * end by itself and clears away in any case.
 */
final class WatchdogProcess {
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
    watchdog.listen();
  }

  private void listen() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(Watchdog.Line.decode(line));
      }
    } finally {
      parentGone.countDown();
    }
  }

  private void note(Watchdog.Line line) {
    synchronized (groups) {
      if (line.verb() == Watchdog.Line.Verb.RELEASE) {
        groups.remove(line.group());
        return;
      }
      CleanUp remains = groups.computeIfAbsent(line.group(), group -> new CleanUp());
      List<String> values = line.arguments();
      switch (line.verb()) {
        case PROCESS ->
            remains.addProcess(
                new CleanUp.ProcessId(
                    Long.parseLong(values.get(0)), Long.parseLong(values.get(1))));
        case PATH -> remains.addPath(Path.of(values.get(0)));
        case STOP -> remains.setStopCommand(values);
        default -> throw new IllegalArgumentException("unknown verb in " + line);
      }
    }
  }

  private void clearAll() {
    try {
      if (!parentGone.await(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("docduel: stopping the servers of a process that has not ended yet");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (groups) {
      for (CleanUp remains : groups.values()) {
        for (String problem : remains.clear()) {
          System.err.println("docduel: " + problem);
        }
      }
    }
  }
}
