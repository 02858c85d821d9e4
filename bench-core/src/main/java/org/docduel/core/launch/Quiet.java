package org.docduel.core.launch;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;

/** Says once in a while that a fork has said nothing: it is at work, or the server is silent. */
final class Quiet implements AutoCloseable {
  private final Consumer<String> say;
  private final long everyNanos;
  private final Timer clock = new Timer("docduel-quiet", true);
  private volatile long heardNanos = System.nanoTime();

  /**
   * Begins to listen.
   *
   * @param every after how long it says so
   * @param say takes the line
   */
  Quiet(Duration every, Consumer<String> say) {
    this.say = say;
    this.everyNanos = every.toNanos();
    TimerTask look =
        new TimerTask() {
          @Override
          public void run() {
            look();
          }
        };
    clock.schedule(look, every.toMillis(), every.toMillis());
  }

  /** The fork has said something. */
  void heard() {
    heardNanos = System.nanoTime();
  }

  private void look() {
    long quietNanos = System.nanoTime() - heardNanos;
    if (quietNanos >= everyNanos) {
      say.accept("no word from the fork for " + Progress.words(Duration.ofNanos(quietNanos)));
    }
  }

  @Override
  public void close() {
    clock.cancel();
  }
}
