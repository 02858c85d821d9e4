package org.docduel.core.work;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time for which a server may acknowledge nothing while work is asked of it. When every
 * attempt fails, the next one that does ends the work. When attempts do not even return, as on a
 * network that swallows what is sent, a thread of its own notices and the fork ends.
 */
public final class Silence {
  /** Of many threads, only one in a while need say that the server lives. */
  private static final long SELDOM_NANOS = Duration.ofMillis(100).toNanos();

  private final long limitNanos;
  private final long answerNanos;
  private final LongSupplier clock;
  private final Consumer<String> end;
  private final AtomicLong acknowledgedNanos = new AtomicLong();
  private long silentAtEnd;

  /** Alive while the server is asked; null between iterations. */
  private @Nullable Thread watch;

  /**
   * With a bound.
   *
   * @param clock nanoseconds from any origin
   * @param end what is done when nothing returns any more; takes a line that says so
   */
  public Silence(Duration limit, Duration answer, LongSupplier clock, Consumer<String> end) {
    this.limitNanos = limit.toNanos();
    this.answerNanos = answer.toNanos();
    this.clock = clock;
    this.end = end;
  }

  /**
   * Begins to watch: from now on the server is asked. A pause since the last end does not count.
   */
  public synchronized void start() {
    acknowledgedNanos.set(clock.getAsLong() - silentAtEnd);
    stop();
    Thread started = new Thread(this::watch, "docduel-silence");
    started.setDaemon(true);
    started.start();
    watch = started;
  }

  /** Stops watching until the next beginning. */
  public synchronized void end() {
    stop();
    silentAtEnd = silentNanos();
  }

  /** Stops watching for good, such as when an exception ends the work. */
  public synchronized void stop() {
    if (watch != null) {
      watch.interrupt();
      watch = null;
    }
  }

  /**
   * Notes that the server has acknowledged something.
   *
   * @param nanos when, by the clock
   */
  public void acknowledged(long nanos) {
    if (nanos - acknowledgedNanos.get() > SELDOM_NANOS) {
      acknowledgedNanos.lazySet(nanos);
    }
  }

  /**
   * Ends the work when the silence has lasted too long. For when an attempt has failed.
   *
   * @throws ServerFailureException when it has
   */
  public void check(String message, StoreException cause) {
    if (silentNanos() > limitNanos) {
      throw new ServerFailureException(
          line(limitNanos, Waits.SILENCE) + "; the last error: " + message, cause);
    }
  }

  private long silentNanos() {
    return clock.getAsLong() - acknowledgedNanos.get();
  }

  private static String line(long nanos, String setting) {
    return "the server has acknowledged nothing for "
        + Duration.ofNanos(nanos).toSeconds()
        + " s, so the run ends ("
        + Settings.variable(setting)
        + " sets the limit)";
  }

  /** Looks now and then: where nothing returns, nothing can wake it. */
  private void watch() {
    try {
      while (true) {
        Thread.sleep(Math.max(1, Math.min(1000, answerNanos / 10_000_000)));
        if (silentNanos() > answerNanos) {
          end.accept(line(answerNanos, Waits.ANSWER));
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
