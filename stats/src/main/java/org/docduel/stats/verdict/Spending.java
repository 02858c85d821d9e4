package org.docduel.stats.verdict;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How much of the error a run may have spent when a part of its forks is in (Lan and DeMets 1983,
 * doi:10.1093/biomet/70.3.659).
 */
public enum Spending {
  /** About the same at every look: {@code alpha ln(1 + (e - 1) t)}. Clear cases end early. */
  POCOCK {
    @Override
    double spent(double alpha, double share) {
      return alpha * StrictMath.log1p((Math.E - 1) * share);
    }
  },
  /** Little at first: {@code 2 - 2 Phi(z(alpha / 2) / sqrt(t))}. Nearly all is left for the end. */
  OBRIEN_FLEMING {
    @Override
    double spent(double alpha, double share) {
      double z = NORMAL.inverseSurvivalProbability(alpha / 2);
      return 2 * NORMAL.survivalProbability(z / Math.sqrt(share));
    }
  };

  /** The name in options and sidecars. */
  public String label() {
    return this == POCOCK ? "pocock" : "obrien-fleming";
  }

  /** The function of a name, or nothing for an unknown one. */
  public static Optional<Spending> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * The error that may have been spent.
   *
   * @param alpha the error of the whole run
   * @param share the part of the information that is in, above 0 and at most 1
   */
  abstract double spent(double alpha, double share);
}
