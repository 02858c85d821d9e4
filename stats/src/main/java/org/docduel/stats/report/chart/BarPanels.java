package org.docduel.stats.report.chart;

import java.util.List;
import org.docduel.stats.report.draw.Canvas;
import org.docduel.stats.report.draw.Drawing;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Lettering;
import org.docduel.stats.report.draw.Lettering.Anchor;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.draw.Stroke;

/**
 * Groups of bars. Every group has a scale of its own that starts at zero, so that a bar's length is
 * its value and a fast group is not crushed by a slow one; each bar carries its number.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param groups in the order shown
 */
public record BarPanels(String title, String description, List<BarGroup> groups) implements Chart {

  private static final double SMALLEST = 280;
  private static final double BAR = 15;
  private static final double PITCH = 21;
  private static final double HEAD = 30;

  /** Copies the groups. */
  public BarPanels {
    groups = List.copyOf(groups);
  }

  /**
   * Bars on one scale.
   *
   * @param heading name of the group
   * @param bars top to bottom
   */
  public record BarGroup(String heading, List<Bar> bars) {

    /** Copies the bars. */
    public BarGroup {
      bars = List.copyOf(bars);
    }
  }

  /**
   * One value.
   *
   * @param label name of the series
   * @param ink of the series
   * @param value not negative
   * @param shown the value with its unit
   */
  public record Bar(String label, Ink ink, double value, String shown) {}

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    int most = groups.stream().mapToInt(group -> group.bars().size()).max().orElse(0);
    boolean headed = groups.stream().anyMatch(group -> !group.heading().isEmpty());
    double height = HEAD + most * PITCH + 18;
    Grid grid = Grid.filling(width, SMALLEST, groups.size(), height, headed ? 4 : 8 - HEAD);
    double labels = Math.min(widest(false), grid.panelWidth() * 0.42);
    double values = widest(true);
    for (int i = 0; i < groups.size(); i++) {
      drawGroup(canvas, groups.get(i), grid.corner(i), grid.panelWidth(), labels, values);
    }
    return canvas.finish(grid.bottom(groups.size()) - 8, title, description);
  }

  private static void drawGroup(
      Canvas canvas, BarGroup group, Point corner, double width, double labels, double values) {
    canvas.text(
        new Point(corner.x(), corner.y() + 14),
        Lettering.HEADING.fit(group.heading(), width),
        Lettering.HEADING);
    double left = corner.x() + labels + 10;
    double room = Math.max(20, corner.x() + width - left - values - 8);
    double largest = group.bars().stream().mapToDouble(Bar::value).max().orElse(0);
    double bottom = corner.y() + HEAD + group.bars().size() * PITCH;
    double y = corner.y() + HEAD;
    for (Bar bar : group.bars()) {
      double length = largest > 0 ? bar.value() / largest * room : 0;
      double line = y + BAR / 2 + 4.5;
      double top = y;
      canvas.text(
          new Point(left - 10, line),
          Lettering.LABEL.fit(bar.label(), labels),
          Lettering.LABEL.at(Anchor.END));
      canvas.titled(
          "%s, %s: %s".formatted(group.heading(), bar.label(), bar.shown()),
          () -> canvas.rectangle(new Point(left, top), Math.max(1, length), BAR, bar.ink()));
      canvas.text(new Point(left + Math.max(1, length) + 6, line), bar.shown(), Lettering.LABEL);
      y += PITCH;
    }
    canvas.vertical(left, corner.y() + HEAD - 4, bottom - 2, Stroke.AXIS);
  }

  private double widest(boolean values) {
    return groups.stream()
        .flatMap(group -> group.bars().stream())
        .mapToDouble(bar -> Lettering.LABEL.widthOf(values ? bar.shown() : bar.label()))
        .max()
        .orElse(0);
  }
}
