package org.docduel.stats.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.HasLabel;

/**
 * How much of the error a run may have spent when a part of its forks is in (Lan and DeMets 1983,
 * doi:10.1093/biomet/70.3.659).
 */
public enum Spending implements HasLabel {
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

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The function of a name, or nothing for an unknown one. */
  public static Optional<Spending> of(String label) {
    return HasLabel.of(values(), label);
  }

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * The error that may have been spent.
   *
   * @param alpha the error of the whole run
   * @param share the part of the information that is in, above 0 and at most 1
   */
  abstract double spent(double alpha, double share);

  private static final GaussIntegratorFactory RULES = new GaussIntegratorFactory();
  // Nodes for a step of 1; with fewer, a hundred looks have boundaries that are off by 0.1.
  private static final double NODES = 9;
  private static final double Z_LIMIT = 8.5;
  private static final double ACCURACY = 1e-9;
  private static final int MAX_EVALUATIONS = 200;
  // What is left to spend at a look below this moves no boundary that can be crossed.
  private static final double NOTHING = 1e-14;

  /** The nodes of what has not crossed, and how much of the density each stands for. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Remaining(double[] points, double[] masses) {

    /** The chance of being beyond a bound one step later. */
    double upperTail(double bound, double step) {
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        sum += masses[i] * NORMAL.survivalProbability((bound - points[i]) / step);
      }
      return sum;
    }

    double density(double point, double step) {
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        sum += masses[i] * NORMAL.density((point - points[i]) / step) / step;
      }
      return sum;
    }

    /** The same one step later, by the nodes of an integration. */
    Remaining stepped(GaussIntegrator rule, double step) {
      double[] places = new double[rule.getNumberOfPoints()];
      double[] weights = new double[places.length];
      for (int i = 0; i < places.length; i++) {
        places[i] = rule.getPoint(i);
        weights[i] = rule.getWeight(i) * density(places[i], step);
      }
      return new Remaining(places, weights);
    }
  }

  /** So many that the nodes lie closer than the narrowest density is wide. */
  private static int nodes(List<Double> shares) {
    double step = shares.get(0);
    for (int i = 1; i < shares.size(); i++) {
      step = Math.min(step, shares.get(i) - shares.get(i - 1));
    }
    return (int) Math.ceil(NODES / Math.sqrt(step));
  }

  private static GaussIntegrator rule(int nodes, double information, double bound) {
    double lowest = -Z_LIMIT * Math.sqrt(information);
    return RULES.legendre(nodes, lowest, Math.max(lowest + ACCURACY, bound));
  }

  /**
   * The normal scores that a statistic must exceed at each of several looks, so that the chance to
   * exceed any of them under H0 is what was to be spent. The density of a statistic that has not
   * crossed yet is carried from look to look by numeric integration (Armitage, McPherson and Rowe
   * 1969, doi:10.2307/2343787).
   *
   * @param alpha the error of the whole run, one-sided
   * @param shares the part of the information that is in at each look, ascending, above 0 and at
   *     most 1
   */
  double[] boundaries(double alpha, List<Double> shares) {
    int nodes = nodes(shares);
    double[] scores = new double[shares.size()];
    // Before the first look, all of it is at 0.
    Remaining remaining = new Remaining(new double[] {0}, new double[] {1});
    double before = 0;
    for (int look = 0; look < scores.length; look++) {
      double share = shares.get(look);
      double step = Math.sqrt(share - before);
      double due = spent(alpha, share) - (look == 0 ? 0 : spent(alpha, before));
      double bound = bound(remaining, step, due, Z_LIMIT * Math.sqrt(share));
      scores[look] = bound / Math.sqrt(share);
      remaining = remaining.stepped(rule(nodes, share, bound), step);
      before = share;
    }
    return scores;
  }

  /** Beyond which as much remains as is due. */
  private static double bound(Remaining remaining, double step, double due, double farthest) {
    if (remaining.points.length == 1) {
      return step * NORMAL.inverseSurvivalProbability(due);
    }
    return due > NOTHING
        ? new BrentSolver(ACCURACY)
            .solve(
                MAX_EVALUATIONS,
                point -> remaining.upperTail(point, step) - due,
                -farthest,
                farthest)
        : farthest;
  }
}
