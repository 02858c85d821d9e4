package org.docduel.stats.report.chart;

import org.docduel.stats.report.draw.Point;

/**
 * Places for panels of one size, row by row.
 *
 * @param columns side by side, 1 or more
 * @param panelWidth of each
 * @param panelHeight of each
 * @param top of the first row
 */
record Grid(int columns, double panelWidth, double panelHeight, double top) {

  private static final double GAP = 28;

  static Grid filling(double width, double smallest, int panels, double panelHeight, double top) {
    int fitting = (int) Math.max(1, Math.floor((width + GAP) / (smallest + GAP)));
    int columns = Math.max(1, Math.min(fitting, panels));
    double panelWidth = (width - GAP * (columns - 1)) / columns;
    return new Grid(columns, panelWidth, panelHeight, top);
  }

  /** The upper left corner of a panel. */
  Point corner(int index) {
    return new Point(
        (index % columns) * (panelWidth + GAP), top + Math.floorDiv(index, columns) * panelHeight);
  }

  double bottom(int panels) {
    return top + Math.ceil(panels / (double) columns) * panelHeight;
  }
}
