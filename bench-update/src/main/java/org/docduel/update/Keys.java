package org.docduel.update;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The documents that a worker updates, in random order with repetitions, drawn from all documents.
 * One that another worker is updating is not drawn; another draw takes its place.
 *
 * <p>With Zipf's law the hot documents are spread over the collection: rank r goes to index r *
 * step mod count, with a step that has no divisor in common with the count.
 */
final class Keys {
  private static final double ZIPF_EXPONENT = 0.99;

  /** A prime near 2^31 / the golden ratio. */
  private static final long STEP = 1_327_217_909L;

  private final InUse inUse;
  private final int documents;
  private final long step;
  private final DiscreteSampler ranks;

  /** Which documents are updated how often. */
  enum Choice {
    /** All alike. */
    UNIFORM,

    /** A few often: Zipf's law with exponent 0.99, the usual one of YCSB. */
    ZIPFIAN
  }

  /**
   * Which documents are being updated: each by one worker at a time, so that the last acknowledged
   * value of every document is known without asking. A bit for each, set and cleared atomically:
   * what a worker wrote about a document before it gave it back is seen by the next one.
   */
  static final class InUse {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;

    /** No document of so many is in use. */
    InUse(int documents) {
      words = new long[(documents + Long.SIZE - 1) / Long.SIZE];
    }

    private boolean take(int index) {
      long bit = 1L << index;
      return ((long) WORD.getAndBitwiseOr(words, index / Long.SIZE, bit) & bit) == 0;
    }

    private void give(int index) {
      WORD.getAndBitwiseAnd(words, index / Long.SIZE, ~(1L << index));
    }
  }

  /**
   * A worker's.
   *
   * @param worker which of them, from 0
   */
  Keys(Choice choice, int documents, int worker, InUse inUse) {
    this.inUse = inUse;
    this.documents = documents;
    this.step = documents % STEP == 0 ? 1 : STEP;
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed(worker));
    this.ranks =
        switch (choice) {
          case UNIFORM -> () -> random.nextInt(documents);
          case ZIPFIAN -> {
            DiscreteSampler zipf =
                RejectionInversionZipfSampler.of(random, documents, ZIPF_EXPONENT);
            yield () -> zipf.sample() - 1;
          }
        };
  }

  /** Takes the next document; it is to be given back after the update. */
  int take() {
    int index = draw();
    while (!inUse.take(index)) {
      index = draw();
    }
    return index;
  }

  /** Gives a document back. */
  void give(int index) {
    inUse.give(index);
  }

  private int draw() {
    return (int) (ranks.sample() * step % documents);
  }

  private static long seed(int worker) {
    return 42L + ((long) worker << 32);
  }
}
