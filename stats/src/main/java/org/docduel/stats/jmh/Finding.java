package org.docduel.stats.jmh;

import java.util.Locale;

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

  /** The sorts of findings; reports and CSV files print the label. */
  public enum Kind implements HasLabel {
    /** The forks rise or fall together from iteration to iteration: they are not warm, or grow. */
    TREND,
    /** One side is the better one in the first iterations, the other in the last. */
    RANKING_TURNS,
    /** The level of a fork jumps: a warm-up that has not ended, or a disturbance. */
    CHANGE_POINT,
    /** Neighbouring observations of a fork resemble each other. */
    AUTOCORRELATION,
    /** Observations far from the rest. They are flagged and never dropped. */
    OUTLIERS,
    /** The forks differ by more than their iterations explain. */
    FORK_VARIANCE,
    /** Iterations without an operation, which count as rates of 0. */
    STALLED,
    /** Too few independent forks or observations. */
    TOO_FEW,
    /** The forks have different numbers of iterations. */
    RAGGED_FORKS,
    /** A fork was interrupted: its iterations are shown, and what they wrote was not checked. */
    UNFINISHED,
    /** A verdict that does not survive the correction for the number of comparisons. */
    MULTIPLICITY,
    /** Several files, hosts or rounds, and how they were compared. */
    MACHINES,
    /** One side's forks vary far more than the other's. */
    UNEQUAL_SPREAD,
    /** A few iterations decide the verdict. */
    SENSITIVE_VERDICT,
    /** A store that ran twice is shown to differ from itself. */
    TWIN,
    /** The writes of the two sides promised different things. */
    DURABILITY,
    /** One side's server was reached directly and the other's through a published port. */
    NETWORK,
    /** One side's server was held to its memory, and the other's user states what it has. */
    MEMORY,
    /** The two runs were not made alike. */
    ENVIRONMENT,
    /** The two runs were not taken in turn. */
    NOT_IN_TURN,
    /** The chosen method is known to claim too much here. */
    OPTIMISTIC_METHOD
  }

  /** A finding in words, with values as {@link String#format} puts them. */
  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a library more
  public static Finding of(Kind kind, String subject, String format, Object... values) {
    return new Finding(kind, subject, String.format(Locale.ROOT, format, values));
  }

  @Override
  public String toString() {
    return kind.label() + ": " + subject + ": " + message;
  }
}
