package org.docduel.stats.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.docduel.stats.report.draw.LinearScale;
import org.docduel.stats.report.draw.LogScale;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Scale;
import org.docduel.stats.report.value.Shown;

/**
 * What the two directions of {@link CurvePanels} mean.
 *
 * @param acrossLabel name of the level axis
 * @param acrossStops the places the level axis names; empty for round numbers
 * @param acrossLog whether equal lengths are equal ratios
 * @param upTick how a value is written
 * @param upLog whether the upright axis may use equal ratios
 * @param gapLabel name of the strip with the relative gap
 * @param low smallest x of the data
 * @param high largest x of the data
 */
public record Axes(
    String acrossLabel,
    List<Tick> acrossStops,
    boolean acrossLog,
    DoubleFunction<String> upTick,
    boolean upLog,
    String gapLabel,
    double low,
    double high) {

  private static final double WORTH_A_LOG_SCALE = 4;

  /** Copies the stops. */
  public Axes {
    acrossStops = List.copyOf(acrossStops);
  }

  /** A named place on an axis. */
  public record Tick(double value, String label) {}

  /** An axis of equal lengths, from zero upwards, with values written by a function. */
  public static Axes plain(String acrossLabel, double high, DoubleFunction<String> upTick) {
    return new Axes(acrossLabel, List.of(), false, upTick, false, "", 0, high);
  }

  /** An axis whose stops are named. */
  public static Axes stops(
      String acrossLabel, List<Tick> stops, boolean log, DoubleFunction<String> upTick) {
    double low = stops.stream().mapToDouble(Tick::value).min().orElse(0);
    double high = stops.stream().mapToDouble(Tick::value).max().orElse(1);
    return new Axes(acrossLabel, stops, log, upTick, true, "", low, high);
  }

  public Axes withGapLabel(String label) {
    return new Axes(acrossLabel, acrossStops, acrossLog, upTick, upLog, label, low, high);
  }

  String upTick(double value) {
    return upTick.apply(value);
  }

  String acrossName(double value) {
    return acrossStops.stream()
        .filter(stop -> stop.value() == value)
        .map(Tick::label)
        .findFirst()
        .orElseGet(() -> Shown.significant(value));
  }

  Scale across(double from, double to) {
    if (acrossLog && low > 0 && high > low) {
      return new LogScale(low, high, from, to);
    }
    return new LinearScale(low, high > low ? high : low + 1, from, to, niceStep());
  }

  private double niceStep() {
    return LinearScale.around(low, high, 0, 1, 5).step();
  }

  List<Tick> acrossTicks(Scale across) {
    if (!acrossStops.isEmpty()) {
      return acrossStops;
    }
    return across.ticks().stream().map(value -> new Tick(value, Shown.tick(value))).toList();
  }

  Scale up(CurvePanels.Panel panel, double bottom, double top) {
    double smallest = values(panel).min().orElse(0);
    double largest = values(panel).max().orElse(1);
    if (upLog && smallest > 0 && largest / smallest >= WORTH_A_LOG_SCALE) {
      return LogScale.around(smallest, largest, bottom, top);
    }
    return LinearScale.around(Math.min(0, smallest), Math.max(0, largest), bottom, top, 4);
  }

  private static DoubleStream values(CurvePanels.Panel panel) {
    return panel.lines().stream().flatMap(line -> line.points().stream()).mapToDouble(Point::y);
  }
}
