package org.docduel.stats.analysis;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Holm's step-down adjustment, which controls the chance of any false claim in a family (Holm
 * 1979).
 */
public final class Holm {
  private Holm() {}

  /**
   * Adjusts p-values.
   *
   * @param p p-values from 0 to 1
   * @return adjusted p-values in the same order, at most 1
   */
  public static double[] adjust(double[] p) {
    Integer[] order = new Integer[p.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> p[i]));
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, p[order[rank]] * (p.length - rank)));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }
}
