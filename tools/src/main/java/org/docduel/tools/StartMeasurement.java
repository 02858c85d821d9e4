package org.docduel.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures the time from the start of {@code benchmarks.jar} to its first measured iteration, an
 * embedded PostgreSQL's start, the first content check and the warm-up iteration included. Run with
 * {@code scripts/compare-start}; argument: rounds (default 5).
 */
public final class StartMeasurement {
  /** What JMH writes to its log when the first measured iteration is over. */
  private static final String FIRST = "\nIteration   1: ";

  private static final int LIMIT_SECONDS = 120;

  private StartMeasurement() {}

  /**
   * Prints the time of each start and their median.
   *
   * @param arguments the jar; rounds
   * @throws Exception when the jar cannot be started or never comes to an iteration
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    double[] seconds = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      seconds[round] = start(Path.of(arguments[0]).toAbsolutePath());
      System.out.printf(Locale.ROOT, "%.1f s%n", seconds[round]);
    }
    Arrays.sort(seconds);
    System.out.printf(Locale.ROOT, "median %.1f s%n", seconds[rounds / 2]);
  }

  private static double start(Path jar) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("docduel-start");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    java.toString(),
                    "-jar",
                    jar.toString(),
                    "InsertBenchmark",
                    "-p",
                    "store=postgres-jsonb",
                    "-p",
                    "payload=10B",
                    "-f",
                    "1",
                    "-i",
                    "1"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    long begun = System.nanoTime();
    Process process = builder.start();
    try {
      while (!log(directory).contains(FIRST)) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)
            || System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
          throw new IOException(
              "no iteration: " + Files.readString(directory.resolve("out.txt")).strip());
        }
      }
      return (System.nanoTime() - begun) / 1e9;
    } finally {
      process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      delete(directory);
    }
  }

  private static String log(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      Optional<Path> log = files.filter(file -> file.endsWith("jmh.log")).findFirst();
      return log.isPresent() ? Files.readString(log.get()) : "";
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
