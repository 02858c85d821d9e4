package org.docduel.core.model.datasets;

import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;

/**
 * The random words of a document, by position instead of in sequence: word <i>j</i> of stream
 * <i>s</i> of document <i>i</i> is a mixture of a seed and these numbers, so that any of them can
 * be had alone.
 *
 * <p>The mixing function is SplitMix64's (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, OOPSLA 2014, doi:10.1145/2660193.2660195, with Stafford's variant 13 constants); a
 * document's words are the outputs of a SplitMix64 that starts at the document's key. Exact on
 * every machine: integer arithmetic only.
 *
 * @param key of the document within its stream
 */
record CounterRandom(long key) {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  /** The key of a dataset: different seeds and different streams have unrelated words. */
  static long stream(long seed, int stream) {
    return mix(mix(seed + GOLDEN_GAMMA) + stream);
  }

  /** The words of a document within a stream. */
  static CounterRandom of(long stream, long index) {
    return new CounterRandom(mix(stream + index * GOLDEN_GAMMA));
  }

  /** A word of 64 random bits. */
  long bits(int position) {
    return mix(key + (position + 1) * GOLDEN_GAMMA);
  }

  /** A number from 0 to bound - 1. */
  long below(int position, long bound) {
    return below(bits(position), bound);
  }

  /**
   * A number from 0 to bound - 1, by multiplication instead of division. The bias is below 2^-31
   * for the bounds used here (up to 2^32).
   */
  static long below(long bits, long bound) {
    return Math.multiplyHigh(bits >>> 1, bound << 1);
  }

  StringValue text(int position, Skewed<String> texts) {
    return new StringValue(texts.of(bits(position)));
  }

  /** The value, or null in one of twenty cases. */
  Value orNull(int position, Value value) {
    return below(position, 20) == 0 ? NullValue.NULL : value;
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
