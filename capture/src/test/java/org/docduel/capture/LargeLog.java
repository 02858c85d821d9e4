package org.docduel.capture;

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
 * org.docduel.capture.LargeLog 1000} for 1,000 MB. Prints how fast it was, and what is used.
 */
final class LargeLog {
  private LargeLog() {}

  public static void main(String[] arguments) throws IOException {
    long megabytes = Long.parseLong(arguments[0]);
    Path file = Files.createTempFile("large", ".json");
    try {
      write(file, megabytes << 20);
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
          "%,d MB, %,d statements, %d texts: %.1f s, %.0f MB/s; heap %,d of %,d MB%n",
          megabytes,
          log.found(),
          table.ordered().size(),
          seconds,
          megabytes / seconds,
          (runtime.totalMemory() - runtime.freeMemory()) >> 20,
          runtime.maxMemory() >> 20);
    } finally {
      Files.delete(file);
    }
  }

  /** Two statements of three are bound; each third has another literal and another list. */
  private static void write(Path file, long bytes) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (long written = 0; written < bytes; ) {
        int key = random.nextInt(1_000_000);
        boolean isBound = random.nextInt(3) > 0;
        String line =
            ("{\"timestamp\":\"2026-11-28 05:14:18.284 UTC\",\"user\":\"app\",\"dbname\":\"shop\",\"pid\":7,"
                    + "\"session_id\":\"6b0a632a.%d\",\"line_num\":5,\"ps\":\"SELECT\",\"error_severity\":\"LOG\","
                    + "\"message\":\"duration: 0.011 ms  %s: SELECT id, email FROM customer WHERE id = %s%s\","
                    + "%s\"application_name\":\"web\",\"query_id\":-2224672766115307299}\n")
                .formatted(
                    key,
                    isBound ? "execute P_0" : "statement",
                    isBound ? "$1" : String.valueOf(key),
                    isBound ? "" : " AND id IN (1" + ", 2".repeat(key % 5) + ")",
                    isBound ? "\"detail\":\"parameters: $1 = '" + key + "'\"," : "");
        out.write(line);
        written += line.length();
      }
    }
  }
}
