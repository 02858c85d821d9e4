package org.docduel.stats.stat;

import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;

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
    new Parallel(threads).run(Collections.nCopies(Math.min(threads, blocks), work));
    return replicates;
  }
}
