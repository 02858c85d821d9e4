package org.docduel.audit;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Interval;
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
  private static final Set<Over> WITH_PARAMETER = EnumSet.of(Over.RISES, Over.TREND, Over.BEST);

  /** A number of a result or of a pair of results: audit/claims.md says which. */
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

  /** What is made of the numbers of many results or pairs; audit/claims.md has the list. */
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
    return !WITH_PARAMETER.contains(over) && (measure == Measure.TIME || measure == Measure.RATE);
  }

  /** Whether it is a plan or a count, which hardly depends on the machine. */
  public boolean counted() {
    return measure == Measure.PLAN || measure == Measure.NUMBER;
  }

  /**
   * What agrees with a published number of this formula.
   *
   * @param within the largest distance, absolute of percentages, else as a fraction of the number
   */
  Expectation about(double value, double within) {
    boolean share = over == Over.SHARE_ABOVE || over == Over.RISES;
    boolean many = share || over == Over.COUNT_ABOVE;
    boolean absolute = many ? share : measure == Measure.REDUCTION || measure == Measure.SHARE;
    double neutral = measure == Measure.REDUCTION ? 0 : measure.factor() ? 1 : Double.NaN;
    double unit = absolute ? 1 : Math.abs(value);
    String percent = Numbers.roundPercent(within);
    return new Expectation(
        "within " + (absolute ? percent.replace("%", "points") : percent),
        (measured, maxDistance) ->
            Math.abs(measured.value() - value) <= Math.min(within, maxDistance) * unit,
        value,
        many ? Double.NaN : neutral,
        "");
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
    Measure parsedMeasure = parseLabel(claim, "measure", measure, Measure.values());
    Matcher matcher = OVER.matcher(over.isEmpty() ? "one" : over);
    if (!matcher.matches()) {
      throw new BadInputException(claim + ": over '" + over + "' is not of a known form");
    }
    Over many = parseLabel(claim, "over", matcher.group(1), Over.values());
    String number = matcher.group(2);
    String parameter = matcher.group(3);
    if (NUMBERED.contains(many)
        ? number == null
        : WITH_PARAMETER.contains(many) ? parameter == null : number != null || parameter != null) {
      throw new BadInputException(
          "%s: over '%s'; write quantile Q, share above X, count above X, rises along P, trend along P, best of P, or one word of the rest"
              .formatted(claim, over));
    }
    boolean singleOnly =
        parsedMeasure == Measure.PLAN
            || parsedMeasure == Measure.SUPERIOR
            || parsedMeasure == Measure.DRIFT;
    if ((singleOnly && many != Over.ONE)
        || (many == Over.OVERALL && parsedMeasure != Measure.REDUCTION)
        || (many == Over.BEST && parsedMeasure.pair())) {
      throw new BadInputException(
          claim + ": measure '" + measure + "' does not go over '" + over + "'");
    }
    double value = NUMBERED.contains(many) ? Double.parseDouble(String.valueOf(number)) : 0;
    if (many == Over.QUANTILE && !(value >= 0 && value <= 1)) {
      throw new BadInputException(claim + ": quantile " + value + "; 0 to 1 is accepted");
    }
    return new Formula(
        parsedMeasure, many, value, WITH_PARAMETER.contains(many) ? String.valueOf(parameter) : "");
  }

  static <E extends HasLabel> E parseLabel(String claim, String field, String name, E[] values) {
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

  /** How a measured value stands to the published one. */
  enum Agreement {
    YES,
    /** Another size in the same direction. */
    DIRECTION,
    NO
  }

  /**
   * When a measured value agrees with a published one.
   *
   * @param rule in words, for programs and readers of the table
   * @param agrees whether a measured value does, if that near a number may be so far from it
   * @param value near which it has to be; NaN for none
   * @param neutral the value of no difference: 0 for differences, 1 for factors; NaN for levels
   * @param textValue that it has to be; empty for none
   */
  public record Expectation(
      String rule,
      BiPredicate<Measured, Double> agrees,
      double value,
      double neutral,
      String textValue) {
    /** What rounding to the digits that publications print may change. */
    private static final double ROUNDING = 0.01;

    private static Expectation of(String rule, Predicate<Measured> agrees, String text) {
      return new Expectation(
          rule, (measured, maxDistance) -> agrees.test(measured), Double.NaN, Double.NaN, text);
    }

    /** No smaller than a value, and no larger than another. */
    static Expectation between(double min, double max) {
      String rule =
          (Double.isFinite(min) ? "at least " + min : "")
              + (Double.isFinite(min) && Double.isFinite(max) ? ", " : "")
              + (Double.isFinite(max) ? "at most " + max : "");
      return of(rule, measured -> measured.value() >= min && measured.value() <= max, "");
    }

    static Expectation is(String text) {
      return of("is " + text, measured -> measured.textValue().equals(text), text);
    }

    /** An access path: what the lines of the plan hold, in this order. */
    static Expectation path(List<String> steps) {
      Pattern inOrder =
          Pattern.compile(steps.stream().map(Pattern::quote).collect(Collectors.joining(".*")));
      return of(
          String.join(", ", steps), measured -> inOrder.matcher(measured.textValue()).find(), "");
    }

    Agreement of(Measured measured) {
      if (agrees.test(measured, Double.POSITIVE_INFINITY)) {
        return Agreement.YES;
      }
      boolean directed = value != neutral && !Double.isNaN(neutral);
      return directed && (measured.value() - neutral) * (value - neutral) > 0
          ? Agreement.DIRECTION
          : Agreement.NO;
    }

    /** Whether a number that was only computed again agrees: nothing but rounding may differ. */
    boolean ofComputed(Measured measured) {
      return agrees.test(measured, ROUNDING);
    }
  }

  /**
   * What was measured for a claim.
   *
   * @param value in the terms of the claim's measure; NaN when there is none
   * @param textValue the value where it is a word
   * @param detail what is behind it: which groups, how many, the test's p
   * @param interval of the value; NaN bounds when it has none
   * @param size that it was measured at, where it is not the published one
   * @param server that stood behind the name of a store, where it is not the published one
   * @param reason why there is no value; empty when there is one
   */
  public record Measured(
      double value,
      String textValue,
      Quantity quantity,
      String detail,
      Interval interval,
      String size,
      String server,
      String reason) {
    private static final Interval NO_INTERVAL = new Interval(Double.NaN, Double.NaN, 0);

    private Measured(double value, String textValue, Interval interval, String reason) {
      this(value, textValue, Quantity.SECONDS_PER_OPERATION, "", interval, "", "", reason);
    }

    static Measured none(String reason) {
      return new Measured(Double.NaN, "", NO_INTERVAL, reason);
    }

    static Measured of(double value) {
      return of(value, "");
    }

    static Measured of(double value, String text) {
      return of(value, text, NO_INTERVAL);
    }

    static Measured of(double value, String text, Interval interval) {
      return new Measured(value, text, interval, "");
    }

    Measured because(String text) {
      return new Measured(value, textValue, quantity, text, interval, size, server, reason);
    }

    /** Formulas speak of times: a rate stands for the time that an operation takes. */
    Measured in(Quantity counted) {
      Quantity converted = counted.rate() ? Quantity.SECONDS_PER_OPERATION : counted;
      return new Measured(value, textValue, converted, detail, interval, size, server, reason);
    }

    Measured at(String where, String product) {
      return new Measured(value, textValue, quantity, detail, interval, where, product, reason);
    }

    public boolean isPresent() {
      return reason.isEmpty();
    }

    /** As people see it; "-" where nothing was measured. */
    public String format(Formula formula) {
      if (!isPresent()) {
        return "-";
      }
      String text =
          textValue.isEmpty()
              ? number(formula)
              : formula.measure() == Measure.SUPERIOR
                  ? textValue + " (" + Numbers.percent(value) + ")"
                  : textValue;
      return text + (size.isEmpty() ? "" : " at " + size);
    }

    private String number(Formula formula) {
      return switch (formula.over()) {
        case SHARE_ABOVE, RISES -> Numbers.percent(value);
        case COUNT_ABOVE -> Numbers.count(Math.round(value));
        default ->
            switch (formula.measure()) {
              case RATIO, GROWTH, DRIFT -> Numbers.factor(value);
              case RATE -> Numbers.plain(value) + "/s";
              case NUMBER -> Numbers.plain(value);
              case TIME -> Numbers.time(value);
              case GAP -> Numbers.of(value, quantity);
              default -> Numbers.percent(value);
            };
      };
    }
  }
}
