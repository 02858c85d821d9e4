package org.docduel.stats.verdict;

import org.docduel.stats.stat.Units;

/**
 * The plan of a run that is looked at after each round and ends when its verdicts are in.
 *
 * @param maxForks forks a side at which it ends in any case, from 3 on
 * @param spending how the error is spent on the looks
 */
public record Looks(int maxForks, Spending spending) {
  /** No comparison is looked at before it has this many forks a side. */
  public static final int FIRST = Units.MIN_REPLICATES;

  /** Checks the range. */
  public Looks {
    if (maxForks < FIRST) {
      throw new IllegalArgumentException(
          "at most " + maxForks + " forks decide nothing; " + FIRST + " or more are expected");
    }
  }

  @Override
  public String toString() {
    return "looked at after each round from %d to at most %d forks, %s spending"
        .formatted(FIRST, maxForks, spending.label());
  }

  /**
   * The look at which a comparison stands.
   *
   * @param forks forks a side that were looked at; 0 before the first look
   * @param open whether more forks may still change the verdict
   */
  public record Look(int forks, boolean open) {}
}
