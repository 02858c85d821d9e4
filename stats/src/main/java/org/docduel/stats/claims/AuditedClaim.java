package org.docduel.stats.claims;

import java.util.Map;
import java.util.Objects;
import org.docduel.stats.claims.Claim.SetUp;
import org.docduel.stats.claims.Expectation.Agreement;
import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;

/**
 * A claim and what was measured.
 *
 * @param measured by set-up, all of them
 */
public record AuditedClaim(Claim claim, Map<SetUp, Measured> measured) {
  /** A factor that shrinks by this much like for like owes most of itself to the set-up. */
  private static final double MOST = 2;

  /** A published factor shows at a smaller size when it is at least this part of it. */
  private static final double ORDER_OF_MAGNITUDE = 0.1;

  public enum Verdict {
    /** It agrees as published, or like for like where nobody can run it as published. */
    REPEATS("repeats"),
    OTHER_SIZE("same direction, other size"),
    /**
     * It shows as published, and not, or less than half as large, like for like, both at one size.
     */
    ARTEFACT("artefact of the set-up"),
    DOES_NOT_REPEAT("does not repeat"),
    /** The publication's own tables say something else. */
    CONTRADICTED("contradicted by its own tables"),
    /**
     * A time or a rate at another size than the published one or not agreeing on another machine;
     * or a factor that is not of the published order of magnitude at another size.
     */
    OTHER_SCALE("no verdict here"),
    /** Another server than the publication's stood behind the name of its store. */
    OTHER_SERVER("other server"),
    /** Nobody measured it here. */
    NOT_MEASURED("not measured"),
    /**
     * It changes the set-up of a claim to find a cause: nobody claims it, and nothing is judged.
     */
    VARIATION("variation");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  public Measured in(SetUp setUp) {
    return Objects.requireNonNull(measured.get(setUp), setUp.name());
  }

  public Verdict verdict() {
    if (!claim.variationOf().isEmpty()) {
      return Verdict.VARIATION;
    }
    Measured tables = in(SetUp.OWN_TABLES);
    Measured published = in(SetUp.AS_PUBLISHED);
    Measured fair = in(SetUp.LIKE_FOR_LIKE);
    if (tables.present() && claim.expected().exact().of(tables) != Agreement.YES) {
      return Verdict.CONTRADICTED;
    }
    Measured judged = published.present() ? published : fair;
    if (!judged.present()) {
      return Verdict.NOT_MEASURED;
    }
    Agreement agreement = claim.expected().of(judged);
    boolean level = claim.formula().level();
    boolean there = judged.size().isEmpty() && agreement == Agreement.YES;
    if ((level && !there) || falls(judged, agreement)) {
      return Verdict.OTHER_SCALE;
    }
    if (!judged.server().isEmpty()) {
      return Verdict.OTHER_SERVER;
    }
    if (agreement == Agreement.NO) {
      return Verdict.DOES_NOT_REPEAT;
    }
    boolean both = published.present() && fair.present() && published.size().equals(fair.size());
    return both && vanishes(published, fair)
        ? Verdict.ARTEFACT
        : agreement == Agreement.YES ? Verdict.REPEATS : Verdict.OTHER_SIZE;
  }

  /** Whether a factor of another size is not of the published order of magnitude. */
  private boolean falls(Measured judged, Agreement agreement) {
    return agreement == Agreement.DIRECTION
        && !judged.size().isEmpty()
        && claim.formula().measure().factor()
        && claim.expected() instanceof Expectation.About published
        && judged.value() < ORDER_OF_MAGNITUDE * published.value();
  }

  private boolean vanishes(Measured published, Measured fair) {
    Measure measure = claim.formula().measure();
    boolean shrinks = Math.abs(published.value()) > MOST * Math.abs(fair.value());
    boolean turns = published.value() * fair.value() < 0;
    if (claim.expected().of(fair) == Agreement.NO) {
      // What is not shown any more may still be there.
      return measure != Measure.SUPERIOR || shrinks || turns;
    }
    return (measure.factor() || measure == Measure.REDUCTION) && shrinks;
  }

  /**
   * What was measured for a claim.
   *
   * @param value in the terms of the claim's measure; NaN when there is none
   * @param word the value where it is a word
   * @param detail what is behind it: which groups, how many, the test's p
   * @param interval of the value; NaN bounds when it has none
   * @param size that it was measured at, where it is not the published one
   * @param server that stood behind the name of a store, where it is not the published one
   * @param reason why there is no value; empty when there is one
   */
  public record Measured(
      double value,
      String word,
      Quantity quantity,
      String detail,
      Interval interval,
      String size,
      String server,
      String reason) {
    private static final Interval NO_INTERVAL = new Interval(Double.NaN, Double.NaN, 0);

    private Measured(double value, String word, Interval interval, String reason) {
      this(value, word, Quantity.SECONDS_PER_OPERATION, "", interval, "", "", reason);
    }

    static Measured none(String reason) {
      return new Measured(Double.NaN, "", NO_INTERVAL, reason);
    }

    static Measured of(double value) {
      return of(value, "");
    }

    static Measured of(double value, String word) {
      return of(value, word, NO_INTERVAL);
    }

    static Measured of(double value, String word, Interval interval) {
      return new Measured(value, word, interval, "");
    }

    Measured because(String text) {
      return new Measured(value, word, quantity, text, interval, size, server, reason);
    }

    /** Formulas speak of times: a rate stands for the time that an operation takes. */
    Measured in(Quantity counted) {
      Quantity shown = counted.rate() ? Quantity.SECONDS_PER_OPERATION : counted;
      return new Measured(value, word, shown, detail, interval, size, server, reason);
    }

    Measured at(String where, String product) {
      return new Measured(value, word, quantity, detail, interval, where, product, reason);
    }

    public boolean present() {
      return reason.isEmpty();
    }

    /** As people see it; "-" where nothing was measured. */
    public String shown(Formula formula) {
      if (!present()) {
        return "-";
      }
      String shown =
          word.isEmpty()
              ? number(formula)
              : formula.measure() == Measure.SUPERIOR
                  ? word + " (" + Numbers.percent(value) + ")"
                  : word;
      return shown + (size.isEmpty() ? "" : " at " + size);
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
