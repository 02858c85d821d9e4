package org.docduel.stats.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.docduel.stats.verdict.SuperiorityTest.Progress;

/** Says how far a command is that takes longer than a person waits in silence. */
final class ProgressLines implements Progress {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long REDRAWN_NANOS = Duration.ofMillis(200).toNanos();
  private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

  private final PrintWriter err;
  private final boolean terminal;
  private final LongSupplier clock;
  private long nextNanos;
  private boolean shown;

  ProgressLines(PrintWriter err, boolean terminal, LongSupplier clock) {
    this.err = err;
    this.terminal = terminal;
    this.clock = clock;
    this.nextNanos = clock.getAsLong() + PATIENCE_NANOS;
  }

  /** Lines that a terminal redraws, and others keep. */
  static ProgressLines on(PrintWriter err) {
    return new ProgressLines(err, Terminal.isInteractive(), System::nanoTime);
  }

  @Override
  public synchronized void done(String what, int done, int of) {
    long now = clock.getAsLong();
    if (terminal && shown && done == of) {
      err.print("\r\u001b[K");
      err.flush();
      shown = false;
    } else if (now - nextNanos >= 0 && done < of) {
      String line = String.format(Locale.ROOT, "stats: %,d of %,d %s", done, of, what);
      err.print(terminal ? "\r" + line + "\u001b[K" : line + System.lineSeparator());
      err.flush();
      shown = true;
      nextNanos = now + (terminal ? REDRAWN_NANOS : KEPT_NANOS);
    }
  }
}
