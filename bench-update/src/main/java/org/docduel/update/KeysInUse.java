package org.docduel.update;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which documents are being updated: each by one worker at a time, so that the last acknowledged
 * value of every document is known without asking. A bit for each, set and cleared atomically: what
 * a worker wrote about a document before it gave it back is seen by the one that takes it next.
 */
final class KeysInUse {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;

  /**
   * None is.
   *
   * @param documents how many there are
   */
  KeysInUse(int documents) {
    words = new long[(documents + Long.SIZE - 1) / Long.SIZE];
  }

  /** Takes a document, unless it is in use: false then. */
  boolean take(int index) {
    long bit = 1L << index;
    return ((long) WORD.getAndBitwiseOr(words, index / Long.SIZE, bit) & bit) == 0;
  }

  /** Gives a document back that was taken. */
  void give(int index) {
    WORD.getAndBitwiseAnd(words, index / Long.SIZE, ~(1L << index));
  }
}
