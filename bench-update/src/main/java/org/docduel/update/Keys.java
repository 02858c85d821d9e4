package org.docduel.update;

import java.util.function.IntSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/** Which documents a worker draws how often, in random order with repetitions. */
enum Keys {
  /** As the mix says it, which is one of the others. */
  MIX,

  /** All alike. */
  UNIFORM,

  /**
   * A few often, by Zipf's law. The hot ones are spread over the collection: rank r goes to index r
   * * step mod count, with a step that has no divisor in common with the count.
   */
  ZIPFIAN,

  /** The last ones most often, by Zipf's law. */
  LATEST;

  /** The usual exponent of Zipf's law, YCSB's. */
  static final double ZIPF_EXPONENT = 0.99;

  /** A prime near 2^31 / the golden ratio. */
  private static final long STEP = 1_327_217_909L;

  /** A worker's random numbers, by its number from 0: the same in every run. */
  static UniformRandomProvider random(int worker) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(42L + ((long) worker << 32));
  }

  /**
   * Draws indexes below a number of documents, or among so many latest ones.
   *
   * @param end the index after the latest
   */
  DiscreteSampler indexes(
      int documents, double exponent, UniformRandomProvider random, IntSupplier end) {
    if (this == UNIFORM) {
      return () -> random.nextInt(documents);
    }
    DiscreteSampler ranks = RejectionInversionZipfSampler.of(random, documents, exponent);
    long step = documents % STEP == 0 ? 1 : STEP;
    return this == LATEST
        ? () -> end.getAsInt() - ranks.sample()
        : () -> (int) ((ranks.sample() - 1) * step % documents);
  }
}
