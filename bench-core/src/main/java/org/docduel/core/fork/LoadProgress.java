package org.docduel.core.fork;

import java.util.Locale;

/** How far a long load has come: a fork prints it, a launcher shows the latest line. */
public final class LoadProgress {
  private static final String BEGINNING = "loading: ";
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private final long total;
  private final long begunNanos = System.nanoTime();
  private long printedNanos = begunNanos;

  public LoadProgress(long total) {
    this.total = total;
  }

  /** Prints a line unless the last one is less than a second old. */
  public void loaded(long rows) {
    long now = System.nanoTime();
    if (now - printedNanos >= PERIOD_NANOS) {
      printedNanos = now;
      System.out.println(line(rows, total, (now - begunNanos) / 1e9));
    }
  }

  static String line(long rows, long total, double seconds) {
    double rate = seconds <= 0 ? 0 : rows / seconds;
    String remaining =
        rate <= 0 ? "unknown" : String.format(Locale.ROOT, "%.0f s", (total - rows) / rate);
    return String.format(
        Locale.ROOT,
        "%s%d of %d rows in %.1f s, %,.0f rows/s, %s left",
        BEGINNING,
        rows,
        total,
        seconds,
        rate,
        remaining);
  }

  /** Whether a fork said with a line how far its load has come. */
  public static boolean isIn(String line) {
    return line.startsWith(BEGINNING);
  }
}
