package org.docduel.update;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged jar, run as a person runs it, and the server that it has started. */
final class PackagedRun {
  private final Path directory;
  private final Process process;

  /** What came of it. */
  record Ended(int status, String out, List<String> errors) {}

  private PackagedRun(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  static PackagedRun start(Path directory, Map<String, String> environment, String arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("benchmarks.jar")));
    command.addAll(List.of(arguments.split(" ")));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(directory.resolve("out.txt").toFile())
            .redirectError(directory.resolve("err.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    builder.environment().putAll(environment);
    return new PackagedRun(directory, builder.start());
  }

  Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the run did not end: " + Files.readString(out()));
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out()),
        Files.readAllLines(directory.resolve("err.txt")));
  }

  /**
   * Waits until workers update, as the titles of PostgreSQL's processes tell.
   *
   * @return the server's processes that serve clients
   */
  List<ProcessHandle> awaitUpdates() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (true) {
      List<ProcessHandle> serving =
          server().filter(one -> title(one).contains("127.0.0.1")).toList();
      if (serving.stream().anyMatch(one -> title(one).contains("UPDATE"))) {
        return serving;
      }
      if (System.nanoTime() > deadline || process.waitFor(20, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("no update was ever seen: " + Files.readString(out()));
      }
    }
  }

  /** Every process of the server. */
  Stream<ProcessHandle> server() {
    return process.descendants().filter(one -> title(one).contains("postgres"));
  }

  private static String title(ProcessHandle one) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(one.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException endedMeanwhile) {
      return "";
    }
  }

  private Path out() {
    return directory.resolve("out.txt");
  }
}
