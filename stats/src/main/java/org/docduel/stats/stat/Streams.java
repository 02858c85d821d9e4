package org.docduel.stats.stat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;

/**
 * Random streams keyed by seed, comparison and block. A block's stream depends on nothing else, so
 * neither the number of threads nor the presence of another comparison can change a digit.
 *
 * @param seed the recorded seed
 */
public record Streams(long seed, long comparison) {
  /** Draws per block and so per random stream; changing it changes every result. */
  public static final int BLOCK = 2048;

  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** A key made of words, the same on every machine (FNV-1a with 64 bits). */
  public static long key(String... parts) {
    long hash = 0xcbf29ce484222325L;
    for (String part : parts) {
      for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
      }
      // A separator no UTF-8 text holds: ("ab", "c") and ("a", "bc") must differ.
      hash = (hash ^ 0xff) * 0x100000001b3L;
    }
    return hash;
  }

  /** Makes the draws from a place to another, exclusive, with the random stream of their block. */
  public interface Block {
    void draw(UniformRandomProvider random, int from, int to);
  }

  /** Makes some draws, block by block, on some threads, at least 1. */
  public void draw(int count, int threads, Block block) {
    IntStream blocks = IntStream.rangeClosed(0, (count - 1) / BLOCK);
    IntConsumer task =
        i -> block.draw(block(i), i * BLOCK, i * BLOCK + Math.min(BLOCK, count - i * BLOCK));
    if (threads == 1) {
      blocks.forEach(task);
      return;
    }
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      pool.submit(() -> blocks.parallel().forEach(task)).join();
    } finally {
      pool.shutdown();
    }
  }

  /** The stream of a block. */
  public UniformRandomProvider block(int block) {
    long start = mix(seed) ^ mix(comparison + GOLDEN_GAMMA) ^ mix(block + 2 * GOLDEN_GAMMA);
    return new XoRoShiRo128PlusPlus(mix(start), mix(start + GOLDEN_GAMMA));
  }

  // The finaliser of SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
