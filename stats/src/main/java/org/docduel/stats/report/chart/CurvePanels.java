package org.docduel.stats.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.LinearScale;
import org.docduel.stats.report.draw.Marker;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Scale;
import org.docduel.stats.report.draw.Stroke;
import org.docduel.stats.report.value.Shown;

/**
 * Lines over an axis, one panel for each group, and below each panel, when asked for, the relative
 * gap between two of the lines as a dashed line on a scale of its own.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param axes what both directions mean
 * @param panels in the order shown
 */
public record CurvePanels(String title, String description, Axes axes, List<Panel> panels)
    implements Chart {

  private static final double SMALLEST = 300;
  private static final double PLOT = 190;
  private static final double GAP_PLOT = 64;
  private static final double ROOMY = 420;
  private static final int MANY_POINTS = 40;

  /** Copies the panels. */
  public CurvePanels {
    panels = List.copyOf(panels);
  }

  /**
   * One set of lines.
   *
   * @param heading name of the group
   * @param lines in the order of the legend
   * @param gap the relative gap over the same axis, a fraction; empty for none
   */
  public record Panel(String heading, List<Line> lines, List<Point> gap) {

    /** Copies the lists. */
    public Panel {
      lines = List.copyOf(lines);
      gap = List.copyOf(gap);
    }
  }

  /**
   * One line; its points carry data, not places.
   *
   * @param label name of the series
   * @param series its index, which chooses colour and shape
   * @param points finite, sorted by x
   */
  public record Line(String label, int series, List<Point> points) {

    /** Copies the points. */
    public Line {
      points = List.copyOf(points);
    }
  }

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    double labels = directLabels(width);
    double top = labels > 0 ? 0 : Legend.markers(canvas, keys(), 0);
    boolean gaps = panels.stream().anyMatch(panel -> !panel.gap().isEmpty());
    double height = 34 + PLOT + (gaps ? GAP_PLOT + 24 : 0) + 50;
    boolean headed = panels.stream().anyMatch(panel -> !panel.heading().isEmpty());
    Grid grid = Grid.filling(width, SMALLEST, panels.size(), height, headed ? top + 4 : top - 22);
    for (int i = 0; i < panels.size(); i++) {
      drawPanel(canvas, panels.get(i), grid.corner(i), grid.panelWidth() - labels, gaps);
      if (labels > 0) {
        drawLabels(canvas, panels.get(i), grid.corner(i), grid.panelWidth() - labels);
      }
    }
    return canvas.finish(grid.bottom(panels.size()) - 4, title, description);
  }

  // Names stand at the end of their lines where there is room; a legend costs a look back and
  // forth.
  private double directLabels(double width) {
    double widest =
        keys().stream().mapToDouble(k -> Lettering.LABEL.widthOf(k.label())).max().orElse(0);
    double panel = Grid.filling(width, SMALLEST, panels.size(), 1, 0).panelWidth();
    return panel >= ROOMY && widest <= panel / 3 ? widest + 14 : 0;
  }

  private void drawLabels(Canvas canvas, Panel panel, Point corner, double width) {
    double right = corner.x() + width - 12;
    Scale up = axes.up(panel, corner.y() + 32 + PLOT, corner.y() + 32);
    Map<String, Point> ends = new LinkedHashMap<>();
    for (Line line : panel.lines()) {
      if (!line.points().isEmpty()) {
        Point last = line.points().get(line.points().size() - 1);
        ends.putIfAbsent(line.label(), new Point(line.series(), up.at(last.y())));
      }
    }
    List<Map.Entry<String, Point>> sorted = new ArrayList<>(ends.entrySet());
    sorted.sort(Comparator.comparingDouble(entry -> entry.getValue().y()));
    double free = Double.NEGATIVE_INFINITY;
    for (Map.Entry<String, Point> entry : sorted) {
      double y = Math.max(free, entry.getValue().y());
      Ink ink = Ink.series((int) entry.getValue().x());
      canvas.text(new Point(right + 6, y + 4), entry.getKey(), Lettering.LABEL.in(ink));
      free = y + 15;
    }
  }

  private List<Legend.Key> keys() {
    List<Legend.Key> keys = new ArrayList<>();
    for (Panel panel : panels) {
      for (Line line : panel.lines()) {
        Legend.Key key = new Legend.Key(line.label(), Ink.series(line.series()), line.series());
        if (!keys.contains(key)) {
          keys.add(key);
        }
      }
    }
    return keys;
  }

  private void drawPanel(Canvas canvas, Panel panel, Point corner, double width, boolean gaps) {
    Lettering small = Lettering.SMALL;
    double left = corner.x() + 56;
    double right = corner.x() + width - 12;
    double top = corner.y() + 32;
    double bottom = top + PLOT;
    if (!panel.heading().isEmpty()) {
      canvas.text(
          new Point(corner.x(), corner.y() + 14),
          Lettering.HEADING.fit(panel.heading(), width),
          Lettering.HEADING);
    }
    Scale across = axes.across(left + 8, right - 8);
    Scale up = axes.up(panel, bottom, top);
    for (double tick : up.ticks()) {
      canvas.horizontal(left, right, up.at(tick), Stroke.GRID);
      canvas.text(new Point(left - 6, up.at(tick) + 4), axes.upTick(tick), small.at(Anchor.END));
    }
    canvas.horizontal(left, right, bottom, Stroke.AXIS);
    for (Line line : panel.lines()) {
      drawLine(canvas, panel, line, across, up);
    }
    double axis = bottom;
    if (gaps) {
      drawGap(canvas, panel, across, new Point(left, bottom + 24), right);
      axis = bottom + 24 + GAP_PLOT;
    }
    drawAcross(canvas, across, axis, new Point(left, right));
  }

  private void drawLine(Canvas canvas, Panel panel, Line line, Scale across, Scale up) {
    Ink ink = Ink.series(line.series());
    List<Point> places = places(line.points(), across, up);
    boolean many = places.size() > MANY_POINTS;
    canvas.polyline(places, Stroke.solid(ink, many ? 1.3 : 2));
    if (many) {
      return;
    }
    for (int i = 0; i < places.size(); i++) {
      Point datum = line.points().get(i);
      Point place = places.get(i);
      String tooltip =
          "%s%s, %s: %s"
              .formatted(
                  panel.heading().isEmpty() ? "" : panel.heading() + ", ",
                  line.label(),
                  axes.acrossName(datum.x()),
                  axes.upTick(datum.y()));
      canvas.titled(tooltip, () -> canvas.marker(Marker.series(line.series()), place, 4, ink));
    }
  }

  private void drawAcross(Canvas canvas, Scale across, double y, Point ends) {
    Lettering small = Lettering.SMALL.at(Anchor.MIDDLE);
    double last = Double.NEGATIVE_INFINITY;
    for (Axes.Tick tick : axes.acrossTicks(across)) {
      double x = across.at(tick.value());
      double half = small.widthOf(tick.label()) / 2;
      canvas.vertical(x, y, y + 4, Stroke.AXIS);
      if (x - half > last + 5) {
        canvas.text(new Point(x, y + 17), tick.label(), small);
        last = x + half;
      }
    }
    canvas.text(new Point((ends.x() + ends.y()) / 2, y + 34), axes.acrossLabel(), small);
  }

  private void drawGap(Canvas canvas, Panel panel, Scale across, Point corner, double right) {
    if (panel.gap().isEmpty()) {
      return;
    }
    double low = Math.min(0, panel.gap().stream().mapToDouble(Point::y).min().orElse(0));
    double high = Math.max(0, panel.gap().stream().mapToDouble(Point::y).max().orElse(0));
    LinearScale up = LinearScale.around(low, high, corner.y() + GAP_PLOT - 2, corner.y() + 4, 2);
    for (double tick : up.ticks()) {
      canvas.horizontal(corner.x(), right, up.at(tick), tick == 0 ? Stroke.AXIS : Stroke.GRID);
      canvas.text(
          new Point(corner.x() - 6, up.at(tick) + 4),
          Shown.roundPercent(tick),
          Lettering.SMALL.at(Anchor.END));
    }
    List<Point> places = places(panel.gap(), across, up);
    canvas.polyline(places, Stroke.dashed(Ink.TEXT, 1.6));
    for (int i = 0; i < places.size(); i++) {
      Point place = places.get(i);
      Point datum = panel.gap().get(i);
      canvas.titled(
          "%s: %s".formatted(axes.acrossName(datum.x()), Shown.percent(datum.y())),
          () -> canvas.marker(Marker.CIRCLE, place, 3, Ink.TEXT));
    }
    canvas.text(new Point(corner.x(), corner.y() - 3), axes.gapLabel(), Lettering.SMALL);
  }

  private static List<Point> places(List<Point> data, Scale across, Scale up) {
    return data.stream().map(d -> new Point(across.at(d.x()), up.at(d.y()))).toList();
  }
}
