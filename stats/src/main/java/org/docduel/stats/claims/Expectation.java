package org.docduel.stats.claims;

import java.util.List;
import org.docduel.stats.claims.ClaimAudit.Measured;
import org.docduel.stats.table.Numbers;

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
   * @param neutral what stands for no difference: 0 for differences, 1 for factors, NaN for levels
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
