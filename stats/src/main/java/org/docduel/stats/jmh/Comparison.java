package org.docduel.stats.jmh;

/**
 * A baseline and a candidate to be compared.
 *
 * @param group what sets this comparison apart from its neighbours, for example the scenario
 */
public record Comparison(String group, Observations baseline, Observations candidate) {

  /** Checks that both sides count the same quantity. */
  public Comparison {
    baseline.requireSameQuantity(candidate);
  }

  /** The same comparison with the sides exchanged. */
  public Comparison reversed() {
    return new Comparison(group, candidate, baseline);
  }
}
