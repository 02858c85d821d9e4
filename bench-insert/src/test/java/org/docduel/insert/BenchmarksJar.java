package org.docduel.insert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged jar, run as a person runs it. */
final class BenchmarksJar {
  /** What came of a run. */
  record Ended(int status, String out, String err) {
    List<String> errorLines() {
      return err.lines().toList();
    }
  }

  private static final long SIGINT_BIT = 1L << 1;

  private final Path directory;
  private final Process process;

  private BenchmarksJar(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  static BenchmarksJar start(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("benchmarks.jar")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(directory.resolve("out.txt").toFile())
            .redirectError(directory.resolve("err.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    builder.environment().putAll(environment);
    return new BenchmarksJar(directory, builder.start());
  }

  static Ended run(Path directory, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return start(directory, environment, arguments).await();
  }

  Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the run did not end: " + out());
    }
    return new Ended(process.exitValue(), out(), Files.readString(directory.resolve("err.txt")));
  }

  /** Waits until a text has been printed. */
  void awaitOutput(String text) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!out().contains(text)) {
      if (System.nanoTime() > deadline || process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("never printed '" + text + "': " + out());
      }
    }
  }

  private String out() throws IOException {
    return Files.readString(directory.resolve("out.txt"));
  }

  /**
   * Whether this process was started with SIGINT ignored, as shells do in the background: children
   * inherit it.
   */
  static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
          .anyMatch(mask -> (mask & SIGINT_BIT) != 0);
    }
  }

  Process process() {
    return process;
  }

  /** Every process that the run has started, and theirs. */
  List<ProcessHandle> descendants() {
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.toList();
    }
  }
}
