package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * The Universal Scalability Law, {@code X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))}
 * (Gunther 2007, Guerrilla Capacity Planning, chapter 4).
 *
 * @param lambda throughput of one client, operations per second
 * @param sigma contention, 0 or more: the share of work that clients do one after the other
 * @param kappa coherency, 0 or more: what each pair of clients costs
 * @param residuals of each point: measured over fitted, less 1
 */
@SuppressWarnings("ArrayRecordComponent")
public record ScalabilityLaw(double lambda, double sigma, double kappa, double[] residuals) {
  /** One more than it has parameters. */
  private static final int MIN_POINTS = 4;

  /** Residuals beyond this say that the law does not describe the points. */
  private static final double MAX_RESIDUAL = 0.1;

  /**
   * Fits the law by least squares of relative residuals of {@code N / X}, which is linear in the
   * parameters. A coefficient that would be negative is 0.
   *
   * @param clients of each point
   * @param throughput of each point, above 0
   * @return empty with fewer than four points, or when they determine no fit
   */
  public static Optional<ScalabilityLaw> fit(double[] clients, double[] throughput) {
    Optional<ScalabilityLaw> best = Optional.empty();
    if (Arrays.stream(clients).distinct().count() >= MIN_POINTS) {
      for (boolean sigma : new boolean[] {true, false}) {
        for (boolean kappa : new boolean[] {true, false}) {
          Optional<ScalabilityLaw> fit = fit(clients, throughput, sigma, kappa);
          if (fit.isPresent() && (best.isEmpty() || fit.get().error() < best.get().error())) {
            best = fit;
          }
        }
      }
    }
    return best;
  }

  /** With or without a coefficient; empty when one that is there is negative. */
  private static Optional<ScalabilityLaw> fit(
      double[] clients, double[] throughput, boolean withSigma, boolean withKappa) {
    int columns = 1 + (withSigma ? 1 : 0) + (withKappa ? 1 : 0);
    RealMatrix design = MatrixUtils.createRealMatrix(clients.length, columns);
    double[] ones = new double[clients.length];
    Arrays.fill(ones, 1);
    for (int i = 0; i < clients.length; i++) {
      double weight = throughput[i] / clients[i];
      design.setEntry(i, 0, weight);
      if (withSigma) {
        design.setEntry(i, 1, weight * (clients[i] - 1));
      }
      if (withKappa) {
        design.setEntry(i, columns - 1, weight * clients[i] * (clients[i] - 1));
      }
    }
    double[] solution;
    try {
      solution = new QRDecomposition(design).getSolver().solve(new ArrayRealVector(ones)).toArray();
    } catch (SingularMatrixException e) {
      return Optional.empty();
    }
    double sigma = withSigma ? solution[1] / solution[0] : 0;
    double kappa = withKappa ? solution[columns - 1] / solution[0] : 0;
    if (!(solution[0] > 0) || sigma < 0 || kappa < 0) {
      return Optional.empty();
    }
    double[] residuals = new double[clients.length];
    ScalabilityLaw law = new ScalabilityLaw(1 / solution[0], sigma, kappa, residuals);
    for (int i = 0; i < clients.length; i++) {
      residuals[i] = throughput[i] / law.throughput(clients[i]) - 1;
    }
    return Optional.of(law);
  }

  /** The throughput of a number of clients. */
  public double throughput(double clients) {
    return lambda * clients / (1 + sigma * (clients - 1) + kappa * clients * (clients - 1));
  }

  /** The number of clients with the highest throughput; infinite where it never falls. */
  public double peak() {
    return kappa > 0 ? Math.sqrt(Math.max(0, 1 - sigma) / kappa) : Double.POSITIVE_INFINITY;
  }

  /** The largest residual, without its sign. */
  public double maxResidual() {
    return Arrays.stream(residuals).map(Math::abs).max().orElse(0);
  }

  /** Whether no residual is larger than 10 %. */
  public boolean describesPoints() {
    return maxResidual() <= MAX_RESIDUAL;
  }

  private double error() {
    return Arrays.stream(residuals).map(each -> each * each).sum();
  }
}
