package org.docduel.capture;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.docduel.core.config.BadInputException;

/** How far the reading of files has come: a line every few seconds. */
final class Progress {
  private static final long PERIOD_NANOS = 3_000_000_000L;

  private final PrintWriter err;
  private final long begunNanos = System.nanoTime();
  private long printedNanos = begunNanos;
  private long total;
  private long done;

  Progress(List<Path> files, PrintWriter err) {
    this.err = err;
    for (Path file : files) {
      try {
        total += Files.size(file);
      } catch (IOException e) {
        throw new BadInputException(file + ": no such file", e);
      }
    }
  }

  void read(long bytes) {
    done += bytes;
    long now = System.nanoTime();
    if (now - printedNanos >= PERIOD_NANOS) {
      printedNanos = now;
      double seconds = (now - begunNanos) / 1e9;
      err.printf(
          Locale.ROOT,
          "log: %,d of %,d MB, %.0f MB/s, %.0f s left%n",
          done >> 20,
          total >> 20,
          done / 1e6 / seconds,
          seconds * (total - done) / Math.max(1, done));
    }
  }
}
