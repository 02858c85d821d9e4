package org.docduel.stats.claims;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.BadInputException;

/**
 * How a claim is measured: a measure of a result or of a pair of results, and what is made of many.
 *
 * @param measure of a result or a pair
 * @param over what is made of many; {@link Over#ONE} when there is one
 * @param number the quantile's share, or the threshold; 0 when there is none
 * @param parameter the parameter along which a trend is looked for, or whose best value is wanted
 */
public record Formula(Measure measure, Over over, double number, String parameter) {
  private static final Pattern OVER =
      Pattern.compile("([a-z ]+?)(?: (-?[0-9]+(?:\\.[0-9]+)?)| (?:along|of) (\\S+))?");

  /** A number of a result or of a pair of results. */
  public enum Measure {
    /** Seconds per operation. */
    TIME(false),
    /** Operations per second. */
    RATE(false),
    /** A metric in its own unit. */
    NUMBER(false),
    /** A metric that is a share, shown in percent. */
    SHARE(false),
    /** Rate or level in the last quarter of the iterations over the first, mean over forks. */
    DRIFT(false),
    /** The access path of a plan in the sidecar. */
    PLAN(false),
    /** Time reduction of the candidate against the baseline, as a fraction. */
    REDUCTION(true),
    /** Time of the baseline over time of the candidate. */
    RATIO(true),
    /** Time, or another metric, of the candidate over that of the baseline. */
    GROWTH(true),
    /** The difference of the two, whichever is larger. */
    GAP(true),
    /** Whether the candidate is superior, by the test of the command. */
    SUPERIOR(true);

    private final boolean pair;

    Measure(boolean pair) {
      this.pair = pair;
    }

    /** Whether it is about a baseline and a candidate. */
    public boolean pair() {
      return pair;
    }

    /** Whether 1 stands for no difference. */
    boolean factor() {
      return this == RATIO || this == GROWTH || this == DRIFT;
    }
  }

  /** What is made of the numbers of many results or pairs. */
  public enum Over {
    /** There is one number. */
    ONE,
    /** Their sum; of pairs, the measure of the sums. */
    SUM,
    /** Their mean. */
    MEAN,
    /** Their geometric mean. */
    GEOMETRIC_MEAN,
    /** A quantile. */
    QUANTILE,
    /** The share of them above a threshold. */
    SHARE_ABOVE,
    /** How many are above a threshold, and which. */
    COUNT_ABOVE,
    /** The share of groups in which they rise with every step of a parameter, and which. */
    RISES,
    /** Whether they rise or fall with a parameter, by the seasonal Kendall test over groups. */
    TREND,
    /** The value of a parameter that has the best of them. */
    BEST,
    /** The reduction over all pairs: pooled as published, stratified like for like. */
    OVERALL
  }

  /** Whether it is a time or a rate as such, which says nothing of one at another size. */
  boolean level() {
    boolean number = over != Over.RISES && over != Over.TREND && over != Over.BEST;
    return number && (measure == Measure.TIME || measure == Measure.RATE);
  }

  /**
   * Reads a formula.
   *
   * @param claim the claim, for messages
   * @param measure for example {@code reduction}
   * @param over for example {@code quantile 0.5} or {@code trend along rows}; empty for one number
   * @throws BadInputException if either is unknown, or they do not go together
   */
  static Formula of(String claim, String measure, String over) {
    Measure known = known(claim, "measure", measure, Measure.values());
    Matcher matcher = OVER.matcher(over.isEmpty() ? "one" : over);
    if (!matcher.matches()) {
      throw new BadInputException(claim + ": over '" + over + "' is not of a known form");
    }
    Over many = known(claim, "over", matcher.group(1), Over.values());
    boolean numbered =
        many == Over.QUANTILE || many == Over.SHARE_ABOVE || many == Over.COUNT_ABOVE;
    boolean named = many == Over.RISES || many == Over.TREND || many == Over.BEST;
    boolean plain = matcher.group(2) == null && matcher.group(3) == null;
    if ((numbered && matcher.group(2) == null)
        || (named && matcher.group(3) == null)
        || (!numbered && !named && !plain)) {
      throw new BadInputException(
          claim
              + ": over '"
              + over
              + "'; write quantile Q, share above X, count above X, rises along P, trend along P, best of P,"
              + " or one word of the rest");
    }
    boolean whole = known == Measure.PLAN || known == Measure.SUPERIOR || known == Measure.DRIFT;
    if ((whole && many != Over.ONE)
        || (many == Over.OVERALL && known != Measure.REDUCTION)
        || (many == Over.BEST && known.pair())) {
      throw new BadInputException(
          claim + ": measure '" + measure + "' does not go over '" + over + "'");
    }
    double number = numbered ? Double.parseDouble(matcher.group(2)) : 0;
    if (many == Over.QUANTILE && !(number >= 0 && number <= 1)) {
      throw new BadInputException(claim + ": quantile " + number + "; 0 to 1 is accepted");
    }
    return new Formula(known, many, number, named ? matcher.group(3) : "");
  }

  private static <E extends Enum<E>> E known(String claim, String field, String name, E[] values) {
    return Arrays.stream(values)
        .filter(value -> shown(value).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new BadInputException(
                claim
                    + ": "
                    + field
                    + " '"
                    + name
                    + "' is unknown; known are "
                    + String.join(", ", Arrays.stream(values).map(Formula::shown).toList())));
  }

  private static String shown(Enum<?> value) {
    return value.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
