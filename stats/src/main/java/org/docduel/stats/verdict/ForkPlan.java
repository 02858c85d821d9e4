package org.docduel.stats.verdict;

/**
 * How many forks a comparison needs.
 *
 * @param label what is planned
 * @param pilotForks forks a side of the pilot run, the smaller number
 * @param assumedDelta the true time reduction that is assumed
 * @param forkDeviation standard deviation of the log ratio of one fork a side
 * @param power the probability of the verdict superior
 * @param forks forks a side that are needed, at least 3; 0 when no number is enough
 */
public record ForkPlan(
    String label,
    int pilotForks,
    double assumedDelta,
    double forkDeviation,
    double power,
    int forks) {

  /** Whether some number of forks is enough. */
  public boolean possible() {
    return forks > 0;
  }
}
