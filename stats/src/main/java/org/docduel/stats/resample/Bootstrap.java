package org.docduel.stats.resample;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fills replicates block by block, with as many threads as asked for.
 *
 * @param resamples number of resamples B, at least 1
 * @param threads number of threads, at least 1; it changes nothing but the time
 */
public record Bootstrap(int resamples, int threads) {
  /** Resamples per block and so per random stream; changing it changes every result. */
  static final int BLOCK = 2048;

  /** Checks the numbers. */
  public Bootstrap {
    if (resamples < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "resamples and threads must be at least 1, but are " + resamples + " and " + threads);
    }
  }

  /**
   * Draws all resamples.
   *
   * @param resampler what to draw
   * @param streams the streams of this comparison
   */
  public Replicates run(Resampler resampler, Streams streams) {
    Replicates replicates = new Replicates(resamples, !Double.isNaN(resampler.variance()));
    int blocks = (resamples + BLOCK - 1) / BLOCK;
    AtomicInteger next = new AtomicInteger();
    Runnable work =
        () -> {
          for (int block = next.getAndIncrement(); block < blocks; block = next.getAndIncrement()) {
            int from = block * BLOCK;
            resampler.draw(
                streams.block(block), replicates, from, Math.min(resamples, from + BLOCK));
          }
        };
    inParallel(work, Math.min(threads, blocks));
    return replicates;
  }

  private static void inParallel(Runnable work, int workers) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] others = new Thread[workers - 1];
    for (int i = 0; i < others.length; i++) {
      others[i] = new Thread(work, "resample-" + (i + 1));
      others[i].setDaemon(true);
      others[i].setUncaughtExceptionHandler((thread, error) -> failure.compareAndSet(null, error));
      others[i].start();
    }
    work.run();
    for (Thread other : others) {
      join(other);
    }
    if (failure.get() != null) {
      throw new IllegalStateException("a resampling thread failed", failure.get());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while resampling", e);
    }
  }
}
