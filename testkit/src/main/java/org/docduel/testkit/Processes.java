package org.docduel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the tests of started processes, and of what takes time beside others, look at and do. */
public final class Processes {
  private Processes() {}

  /** Processes whose command line holds a text, those aside that have ended and wait for init. */
  public static List<String> running(String text) {
    return ProcessHandle.allProcesses()
        .filter(handle -> handle.info().commandLine().orElse("").contains(text))
        .filter(ProcessHandle::isAlive)
        .filter(handle -> !isDefunct(handle))
        .map(handle -> handle.pid() + " " + handle.info().commandLine().orElse(""))
        .toList();
  }

  private static boolean isDefunct(ProcessHandle handle) {
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(handle.pid()), "stat"));
      return status.startsWith("Z", status.lastIndexOf(')') + 2);
    } catch (IOException notLinuxOrEndedMeanwhile) {
      return false;
    }
  }

  /** The command line as Linux shows it now, which a server changes; empty of who has ended. */
  public static String title(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException endedMeanwhile) {
      return "";
    }
  }

  public static boolean eventually(Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return true;
  }

  /**
   * Measures ten times and returns the median of each number: others work beside a test, and what
   * they take from one measurement must neither fail nor pass it.
   *
   * @param measurement returns the same count of numbers each time
   */
  public static double[] mediansOfTen(Supplier<double[]> measurement) {
    List<double[]> all = Stream.generate(measurement).limit(10).toList();
    return IntStream.range(0, all.get(0).length)
        .mapToDouble(i -> {
          double[] sorted = all.stream().mapToDouble(numbers -> numbers[i]).sorted().toArray();
          return (sorted[4] + sorted[5]) / 2;
        })
        .toArray();
  }

  public static int run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(List.of(command) + " does not end");
    }
    return process.exitValue();
  }

  public static int signal(String signal, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    Stream<String> ids = processes.stream().map(process -> Long.toString(process.pid()));
    return run(Stream.concat(Stream.of("kill", "-" + signal), ids).toArray(String[]::new));
  }

  /**
   * Whether this process, and so every child, ignores a signal, as background jobs of a shell
   * ignore INT, and what nohup starts ignores HUP.
   */
  public static boolean ignores(String signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElse("0");
    int number =
        Objects.requireNonNull(
            Map.of("HUP", 1, "INT", 2, "KILL", 9, "TERM", 15).get(signal), signal);
    return (Long.parseUnsignedLong(ignored, 16) >> (number - 1) & 1) == 1;
  }
}
