package org.docduel.stats.report.chart;

import java.util.List;
import java.util.function.DoubleFunction;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.LinearScale;
import org.docduel.stats.report.draw.LogScale;
import org.docduel.stats.report.draw.Marker;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Scale;
import org.docduel.stats.report.draw.Stroke;
import org.docduel.stats.report.value.Display;

/**
 * Lines over an axis in several panels: side by side, each with its own axis, or stacked over one
 * axis that they share.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param across the axis along the lines
 * @param stacked whether the panels share the axis
 * @param plotHeight height of one plot, in drawing units
 * @param panels in the order shown
 */
public record LinePanels(
    String title,
    String description,
    Across across,
    boolean stacked,
    double plotHeight,
    List<Panel> panels)
    implements Chart {
  private static final double SMALLEST = 300;
  private static final double HEADING = 22;
  private static final double AXIS = 42;
  private static final double LEFT = 58;
  private static final double RIGHT = 10;
  private static final double WORTH_A_LOG_SCALE = 4;
  private static final int MANY_POINTS = 40;
  private static final int FEW_POINTS = 12;
  private static final double ROOMY = 500;

  /** Copies the panels. */
  public LinePanels {
    panels = List.copyOf(panels);
  }

  /** A named place on an axis. */
  public record Stop(double value, String label) {}

  /**
   * The axis along the lines.
   *
   * @param label its name
   * @param stops the places it names; empty for round numbers
   * @param log whether equal lengths are equal ratios
   * @param low its start; above 0 where equal lengths are equal ratios
   * @param high its end
   */
  public record Across(String label, List<Stop> stops, boolean log, double low, double high) {
    /** Copies the stops. */
    public Across {
      stops = List.copyOf(stops);
    }

    /** An axis with round numbers. */
    public static Across numbers(String label, boolean log, double low, double high) {
      return new Across(label, List.of(), log, low, high);
    }

    /** An axis whose stops are named. */
    public static Across stops(String label, List<Stop> stops, boolean log) {
      double[] places = stops.stream().mapToDouble(Stop::value).sorted().toArray();
      return new Across(label, stops, log, places[0], places[places.length - 1]);
    }

    private Scale scale(double from, double to) {
      if (log && low > 0 && high > low) {
        return new LogScale(low, high, from, to);
      }
      double end = high > low ? high : low + 1;
      double step = LinearScale.around(low, end, 0, 1, to - from < ROOMY ? 4 : 8).step();
      return new LinearScale(low, end, from, to, step);
    }

    private List<Stop> ticks(Scale scale) {
      return stops.isEmpty()
          ? scale.ticks().stream().map(value -> new Stop(value, Display.tick(value))).toList()
          : stops;
    }

    private String name(double value) {
      return stops.stream()
          .filter(stop -> stop.value() == value)
          .map(Stop::label)
          .findFirst()
          .orElseGet(() -> Display.significant(value));
    }
  }

  /**
   * One plot.
   *
   * @param heading what it shows, with the unit
   * @param tick how a value is written
   * @param log whether equal lengths may be equal ratios, where the values spread far
   * @param lines several may be of one series
   * @param reference a dashed line to compare with; empty for none
   */
  public record Panel(
      String heading,
      DoubleFunction<String> tick,
      boolean log,
      List<SeriesLine> lines,
      List<Point> reference) {
    /** Copies the lists. */
    public Panel {
      lines = List.copyOf(lines);
      reference = List.copyOf(reference);
    }

    private Scale up(double bottom, double top, int intervals) {
      double[] values =
          lines.stream()
              .flatMap(line -> line.points().stream())
              .mapToDouble(Point::y)
              .sorted()
              .toArray();
      double smallest = values.length == 0 ? 0 : values[0];
      double largest = values.length == 0 ? 1 : values[values.length - 1];
      if (log && smallest > 0 && largest / smallest >= WORTH_A_LOG_SCALE) {
        return LogScale.around(smallest, largest, bottom, top);
      }
      return LinearScale.around(
          Math.min(0, smallest), Math.max(0, largest), bottom, top, intervals);
    }
  }

  /**
   * One line; its points carry data, not places.
   *
   * @param label name of the series
   * @param series its index, which chooses colour and shape
   * @param points finite, sorted by x
   */
  public record SeriesLine(String label, int series, List<Point> points) {
    /** Copies the points. */
    public SeriesLine {
      points = List.copyOf(points);
    }
  }

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    List<Legend.Key> keys = keys();
    double top = keys.size() > 1 ? Legend.markers(canvas, keys, 0) : 0;
    double height = HEADING + plotHeight + (stacked ? 0 : AXIS + 10);
    Grid grid = Grid.filling(width, stacked ? width : SMALLEST, panels.size(), height, top);
    for (int i = 0; i < panels.size(); i++) {
      Point corner = grid.corner(i);
      Scale along = across.scale(corner.x() + LEFT + 6, corner.x() + grid.panelWidth() - RIGHT - 6);
      boolean last = i == panels.size() - 1;
      drawPanel(canvas, panels.get(i), along, corner, grid.panelWidth());
      if (!stacked || last) {
        drawAcross(canvas, along, corner, grid.panelWidth());
      }
    }
    return canvas.finish(grid.bottom(panels.size()) + (stacked ? AXIS : 0), title, description);
  }

  private List<Legend.Key> keys() {
    return panels.stream()
        .flatMap(panel -> panel.lines().stream())
        .map(line -> new Legend.Key(line.label(), Ink.series(line.series()), line.series()))
        .distinct()
        .toList();
  }

  private void drawPanel(Canvas canvas, Panel panel, Scale along, Point corner, double width) {
    double left = corner.x() + LEFT;
    double right = corner.x() + width - RIGHT;
    double ceiling = corner.y() + HEADING;
    double floor = ceiling + plotHeight;
    Lettering strong = Lettering.LABEL.strong();
    canvas.text(new Point(left, ceiling - 6), strong.fit(panel.heading(), right - left), strong);
    if (across.stops().isEmpty()) {
      along.ticks().forEach(t -> canvas.vertical(along.at(t), ceiling, floor, Stroke.GRID));
    }
    Scale up = panel.up(floor - 1, ceiling + 3, plotHeight < 100 ? 2 : 4);
    for (double tick : up.ticks()) {
      canvas.horizontal(left, right, up.at(tick), Stroke.GRID);
      canvas.text(
          new Point(left - 6, up.at(tick) + 4),
          panel.tick().apply(tick),
          Lettering.SMALL.at(Anchor.END));
    }
    canvas.horizontal(left, right, floor, Stroke.AXIS);
    canvas.polyline(places(panel.reference(), along, up), Stroke.dashed(Ink.MUTED, 1.4));
    panel.lines().forEach(line -> drawLine(canvas, panel, line, along, up));
  }

  private void drawLine(Canvas canvas, Panel panel, SeriesLine line, Scale along, Scale up) {
    Ink ink = Ink.series(line.series());
    List<Point> places = places(line.points(), along, up);
    boolean many = places.size() > MANY_POINTS;
    canvas.polyline(places, Stroke.solid(ink, many ? 1.2 : 1.6));
    if (many) {
      return;
    }
    double radius = places.size() > FEW_POINTS ? 2.2 : 3.6;
    for (int i = 0; i < places.size(); i++) {
      Point datum = line.points().get(i);
      Point place = places.get(i);
      canvas.titled(
          "%s, %s: %s"
              .formatted(line.label(), across.name(datum.x()), panel.tick().apply(datum.y())),
          () -> canvas.marker(Marker.series(line.series()), place, radius, ink));
    }
  }

  private void drawAcross(Canvas canvas, Scale along, Point corner, double width) {
    double floor = corner.y() + HEADING + plotHeight;
    double end = corner.x() + width;
    Lettering small = Lettering.SMALL.at(Anchor.MIDDLE);
    double last = Double.NEGATIVE_INFINITY;
    for (Stop tick : across.ticks(along)) {
      double half = small.widthOf(tick.label()) / 2;
      double x = Math.min(along.at(tick.value()), end - half);
      canvas.vertical(along.at(tick.value()), floor, floor + 4, Stroke.AXIS);
      if (x - half > last + 6) {
        canvas.text(new Point(x, floor + 16), tick.label(), small);
        last = x + half;
      }
    }
    canvas.text(
        new Point((corner.x() + LEFT + end - RIGHT) / 2, floor + 32), across.label(), small);
  }

  private static List<Point> places(List<Point> data, Scale along, Scale up) {
    return data.stream().map(d -> new Point(along.at(d.x()), up.at(d.y()))).toList();
  }
}
