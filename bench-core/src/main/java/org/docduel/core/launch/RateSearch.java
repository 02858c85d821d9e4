package org.docduel.core.launch;

import java.util.function.IntPredicate;

/**
 * Finds the highest rate that is sustained, by bisection: each step halves the gap between a rate
 * that is and one that is not. A rate that is sustained is taken to show that all below it are.
 *
 * @param ceiling the highest rate that is looked at, 1 or more
 * @param steps how many rates are tried, 1 or more: the answer is exact to ceiling / 2^steps
 */
record RateSearch(int ceiling, int steps) {
  /**
   * Refuses numbers below 1.
   *
   * @throws IllegalArgumentException when one is
   */
  RateSearch {
    if (ceiling < 1 || steps < 1) {
      throw new IllegalArgumentException("a search up to " + ceiling + " in " + steps + " steps");
    }
  }

  /**
   * Searches.
   *
   * @param sustained tries a rate
   * @return the highest that was tried and sustained, 0 when none was
   */
  int highest(IntPredicate sustained) {
    int good = 0;
    int bad = ceiling + 1;
    for (int step = 0; step < steps && bad - good > 1; step++) {
      int rate = good + (bad - good) / 2;
      if (sustained.test(rate)) {
        good = rate;
      } else {
        bad = rate;
      }
    }
    return good;
  }
}
