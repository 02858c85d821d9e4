package org.docduel.stats.sidecar;

import java.util.List;

/**
 * The plan of a run that ended when its verdicts were in, and the looks it had.
 *
 * @param maxForks forks a side at which it was to end in any case
 * @param spending the name of its spending function
 * @param looks the looks in order
 */
public record UntilDecided(int maxForks, String spending, List<Look> looks) {

  /** Copies the looks. */
  public UntilDecided {
    looks = List.copyOf(looks);
  }

  /**
   * A look at one benchmark after a round.
   *
   * @param benchmark its full name
   * @param forks forks a side that were looked at
   * @param decided the comparisons that were decided at this look, each with its verdict
   * @param open the comparisons that were not decided yet
   */
  public record Look(String benchmark, int forks, List<String> decided, List<String> open) {
    /** Copies the lists. */
    public Look {
      decided = List.copyOf(decided);
      open = List.copyOf(open);
    }
  }
}
