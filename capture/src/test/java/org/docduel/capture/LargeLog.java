package org.docduel.capture;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * Reads a generated log of a size, to be run with a small heap: {@code java -Xmx64m
 * org.docduel.capture.LargeLog json 1000} for 1,000 MB. Prints how fast a bare loop over its lines
 * and the reader are, and how much memory is used. The formats are json, csv and log.
 */
final class LargeLog {
  private LargeLog() {}

  public static void main(String[] arguments) throws IOException {
    String format = arguments[0];
    long megabytes = Long.parseLong(arguments[1]);
    Path file = Files.createTempFile("large", "." + format);
    try {
      write(file, format, megabytes << 20);
      double bare = bareLoop(file);
      StatementTable table =
          new StatementTable(
              StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow(),
              Set.of("public"));
      long startNanos = System.nanoTime();
      LogFile log = new LogFile(file, bytes -> {});
      log.read(table::add);
      double seconds = (System.nanoTime() - startNanos) / 1e9;
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.printf(
          "%s, %,d MB, %,d statements, %d texts: %.1f s, %.0f MB/s; bare loop %.0f MB/s; heap %,d of %,d MB%n",
          format,
          megabytes,
          log.found(),
          table.ordered().size(),
          seconds,
          megabytes / seconds,
          megabytes / bare,
          (runtime.totalMemory() - runtime.freeMemory()) >> 20,
          runtime.maxMemory() >> 20);
    } finally {
      Files.delete(file);
    }
  }

  /** Seconds of the second time, when the file is in memory and the loop compiled. */
  private static double bareLoop(Path file) throws IOException {
    double seconds = 0;
    long characters = 0;
    for (int i = 0; i < 2; i++) {
      long startNanos = System.nanoTime();
      try (BufferedReader in = Files.newBufferedReader(file)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          characters += line.length();
        }
      }
      seconds = (System.nanoTime() - startNanos) / 1e9;
    }
    return characters > 0 ? seconds : Double.NaN;
  }

  /** Two statements of three are bound; each third has another literal and another list. */
  private static void write(Path file, String format, long bytes) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (long written = 0; written < bytes; ) {
        int key = random.nextInt(1_000_000);
        boolean isBound = random.nextInt(3) > 0;
        String statement =
            "duration: 0.011 ms  %s: SELECT id, email FROM customer WHERE id = %s%s"
                .formatted(
                    isBound ? "execute P_0" : "statement",
                    isBound ? "$1" : String.valueOf(key),
                    isBound ? "" : " AND id IN (1" + ", 2".repeat(key % 5) + ")");
        String detail = isBound ? "parameters: $1 = '" + key + "'" : "";
        String line = line(format, key, statement, detail);
        out.write(line);
        written += line.length();
      }
    }
  }

  private static String line(String format, int key, String statement, String detail) {
    String time = "2026-11-28 05:14:18.284 UTC";
    return switch (format) {
      case "json" ->
          ("{\"timestamp\":\"%s\",\"user\":\"app\",\"dbname\":\"shop\",\"pid\":7,"
                  + "\"session_id\":\"6b0a632a.%d\",\"line_num\":5,\"ps\":\"SELECT\",\"error_severity\":\"LOG\","
                  + "\"message\":\"%s\",\"detail\":\"%s\",\"application_name\":\"web\","
                  + "\"query_id\":-2224672766115307299}\n")
              .formatted(time, key, statement, detail);
      case "csv" ->
          "%s,\"app\",\"shop\",7,\"127.0.0.1:5\",6b0a632a.%d,5,\"SELECT\",%s,3/4,0,LOG,00000,\"%s\",\"%s\",,,,,,,,\"web\",\"client backend\",,-2224672766115307299\n"
              .formatted(time, key, time, statement, detail);
      default ->
          "%s [7] LOG:  %s\n%s"
              .formatted(
                  time, statement, detail.isEmpty() ? "" : time + " [7] DETAIL:  " + detail + "\n");
    };
  }
}
