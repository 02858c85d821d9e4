package org.docduel.stats.report.section;

import java.util.function.Function;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sample.Interval;

/** The columns that tell a verdict. */
final class VerdictColumns {

  private VerdictColumns() {}

  /** Adds reduction, interval, p, verdict and ratios. */
  static <T> Columns<T> add(Columns<T> columns, Function<T, Superiority> row) {
    return columns
        .number("δ, %", "delta", t -> row.apply(t).delta(), Display::percentNumber)
        .number("lower", "lower", t -> bounds(row.apply(t)).lower(), Display::percentNumber)
        .number("upper", "upper", t -> bounds(row.apply(t)).upper(), Display::percentNumber)
        .number("p", "p", t -> row.apply(t).p(), Display::pValue)
        .number(
            "p (adjusted)", "p_adjusted", t -> row.apply(t).favouredAdjustedP(), Display::pValue)
        .cell(
            "verdict",
            "decision",
            false,
            t ->
                DataCell.text(row.apply(t).verdict().label())
                    .with(VerdictSentences.emphasis(row.apply(t).verdict())))
        .number(
            "time ratio",
            "time_ratio",
            t -> row.apply(t).primary().timeRatio(),
            Display::significant)
        .number(
            "throughput ratio",
            "throughput_ratio",
            t -> row.apply(t).primary().throughputRatio(),
            Display::significant);
  }

  /** An observation has no interval. */
  private static Interval bounds(Superiority row) {
    Interval interval = row.interval();
    return Double.isInfinite(interval.lower())
        ? new Interval(Double.NaN, Double.NaN, interval.confidence())
        : interval;
  }
}
