package org.docduel.stats.jmh;

/**
 * Something a reader must know about a number. Findings travel with the numbers they are about and
 * never change them.
 *
 * @param subject the group or result it is about
 * @param message one sentence with the values that led to it
 */
public record Finding(Kind kind, String subject, String message) {
  /** Ends the subject of a finding about the observations of a baseline. */
  public static final String OF_BASELINE = ", baseline";

  /** Ends the subject of a finding about the observations of a candidate. */
  public static final String OF_CANDIDATE = ", candidate";

  /** The sorts of findings; the label is what reports and CSV files print. */
  public enum Kind {
    /** The observations of a fork rise or fall steadily. */
    TREND("trend"),
    /** The level of a fork jumps: a warm-up that has not ended, or a disturbance. */
    CHANGE_POINT("change point"),
    /** Neighbouring observations of a fork resemble each other. */
    AUTOCORRELATION("autocorrelation"),
    /** Observations far from the rest. They are flagged and never dropped. */
    OUTLIERS("outliers"),
    /** The forks differ by more than their iterations explain. */
    FORK_VARIANCE("fork variance"),
    /** Iterations without an operation, which count as rates of 0. */
    STALLED("stalled"),
    /** Too few independent forks or observations. */
    TOO_FEW("too few"),
    /** The forks have different numbers of iterations. */
    RAGGED("ragged forks"),
    /** A verdict that does not survive the correction for the number of comparisons. */
    MULTIPLICITY("multiplicity"),
    /** Several files, hosts or rounds, and how they were compared. */
    MACHINES("machines"),
    /** One side's forks vary far more than the other's. */
    UNEQUAL_SPREAD("unequal spread"),
    /** A few iterations decide the verdict. */
    SENSITIVE("sensitive verdict"),
    /** A store that ran twice is shown to differ from itself. */
    TWIN("twin"),
    /** The writes of the two sides promised different things. */
    DURABILITY("durability"),
    /** The two runs were not made alike. */
    ENVIRONMENT("environment"),
    /** The chosen method is known to claim too much here. */
    OPTIMISTIC("optimistic method");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** The name as a reader sees it. */
    public String label() {
      return label;
    }
  }

  @Override
  public String toString() {
    return kind.label() + ": " + subject + ": " + message;
  }
}
