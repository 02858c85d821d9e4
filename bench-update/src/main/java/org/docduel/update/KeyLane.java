package org.docduel.update;

import java.util.function.IntSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A lane's documents, in random order with repetitions. Lane l of n has the indexes l, l + n, l +
 * 2n ...; what lanes are for says {@link KeyLanes}.
 *
 * <p>With Zipf's law each lane has hot documents of its own, spread over the collection: rank r
 * goes to place r * step mod count, with a step that has no divisor in common with the count.
 */
final class KeyLane implements IntSupplier {
  private static final double ZIPF_EXPONENT = 0.99;

  /** A prime near 2^31 / the golden ratio. */
  private static final long STEP = 1_327_217_909L;

  private final int lane;
  private final int lanes;
  private final int count;
  private final long step;
  private final DiscreteSampler ranks;

  /**
   * A lane's documents.
   *
   * @param choice how often which
   * @param documents how many there are in all lanes, at least as many as lanes
   * @param lane which lane, from 0
   * @param lanes how many there are
   */
  KeyLane(KeyChoice choice, int documents, int lane, int lanes) {
    this.lane = lane;
    this.lanes = lanes;
    this.count = (documents - lane + lanes - 1) / lanes;
    this.step = count % STEP == 0 ? 1 : STEP;
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed(lane, lanes));
    this.ranks =
        switch (choice) {
          case UNIFORM -> () -> random.nextInt(count);
          case ZIPFIAN -> {
            DiscreteSampler zipf = RejectionInversionZipfSampler.of(random, count, ZIPF_EXPONENT);
            yield () -> zipf.sample() - 1;
          }
        };
  }

  /** The index of the next document. */
  @Override
  public int getAsInt() {
    long place = ranks.sample() * step % count;
    return (int) (lane + place * lanes);
  }

  private static long seed(int lane, int lanes) {
    return 42L + ((long) lanes << 32) + lane;
  }
}
