package org.docduel.stats.report.draw;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as they stand in a drawing: at most two decimals, the same on every platform. */
final class Coordinate {

  private Coordinate() {}

  static String text(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a drawing has no place for " + value);
    }
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN).stripTrailingZeros();
    return rounded.signum() == 0 ? "0" : rounded.toPlainString();
  }
}
