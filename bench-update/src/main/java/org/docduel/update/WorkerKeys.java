package org.docduel.update;

import java.util.function.IntSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The documents of one worker, in random order with repetitions. Workers have no document in common
 * (worker w of n has the indexes w, w + n, w + 2n ...), so that the last acknowledged value of each
 * document is known without asking.
 *
 * <p>With Zipf's law each worker has hot documents of its own, spread over the collection: rank r
 * goes to place r * step mod count, with a step that has no divisor in common with the count.
 */
final class WorkerKeys implements IntSupplier {
  private static final double ZIPF_EXPONENT = 0.99;

  /** A prime near 2^31 / the golden ratio. */
  private static final long STEP = 1_327_217_909L;

  private final int worker;
  private final int workers;
  private final int count;
  private final long step;
  private final DiscreteSampler ranks;

  /**
   * A worker's documents.
   *
   * @param choice how often which
   * @param documents how many there are, at least as many as workers
   * @param worker which worker, from 0
   * @param workers how many there are
   */
  WorkerKeys(KeyChoice choice, int documents, int worker, int workers) {
    this.worker = worker;
    this.workers = workers;
    this.count = (documents - worker + workers - 1) / workers;
    this.step = count % STEP == 0 ? 1 : STEP;
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed(worker, workers));
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
    return (int) (worker + place * workers);
  }

  private static long seed(int worker, int workers) {
    return 42L + ((long) workers << 32) + worker;
  }
}
