package org.docduel.core.fork;

/** Prints how far a load has come, once a second at most. It begins when this is made. */
public final class LoadProgress {
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
