package org.docduel.stats.report.value;

/** A unit of time that suits a set of durations. Durations are in seconds. */
public enum TimeScale {
  NANOSECONDS("ns", 1e9),
  MICROSECONDS("µs", 1e6),
  MILLISECONDS("ms", 1e3),
  SECONDS("s", 1);

  private final String symbol;
  private final double perSecond;

  TimeScale(String symbol, double perSecond) {
    this.symbol = symbol;
    this.perSecond = perSecond;
  }

  /** The largest unit in which a duration is not below one; nanoseconds for anything shorter. */
  public static TimeScale of(double seconds) {
    TimeScale best = NANOSECONDS;
    for (TimeScale scale : values()) {
      if (Math.abs(seconds) * scale.perSecond >= 0.9995) {
        best = scale;
      }
    }
    return best;
  }

  /** A duration with a unit of its own, three significant digits: "3.85 ms". */
  public static String show(double seconds) {
    return of(seconds).showWithUnit(seconds);
  }

  /** A duration for an axis, without needless zeros: "10 ms". */
  public static String tick(double seconds) {
    if (seconds == 0) {
      return "0";
    }
    TimeScale scale = of(seconds);
    return Display.tick(seconds * scale.perSecond) + Display.UNIT_SPACE + scale.symbol;
  }

  public String symbol() {
    return symbol;
  }

  /** A duration in this unit. */
  public double in(double seconds) {
    return seconds * perSecond;
  }

  /** A duration in this unit, three significant digits, without the unit. */
  public String showNumber(double seconds) {
    return Display.significant(seconds * perSecond);
  }

  /** A duration in this unit, three significant digits. */
  public String showWithUnit(double seconds) {
    return showNumber(seconds) + Display.UNIT_SPACE + symbol;
  }
}
