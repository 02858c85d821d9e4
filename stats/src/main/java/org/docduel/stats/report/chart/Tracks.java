package org.docduel.stats.report.chart;

import java.util.ArrayList;
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
import org.docduel.stats.report.value.Shown;

/**
 * Low plots under each other over one axis, so that what happens at the same place can be seen at
 * the same place.
 *
 * @param title what is shown
 * @param description what a reader who cannot see it needs to know
 * @param across the axis they share
 * @param plotHeight height of one plot, in drawing units
 * @param tracks from top to bottom
 */
public record Tracks(
    String title, String description, Across across, double plotHeight, List<Track> tracks)
    implements Chart {

  private static final double HEADING = 22;
  private static final double LEFT = 58;
  private static final double RIGHT = 10;
  private static final double WORTH_A_LOG_SCALE = 4;
  private static final int MANY_POINTS = 40;
  private static final int FEW_POINTS = 12;

  /** Copies the tracks. */
  public Tracks {
    tracks = List.copyOf(tracks);
  }

  /**
   * The shared axis.
   *
   * @param label its name
   * @param low its start; above 0 for equal ratios, 0 for equal lengths
   * @param high its end
   */
  public record Across(String label, double low, double high) {}

  /**
   * One plot.
   *
   * @param heading what it shows, with the unit
   * @param tick how a value is written
   * @param log whether equal ratios may be equal lengths, where the values spread far
   * @param lines several may be of one series
   * @param reference a dashed line to compare with; empty for none
   */
  public record Track(
      String heading,
      DoubleFunction<String> tick,
      boolean log,
      List<CurvePanels.Line> lines,
      List<Point> reference) {

    /** Copies the lists. */
    public Track {
      lines = List.copyOf(lines);
      reference = List.copyOf(reference);
    }
  }

  @Override
  public Drawing draw(double width) {
    Canvas canvas = new Canvas(width);
    List<Legend.Key> keys = keys();
    double top = keys.size() > 1 ? Legend.markers(canvas, keys, 0) : 0;
    Scale along = along(width);
    double end = top + tracks.size() * (HEADING + plotHeight);
    for (double tick : along.ticks()) {
      canvas.vertical(along.at(tick), top + HEADING, end, Stroke.GRID);
    }
    for (int i = 0; i < tracks.size(); i++) {
      drawTrack(canvas, tracks.get(i), along, top + i * (HEADING + plotHeight));
    }
    drawAcross(canvas, along, end);
    return canvas.finish(end + 40, title, description);
  }

  private Scale along(double width) {
    if (across.low() > 0 && across.high() > across.low()) {
      return new LogScale(across.low(), across.high(), LEFT + 6, width - RIGHT - 6);
    }
    double high = across.high() > 0 ? across.high() : 1;
    double step = LinearScale.around(0, high, 0, 1, width < 500 ? 4 : 8).step();
    return new LinearScale(0, high, LEFT + 6, width - RIGHT - 6, step);
  }

  private List<Legend.Key> keys() {
    List<Legend.Key> keys = new ArrayList<>();
    for (Track track : tracks) {
      for (CurvePanels.Line line : track.lines()) {
        Legend.Key key = new Legend.Key(line.label(), Ink.series(line.series()), line.series());
        if (!keys.contains(key)) {
          keys.add(key);
        }
      }
    }
    return keys;
  }

  private void drawTrack(Canvas canvas, Track track, Scale along, double top) {
    double ceiling = top + HEADING;
    double floor = ceiling + plotHeight;
    double right = canvas.width() - RIGHT;
    Lettering strong = Lettering.LABEL.strong();
    canvas.text(new Point(LEFT, ceiling - 6), strong.fit(track.heading(), right - LEFT), strong);
    Scale up = up(track, floor - 1, ceiling + 3);
    for (double tick : up.ticks()) {
      canvas.horizontal(LEFT, right, up.at(tick), Stroke.GRID);
      canvas.text(
          new Point(LEFT - 6, up.at(tick) + 4),
          track.tick().apply(tick),
          Lettering.SMALL.at(Anchor.END));
    }
    canvas.horizontal(LEFT, right, floor, Stroke.AXIS);
    if (!track.reference().isEmpty()) {
      canvas.polyline(places(track.reference(), along, up), Stroke.dashed(Ink.MUTED, 1.4));
    }
    track.lines().forEach(line -> drawLine(canvas, track, line, along, up));
  }

  private static void drawLine(
      Canvas canvas, Track track, CurvePanels.Line line, Scale along, Scale up) {
    Ink ink = Ink.series(line.series());
    List<Point> places = places(line.points(), along, up);
    boolean many = places.size() > MANY_POINTS;
    canvas.polyline(places, Stroke.solid(ink, many ? 1.2 : 1.6));
    if (many) {
      return;
    }
    double radius = places.size() > FEW_POINTS ? 2.2 : 3.4;
    for (int i = 0; i < places.size(); i++) {
      Point datum = line.points().get(i);
      Point place = places.get(i);
      canvas.titled(
          "%s, %s: %s"
              .formatted(line.label(), Shown.significant(datum.x()), track.tick().apply(datum.y())),
          () -> canvas.marker(Marker.series(line.series()), place, radius, ink));
    }
  }

  private void drawAcross(Canvas canvas, Scale along, double floor) {
    Lettering small = Lettering.SMALL.at(Anchor.MIDDLE);
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : along.ticks()) {
      String label = Shown.tick(tick);
      double half = small.widthOf(label) / 2;
      double x = Math.min(along.at(tick), canvas.width() - half);
      canvas.vertical(along.at(tick), floor, floor + 4, Stroke.AXIS);
      if (x - half > last + 6) {
        canvas.text(new Point(x, floor + 16), label, small);
        last = x + half;
      }
    }
    canvas.text(new Point((LEFT + canvas.width() - RIGHT) / 2, floor + 32), across.label(), small);
  }

  private static Scale up(Track track, double floor, double ceiling) {
    double[] values =
        track.lines().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(Point::y)
            .sorted()
            .toArray();
    double smallest = values.length == 0 ? 0 : values[0];
    double largest = values.length == 0 ? 1 : values[values.length - 1];
    if (track.log() && smallest > 0 && largest / smallest >= WORTH_A_LOG_SCALE) {
      return LogScale.around(smallest, largest, floor, ceiling);
    }
    return LinearScale.around(Math.min(0, smallest), Math.max(0, largest), floor, ceiling, 2);
  }

  private static List<Point> places(List<Point> data, Scale along, Scale up) {
    return data.stream().map(d -> new Point(along.at(d.x()), up.at(d.y()))).toList();
  }
}
