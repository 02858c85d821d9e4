package org.docduel.stats.stat;

/**
 * What is tested: H0 {@code delta < Delta} against H1 {@code delta >= Delta}.
 *
 * @param delta Delta, the time reduction to be shown, as a fraction from 0 to below 1
 * @param alpha the chance of a false claim in either direction, above 0 and at most 0.5; the bounds
 *     of intervals are taken where a claim begins
 */
public record Hypothesis(double delta, double alpha) {
  /** 20 %, 5 %. */
  public static final Hypothesis DEFAULT = new Hypothesis(0.20, 0.05);

  /** Log ratios that differ by less than this are equal, as SciPy's are after rounding. */
  public static final double ROUNDING = 1e-12;

  /** Checks the ranges. */
  public Hypothesis {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "delta "
              + delta
              + " is out of range; a fraction from 0 to below 1 is expected, 0.20 for 20 %");
    }
    if (!(alpha > 0 && alpha <= 0.5)) {
      throw new IllegalArgumentException(
          "alpha " + alpha + " is out of range; above 0 and at most 0.5 is expected");
    }
  }

  /** The same of any difference: Delta is 0. */
  public Hypothesis ofAnyDifference() {
    return new Hypothesis(0, alpha);
  }

  /**
   * Delta as the baseline's time has it: when the candidate takes at least Delta less time, the
   * baseline's reduction is at most this, which is 0 or negative.
   */
  public double mirroredDelta() {
    return mirrored(delta);
  }

  /** The reduction that the other side has: 0.2 less of one is 0.25 more of the other, -0.25. */
  public static double mirrored(double reduction) {
    return 1 - 1 / (1 - reduction);
  }

  /** The largest log ratio that is still superior: {@code log(1 - Delta)}, 0 or less. */
  public double logThreshold() {
    return StrictMath.log1p(-delta);
  }
}
