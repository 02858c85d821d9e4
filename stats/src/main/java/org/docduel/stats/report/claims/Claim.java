package org.docduel.stats.report.claims;

import java.util.Arrays;
import org.docduel.stats.BadInputException;

/**
 * A published claim and the selections that measure it.
 *
 * @param id its name
 * @param source the document that makes it
 * @param text what it says
 * @param published the published value, as printed
 * @param value the published value as a number, in the terms of the measure
 * @param measure how it is measured
 * @param sense how a measured value must stand to the published one for the claim to hold
 * @param setting the selections
 */
public record Claim(
    String id,
    String source,
    String text,
    String published,
    double value,
    Measure measure,
    Sense sense,
    Setting setting) {

  /** How a claim is measured. */
  public enum Measure {
    /** Time reduction of the candidate against the baseline, as a fraction. */
    REDUCTION,
    /** Time of the baseline over time of the candidate. */
    RATIO,
    /** Time of the candidate over time of the baseline. */
    GROWTH,
    /** Operations per second of the candidate. */
    RATE,
    /** Seconds per operation of the candidate. */
    TIME,
    /** Time reduction over all groups: pooled as published, stratified like-for-like. */
    OVERALL,
    /**
     * Number of groups in which the candidate is superior: by the percentile method and plain p as
     * published, by the default method like-for-like.
     */
    SUPERIOR,
    /** Mean of a metric of the candidate that is a share, as a fraction. */
    SHARE,
    /** Rate in the last quarter of the iterations over that in the first, mean over forks. */
    DRIFT,
    /** Not measured by any one number of a run; the reason says why. */
    NONE;

    static Measure of(String name) {
      return known("measure", name, values());
    }
  }

  /** When a claim holds. */
  public enum Sense {
    /**
     * Near the published value: within 10 points for reductions, within a quarter for everything
     * else.
     */
    ABOUT,
    /** No smaller. */
    AT_LEAST,
    /** No larger. */
    AT_MOST;

    static Sense of(String name) {
      return known("sense", name, values());
    }
  }

  /**
   * What to select.
   *
   * @param baseline parameters of the baseline
   * @param candidate parameters of the candidate
   * @param statistic the statistic, for example {@code p95}
   * @param groups how many groups there have to be for a measure over groups; 0 for any
   * @param published the published set-up
   * @param fair the like-for-like set-up
   */
  public record Setting(
      String baseline,
      String candidate,
      String statistic,
      int groups,
      Choice published,
      Choice fair) {}

  /**
   * Results, and the metric of them.
   *
   * @param where parameters of a set-up; empty when there is no such set-up
   * @param reason why there is none; empty when there is one
   * @param metric a secondary metric, for example a server's own clock; empty for the primary one
   */
  public record Choice(String where, String reason, String metric) {}

  private static <E extends Enum<E>> E known(String field, String name, E[] values) {
    return Arrays.stream(values)
        .filter(value -> value.name().equalsIgnoreCase(name.replace(' ', '_')))
        .findFirst()
        .orElseThrow(() ->
            new BadInputException(
                "claim "
                    + field
                    + " '"
                    + name
                    + "' is unknown; known are "
                    + Arrays.toString(values)));
  }
}
