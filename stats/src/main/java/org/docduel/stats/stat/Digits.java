package org.docduel.stats.stat;

import java.math.BigDecimal;
import java.math.MathContext;

/** Keeps the digits that are the same on every JDK. */
public final class Digits {
  // Elementary functions of the platform may differ in the last bit between releases and
  // processors; distribution
  // functions built on them keep more digits than these.
  private static final MathContext SETTLED = new MathContext(12);

  private Digits() {}

  /** The value with twelve significant digits, unless it is not finite. */
  public static double settled(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(SETTLED).doubleValue() : value;
  }
}
