package org.docduel.core.fork;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a long load has come. A fork prints the {@link #line}; a launcher at a terminal shows the
 * latest.
 */
public record RowProgress(long rows, long total, double seconds) {
  private static final Pattern LINE =
      Pattern.compile("loading: ([0-9]+) of ([0-9]+) rows in ([0-9.]+) s, .*");

  /** One line of text. */
  public String line() {
    return String.format(
        Locale.ROOT, "loading: %d of %d rows in %.1f s, %s", rows, total, seconds, rateAndRest());
  }

  /**
   * Reads a line back.
   *
   * @return the progress, or empty when the line is something else
   */
  public static Optional<RowProgress> parse(String line) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new RowProgress(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                Double.parseDouble(matcher.group(3))))
        : Optional.empty();
  }

  private String rateAndRest() {
    double rate = seconds <= 0 ? 0 : rows / seconds;
    String rest =
        rate <= 0 ? "unknown" : String.format(Locale.ROOT, "%.0f s", (total - rows) / rate);
    return String.format(Locale.ROOT, "%,.0f rows/s, %s left", rate, rest);
  }

  /** Prints how far a load has come, once a second at most. It begins when this is made. */
  public static final class LoadProgress {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final long total;
    private final long begunNanos = System.nanoTime();
    private long printedNanos = begunNanos;

    /** A load that begins now. */
    public LoadProgress(long total) {
      this.total = total;
    }

    /** Prints a line unless the last one is too recent. */
    public void loaded(long rows) {
      long now = System.nanoTime();
      if (now - printedNanos >= PERIOD_NANOS) {
        printedNanos = now;
        System.out.println(new RowProgress(rows, total, (now - begunNanos) / 1e9).line());
      }
    }
  }
}
