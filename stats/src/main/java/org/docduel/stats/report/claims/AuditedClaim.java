package org.docduel.stats.report.claims;

/**
 * A claim and what was measured.
 *
 * @param claim the claim
 * @param asPublished measured with the published set-up
 * @param fair measured like-for-like
 */
public record AuditedClaim(Claim claim, Measured asPublished, Measured fair) {
  private static final double POINTS = 0.10;
  private static final double QUARTER = 0.25;

  /** What may be said: does the published number repeat, and does the claim hold like-for-like? */
  public String verdict() {
    if (!asPublished.present() && !fair.present()) {
      return "not measured";
    }
    String repeats =
        asPublished.present() ? (holds(asPublished) ? "repeats" : "does not repeat") : "";
    String holds =
        fair.present() ? (holds(fair) ? "holds" : "does not hold") + " like-for-like" : "";
    return repeats.isEmpty() || holds.isEmpty() ? repeats + holds : repeats + "; " + holds;
  }

  private boolean holds(Measured measured) {
    double value = measured.value();
    return switch (claim.sense()) {
      case AT_LEAST -> value >= claim.value();
      case AT_MOST -> value <= claim.value();
      case ABOUT ->
          isFraction()
              ? Math.abs(value - claim.value()) <= POINTS
              : Math.abs(value / claim.value() - 1) <= QUARTER;
    };
  }

  private boolean isFraction() {
    return switch (claim.measure()) {
      case REDUCTION, OVERALL, SHARE -> true;
      default -> false;
    };
  }
}
