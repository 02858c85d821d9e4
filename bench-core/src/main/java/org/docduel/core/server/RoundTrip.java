package org.docduel.core.server;

import java.time.Duration;
import java.util.Arrays;

/** How long the shortest request to a server takes, over one connection that stays open. */
public final class RoundTrip {
  private static final int WARMUP = 500;
  private static final int REQUESTS = 2000;
  private static final Duration LIMIT = Duration.ofMillis(500);

  private RoundTrip() {}

  /** Sends a request and waits for its answer. */
  @FunctionalInterface
  public interface Request<E extends Exception> {
    void send() throws E;
  }

  /**
   * Sends requests one after the other for half a second at most.
   *
   * @return the median of the later ones, in nanoseconds
   * @throws E what a request throws
   */
  public static <E extends Exception> long medianNanos(Request<E> request) throws E {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < WARMUP && System.nanoTime() - deadline < 0; i++) {
      request.send();
    }
    deadline = System.nanoTime() + LIMIT.toNanos();
    long[] nanos = new long[REQUESTS];
    int sent = 0;
    do {
      long start = System.nanoTime();
      request.send();
      nanos[sent] = System.nanoTime() - start;
      sent++;
    } while (sent < REQUESTS && System.nanoTime() - deadline < 0);
    Arrays.sort(nanos, 0, sent);
    return nanos[sent / 2];
  }
}
