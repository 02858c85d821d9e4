package org.docduel.core.server;

import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.jspecify.annotations.Nullable;

/**
 * This process's end of its {@link WatchdogProcess}, which is started with the first guard and ends
 * after this process. One serves all guards.
 */
public final class Watchdog {
  private static final Watchdog OF_THIS_PROCESS = new Watchdog();

  private final Map<String, StringBuilder> known = new LinkedHashMap<>();
  private final AtomicInteger groups = new AtomicInteger();
  private @Nullable Writer pipe;

  private Watchdog() {}

  /**
   * Starts the watchdog unless it runs.
   *
   * @throws ServerException when the watchdog does not start
   */
  public static Guard guard() {
    String group = "g" + OF_THIS_PROCESS.groups.incrementAndGet();
    OF_THIS_PROCESS.ensureRunning();
    return new Guard(OF_THIS_PROCESS, group);
  }

  synchronized void tell(Line line) {
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
      Writer started = start();
      for (StringBuilder lines : known.values()) {
        write(started, lines.toString());
      }
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

  private static Writer start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                java,
                "-Xmx16m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                codeLocation(),
                WatchdogProcess.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .directory(Settings.temporaryDirectory().toFile());
    return ChildEnvironment.strip(builder).start().outputWriter();
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
    /** What a line says. */
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
}
