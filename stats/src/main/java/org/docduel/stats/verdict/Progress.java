package org.docduel.stats.verdict;

/** Hears how far a test is; called from the threads that work. */
@FunctionalInterface
public interface Progress {
  /** Hears nothing. */
  Progress NONE = (what, done, of) -> {};

  /**
   * One more is done.
   *
   * @param what is counted, for example {@code comparisons of groups}
   * @param done how many are
   * @param of all of them
   */
  void done(String what, int done, int of);
}
