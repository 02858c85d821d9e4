package org.docduel.stats.analysis;

/** Two samples of units. The arrays are only read. */
final class Stratum {
  private final double[] baseline;
  private final double[] candidate;
  private final boolean paired;

  Stratum(double[] baseline, double[] candidate, boolean paired) {
    this.baseline = baseline;
    this.candidate = candidate;
    this.paired = paired;
  }

  double[] baseline() {
    return baseline;
  }

  double[] candidate() {
    return candidate;
  }

  /** Whether the units of the two samples belong together by their order. */
  boolean paired() {
    return paired;
  }
}
