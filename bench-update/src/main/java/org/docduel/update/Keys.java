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
 */
final class Keys {
  /** The usual exponent of Zipf's law, YCSB's. */
  static final double ZIPF_EXPONENT = 0.99;

  /** A prime near 2^31 / the golden ratio. */
  private static final long STEP = 1_327_217_909L;

  private final InUse inUse;
  private final DiscreteSampler indexes;

  /** Which documents are updated how often. */
  enum Choice {
    /** All alike. */
    UNIFORM,

    /**
     * A few often, by Zipf's law. The hot ones are spread over the collection: rank r goes to index
     * r * step mod count, with a step that has no divisor in common with the count.
     */
    ZIPFIAN,

    /** The last ones most often, by Zipf's law. */
    LATEST
  }

  /**
   * Which documents are being updated: each by one worker at a time, so that the last acknowledged
   * value of every document is known without asking. A bit for each, set and cleared atomically:
   * what a worker wrote about a document before it gave it back is seen by the next one.
   */
  static final class InUse {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final int from;
    private final int until;

    /** No document of so many is in use. */
    InUse(int documents) {
      this(documents, 0, documents);
    }

    /** Of so many documents, those outside of a range are other clients'. */
    InUse(int documents, int from, int until) {
      words = new long[(documents + Long.SIZE - 1) / Long.SIZE];
      this.from = from;
      this.until = until;
    }

    private boolean take(int index) {
      if (index < from || index >= until) {
        return false;
      }
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
    this.indexes = indexes(choice, documents, ZIPF_EXPONENT, random(worker));
  }

  /** A worker's random numbers, the same in every run. */
  static UniformRandomProvider random(int worker) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(42L + ((long) worker << 32));
  }

  /** Draws indexes below a number of documents. */
  static DiscreteSampler indexes(
      Choice choice, int documents, double exponent, UniformRandomProvider random) {
    if (choice == Choice.UNIFORM) {
      return () -> random.nextInt(documents);
    }
    DiscreteSampler ranks = RejectionInversionZipfSampler.of(random, documents, exponent);
    long step = documents % STEP == 0 ? 1 : STEP;
    return choice == Choice.LATEST
        ? () -> documents - ranks.sample()
        : () -> (int) ((ranks.sample() - 1) * step % documents);
  }

  /** Takes the next document; it is to be given back after the update. */
  int take() {
    int index = indexes.sample();
    while (!inUse.take(index)) {
      index = indexes.sample();
    }
    return index;
  }

  /** Gives a document back. */
  void give(int index) {
    inUse.give(index);
  }
}
