package org.docduel.stats.claims;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.stats.claims.ClaimAudit.Measured;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.table.Numbers;

/**
 * How a claim is measured: a measure of a result or of a pair of results, and what is made of many.
 *
 * @param over what is made of many; {@link Over#ONE} when there is one
 * @param number the quantile's share, or the threshold; 0 when there is none
 * @param parameter the parameter along which a trend is looked for, or whose best value is wanted
 */
public record Formula(Measure measure, Over over, double number, String parameter) {
  private static final Pattern OVER =
      Pattern.compile("([a-z ]+?)(?: (-?[0-9]+(?:\\.[0-9]+)?)| (?:along|of) (\\S+))?");
  private static final Set<Over> NUMBERED =
      EnumSet.of(Over.QUANTILE, Over.SHARE_ABOVE, Over.COUNT_ABOVE);
  private static final Set<Over> NAMED = EnumSet.of(Over.RISES, Over.TREND, Over.BEST);

  /** A number of a result or of a pair of results: docs/claims.md says which. */
  public enum Measure implements HasLabel {
    TIME,
    RATE,
    NUMBER,
    SHARE,
    DRIFT,
    PLAN,
    REDUCTION,
    RATIO,
    GROWTH,
    GAP,
    SUPERIOR;

    /** Whether it is about a baseline and a candidate. */
    public boolean pair() {
      return compareTo(REDUCTION) >= 0;
    }

    /** Whether 1 stands for no difference. */
    boolean factor() {
      return this == RATIO || this == GROWTH || this == DRIFT;
    }
  }

  /** What is made of the numbers of many results or pairs: docs/claims.md says what. */
  public enum Over implements HasLabel {
    ONE,
    SUM,
    MEAN,
    GEOMETRIC_MEAN,
    QUANTILE,
    SHARE_ABOVE,
    COUNT_ABOVE,
    RISES,
    TREND,
    BEST,
    OVERALL
  }

  /** Whether it is a time or a rate as such, which says nothing of one at another size. */
  boolean level() {
    return !NAMED.contains(over) && (measure == Measure.TIME || measure == Measure.RATE);
  }

  /** Whether it is a plan or a count, which hardly depends on the machine. */
  public boolean counted() {
    return measure == Measure.PLAN || measure == Measure.NUMBER;
  }

  /** What agrees with a published number of this formula. */
  Expectation about(double value, double within) {
    boolean share = over == Over.SHARE_ABOVE || over == Over.RISES;
    if (share || over == Over.COUNT_ABOVE) {
      return new Expectation.About(value, within, share, Double.NaN);
    }
    boolean absolute = measure == Measure.REDUCTION || measure == Measure.SHARE;
    double neutral = measure == Measure.REDUCTION ? 0 : measure.factor() ? 1 : Double.NaN;
    return new Expectation.About(value, within, absolute, neutral);
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
    String number = matcher.group(2);
    String parameter = matcher.group(3);
    if (NUMBERED.contains(many)
        ? number == null
        : NAMED.contains(many) ? parameter == null : number != null || parameter != null) {
      throw new BadInputException(
          "%s: over '%s'; write quantile Q, share above X, count above X, rises along P, trend along P, best of P, or one word of the rest"
              .formatted(claim, over));
    }
    boolean whole = known == Measure.PLAN || known == Measure.SUPERIOR || known == Measure.DRIFT;
    if ((whole && many != Over.ONE)
        || (many == Over.OVERALL && known != Measure.REDUCTION)
        || (many == Over.BEST && known.pair())) {
      throw new BadInputException(
          claim + ": measure '" + measure + "' does not go over '" + over + "'");
    }
    double value = NUMBERED.contains(many) ? Double.parseDouble(String.valueOf(number)) : 0;
    if (many == Over.QUANTILE && !(value >= 0 && value <= 1)) {
      throw new BadInputException(claim + ": quantile " + value + "; 0 to 1 is accepted");
    }
    return new Formula(known, many, value, NAMED.contains(many) ? String.valueOf(parameter) : "");
  }

  static <E extends HasLabel> E known(String claim, String field, String name, E[] values) {
    return HasLabel.of(values, name)
        .orElseThrow(() ->
            new BadInputException(
                "%s: %s '%s' is unknown; known are %s"
                    .formatted(
                        claim,
                        field,
                        name,
                        Arrays.stream(values)
                            .map(HasLabel::label)
                            .collect(Collectors.joining(", ")))));
  }

  /** When a measured value agrees with a published one. */
  public sealed interface Expectation {
    /** What rounding to the digits that publications print may change. */
    double ROUNDING = 0.01;

    /** How a measured value stands to the published one. */
    enum Agreement {
      YES,
      DIRECTION,
      NO
    }

    /** Whether a measured value agrees; only one near a value may have its direction alone. */
    Agreement of(Measured measured);

    /** The same for numbers that were only computed again: nothing but rounding may differ. */
    default Expectation exact() {
      return this;
    }

    /** The rule in words, for programs and readers of the table. */
    String rule();

    private static Agreement agreement(boolean agrees) {
      return agrees ? Agreement.YES : Agreement.NO;
    }

    /**
     * Near a value.
     *
     * @param within the largest distance, absolute or as a fraction of the published value
     * @param absolute whether the distance is absolute, as that of percentages is
     * @param neutral what stands for no difference: 0 for differences, 1 for factors, NaN for
     *     levels
     */
    record About(double value, double within, boolean absolute, double neutral)
        implements Expectation {
      @Override
      public Agreement of(Measured measured) {
        double allowed = absolute ? within : within * Math.abs(value);
        if (Math.abs(measured.value() - value) <= allowed) {
          return Agreement.YES;
        }
        boolean directed = value != neutral && !Double.isNaN(neutral);
        return directed && (measured.value() - neutral) * (value - neutral) > 0
            ? Agreement.DIRECTION
            : Agreement.NO;
      }

      @Override
      public Expectation exact() {
        return new About(value, Math.min(within, ROUNDING), absolute, neutral);
      }

      @Override
      public String rule() {
        String percent = Numbers.roundPercent(within);
        return "within " + (absolute ? percent.replace("%", "points") : percent);
      }
    }

    /** No smaller than a value, and no larger than another. */
    record Bounds(double lower, double upper) implements Expectation {
      @Override
      public Agreement of(Measured measured) {
        return agreement(measured.value() >= lower && measured.value() <= upper);
      }

      @Override
      public String rule() {
        return (Double.isFinite(lower) ? "at least " + lower : "")
            + (Double.isFinite(lower) && Double.isFinite(upper) ? ", " : "")
            + (Double.isFinite(upper) ? "at most " + upper : "");
      }
    }

    record Word(String word) implements Expectation {
      @Override
      public Agreement of(Measured measured) {
        return agreement(measured.word().equals(word));
      }

      @Override
      public String rule() {
        return "is " + word;
      }
    }

    /** An access path: what the lines of the plan hold, in this order. */
    record Path(List<String> steps) implements Expectation {
      @Override
      public Agreement of(Measured measured) {
        int from = 0;
        for (String step : steps) {
          int found = measured.word().indexOf(step, from);
          if (found < 0) {
            return Agreement.NO;
          }
          from = found + step.length();
        }
        return Agreement.YES;
      }

      @Override
      public String rule() {
        return String.join(", ", steps);
      }
    }
  }
}
