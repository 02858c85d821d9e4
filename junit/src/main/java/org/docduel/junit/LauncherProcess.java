package org.docduel.junit;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.Launcher;

/**
 * The launcher in a virtual machine of its own. It has the class path of the test, and so have its
 * forks; but not the test's options: an agent for coverage or debugging, assertions or one compiler
 * would be measured.
 *
 * @param arguments of the launcher
 * @param settings by their names without {@code docduel.}
 */
record LauncherProcess(List<String> arguments, Map<String, String> settings) {
  private static final long END_SECONDS = 30;
  private static final String PREFIX = Settings.property("");

  /** What lines that say why a run failed begin with. */
  private static final List<String> REASONS = List.of("docduel: ", "failed: ");

  void run() {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Launcher.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("CLASSPATH", classPath());
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .forEach(
            name -> put(environment, name.substring(PREFIX.length()), System.getProperty(name)));
    settings.forEach((name, value) -> put(environment, name, value));
    try {
      run(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException("Java cannot be started: " + e.getMessage(), e);
    }
  }

  private static void put(Map<String, String> environment, String name, String value) {
    environment.put(Settings.variable(name), value);
  }

  /** That of the tests, which Surefire may keep from the virtual machine's own; with modules. */
  private static String classPath() {
    return Stream.of("surefire.test.class.path", "java.class.path", "jdk.module.path")
        .map(name -> System.getProperty(name, ""))
        .filter(path -> !path.isEmpty())
        .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void run(Process process) {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    Thread printer = new Thread(() -> print(process, lines), "docduel output");
    printer.setDaemon(true);
    Thread end = new Thread(() -> end(process));
    Runtime.getRuntime().addShutdownHook(end);
    try {
      printer.start();
      int status = process.waitFor();
      printer.join();
      if (status != Launcher.DONE) {
        throw new RunFailedException(reason(lines), status);
      }
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted before the run came to its end", -1);
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(end);
      } catch (IllegalStateException e) {
        // the virtual machine is going down, and the hook ends the process
      }
    }
  }

  private static void print(Process process, List<String> lines) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        System.out.println(line);
      }
    } catch (IOException e) {
      lines.add("failed: the output cannot be read: " + e.getMessage());
    }
  }

  private static String reason(List<String> lines) {
    String reasons =
        lines.stream()
            .filter(line -> REASONS.stream().anyMatch(line::startsWith))
            .collect(Collectors.joining("\n"));
    return reasons.isEmpty() && !lines.isEmpty() ? lines.get(lines.size() - 1) : reasons;
  }

  /** Ends it as Ctrl-C does, so that it stops its forks and servers. */
  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
