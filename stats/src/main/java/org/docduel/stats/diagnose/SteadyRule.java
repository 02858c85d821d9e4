package org.docduel.stats.diagnose;

import java.util.Arrays;
import org.docduel.stats.diagnose.Diagnostics.MannKendall;
import org.docduel.stats.stat.Means;

/**
 * When a fork has warmed up: its latest windows show no trend and agree, by a rule that stops while
 * the fork runs. Rules that ask for a small spread of a few windows (Georges, Buytaert and Eeckhout
 * 2007, doi:10.1145/1297027.1297033) never stop on a noisy server, and stop in a slow ramp; those
 * of Laaber et al. 2020 (doi:10.1145/3368089.3409683) were found to stop too early as often as too
 * late by Traini et al. 2023 (doi:10.1007/s10664-022-10247-x). Here the spread says how many
 * windows are needed, and a ramp is looked for in the later half of all of them, so that a longer
 * warm-up is also proven longer.
 */
public final class SteadyRule {
  /** Windows without which nothing is decided. */
  public static final int MIN_WINDOWS = 10;

  /** Within which two single executions agree. */
  public static final double AGREEMENT = 0.10;

  private static final int MIN_LATEST = 6;
  private static final double MAX_ERROR = 0.05;
  private static final double MAX_CHANGE = 0.03;
  private static final double MIN_P = 0.10;

  private SteadyRule() {}

  /**
   * Whether the latest windows agree: the later half of all, at least six, has no trend
   * (Mann-Kendall, p above 0.1), and its halves differ by at most 3 %, or one standard error, which
   * is at most 5 %.
   *
   * @param windows a rate or a mean time of each window so far, in order
   */
  public static boolean isSteady(double[] windows) {
    return windows.length >= MIN_WINDOWS && agree(windows, MAX_ERROR, 1);
  }

  /**
   * The same at the end of the time that a warm-up may take, when no more windows come: whatever
   * the spread, the halves differ by at most 3 %, or two standard errors.
   */
  public static boolean isSteadyAtLimit(double[] windows) {
    return windows.length >= MIN_WINDOWS && agree(windows, Double.MAX_VALUE, 2);
  }

  /** Whether the last two of single executions agree within 10 %. */
  public static boolean lastTwoAgree(double[] executions) {
    int count = executions.length;
    return count > 1
        && Math.abs(StrictMath.log(executions[count - 1] / executions[count - 2]))
            <= StrictMath.log(1 + AGREEMENT);
  }

  private static boolean agree(double[] windows, double maxError, double errors) {
    int latest = Math.max(MIN_LATEST, windows.length / 2);
    double[] logs =
        Arrays.stream(windows, windows.length - latest, windows.length)
            .map(StrictMath::log)
            .toArray();
    if (MannKendall.of(logs).p() <= MIN_P) {
      return false;
    }
    int half = latest / 2;
    double[] earlier = Arrays.copyOfRange(logs, latest - 2 * half, latest - half);
    double[] later = Arrays.copyOfRange(logs, latest - half, latest);
    double change = Math.abs(Means.mean(later) - Means.mean(earlier));
    double error = Math.sqrt((Means.variance(earlier) + Means.variance(later)) / half);
    return error <= maxError && change <= Math.max(MAX_CHANGE, errors * error);
  }
}
