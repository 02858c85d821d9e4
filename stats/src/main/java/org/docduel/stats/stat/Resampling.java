package org.docduel.stats.stat;

/**
 * How resamples are drawn.
 *
 * @param resamples number of resamples B, from 100 to 100 million
 * @param seed the seed; the same seed and input give the same digits
 * @param threads number of threads, at least 1; it changes nothing but the time
 */
public record Resampling(int resamples, long seed, int threads) {
  /** 100,000 resamples, seed 42, as many threads as there are processors. */
  public static final Resampling DEFAULT =
      new Resampling(100_000, 42, Runtime.getRuntime().availableProcessors());

  /** Checks the ranges. */
  public Resampling {
    if (resamples < 100 || resamples > 100_000_000) {
      throw new IllegalArgumentException(
          "resamples " + resamples + " is out of range; 100 to 100000000 is expected");
    }
    if (threads < 1 || threads > 1024) {
      throw new IllegalArgumentException(
          "threads " + threads + " is out of range; 1 to 1024 is expected");
    }
  }

  Replicates of(Resampler resampler, Streams streams) {
    return Replicates.of(resampler, streams, resamples, threads);
  }
}
