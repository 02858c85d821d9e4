package org.docduel.stats.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.docduel.stats.ranking.ExplainTables.Part;
import org.docduel.stats.ranking.ExplainTables.Side;
import org.docduel.stats.ranking.SwitchTables;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Anchor;
import org.docduel.stats.report.Svg.Ink;
import org.docduel.stats.report.Svg.Lettering;
import org.docduel.stats.report.Svg.Marker;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.report.Svg.Stroke;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SwitchEffects.Effect;

/** The kinds of pictures that a report has. */
final class Charts {
  private static final double WIDTH = Svg.WIDTH;
  private static final int MANY_POINTS = 40;

  private Charts() {}

  /**
   * A row of a chart: words above, marks below.
   *
   * @param verdict after the number; may be empty
   * @param room that the marks take
   * @param marks drawn from below the words on
   */
  private record Row(
      String label,
      boolean strong,
      String number,
      String verdict,
      Ink ink,
      double room,
      String tooltip,
      DoubleConsumer marks) {
    Lettering lettering() {
      return strong ? Lettering.LABEL.strong() : Lettering.LABEL;
    }

    Lettering verdictLettering() {
      return Lettering.LABEL.in(ink).strong().at(Anchor.END);
    }

    /** The room that the verdict takes, with what parts it from the number. */
    double end() {
      return verdict.isEmpty() ? 0 : verdictLettering().widthOf(verdict) + 10;
    }

    /** The line of the numbers: a label that is too long to stand beside them has its own. */
    double line() {
      double beside = WIDTH - end() - lettering().widthOf(number) - 20;
      return lettering().widthOf(label) > beside ? 30 : 14;
    }

    double height() {
      return line() + room;
    }
  }

  private static double bottom(double top, List<Row> rows) {
    return top + rows.stream().mapToDouble(Row::height).sum();
  }

  private static void draw(Svg svg, double top, List<Row> rows) {
    double y = top;
    for (Row row : rows) {
      double line = y + row.line();
      clear(svg, y + 10);
      clear(svg, line - 4);
      svg.text(0, y + 14, row.label, row.lettering());
      svg.text(WIDTH - row.end(), line, row.number, row.lettering().at(Anchor.END));
      if (!row.verdict.isEmpty()) {
        svg.text(WIDTH, line, row.verdict, row.verdictLettering());
      }
      svg.titled(row.tooltip, () -> row.marks.accept(line));
      y += row.height();
    }
  }

  /** A row of a forest plot: what is compared, its verdict, and whether it sums up the others. */
  record ForestRow(String label, Superiority row, boolean overall) {
    private Row drawn(Svg svg, DoubleFunction<Double> place, double low) {
      Interval interval = row.interval();
      Ink ink =
          switch (row.verdict()) {
            case SUPERIOR -> Ink.SUPERIOR;
            case INFERIOR -> Ink.INFERIOR;
            default -> Ink.UNDECIDED;
          };
      String number = Numbers.reduction(row.delta());
      String verdict = row.verdict().label();
      String tooltip =
          "%s: %s, %s, %s".formatted(label, number, shown(interval, Numbers::reduction), verdict);
      Marker marker = overall ? Marker.DIAMOND : Marker.CIRCLE;
      return new Row(
          label,
          overall,
          number,
          verdict,
          ink,
          28,
          tooltip,
          line -> {
            double y = line + 14;
            interval(svg, interval, place, y, ink, low);
            Point point = new Point(place.apply(row.delta()), y);
            svg.marker(marker, point, 5, ink, ink == Ink.UNDECIDED);
          });
    }
  }

  private static String shown(Interval interval, DoubleFunction<String> shown) {
    return interval.bounded()
        ? Numbers.interval(interval.lower(), interval.upper(), shown)
        : "no interval";
  }

  /** Time reductions with their intervals, one row each, against the threshold asked for. */
  static Svg forest(String title, double threshold, List<ForestRow> rows) {
    Svg svg = new Svg(title);
    Axis scale = reductions(rows, threshold);
    boolean speedUps = scale.log();
    DoubleFunction<Double> place = delta -> scale.at(speedUps ? speedUp(delta) : delta);
    DoubleFunction<String> label =
        tick -> {
          double delta = speedUps ? 1 - 1 / tick : tick;
          return delta <= -1
              ? Numbers.reduction(delta)
              : Numbers.roundPercent(Math.rint(1000 * delta) / 1000);
        };
    double lowest = speedUps ? 1 - 1 / scale.low() : scale.low();
    List<Row> drawn = rows.stream().map(row -> row.drawn(svg, place, lowest)).toList();
    double top = 34;
    double bottom = bottom(top, drawn);
    ticks(svg, scale, top, bottom, label, speedUps ? 1 : 0);
    double wanted = place.apply(threshold);
    svg.line(wanted, top - 6, wanted, bottom, new Stroke(Ink.TEXT, 1.4, true));
    svg.text(
        wanted,
        top - 12,
        "Δ = " + Numbers.roundPercent(threshold),
        Lettering.SMALL.in(Ink.TEXT).at(Anchor.MIDDLE).strong());
    double zero = Math.min(place.apply(0.0), WIDTH - 94);
    svg.text(zero + 4, bottom + 33, "takes less →", Lettering.SMALL);
    if (zero > 90) {
      svg.text(zero - 4, bottom + 33, "← takes more", Lettering.SMALL.at(Anchor.END));
    }
    draw(svg, top, drawn);
    return svg.finish(bottom + 40);
  }

  /** An interval where there is one; without a mark at its start where that lies off the scale. */
  private static void interval(
      Svg svg, Interval of, DoubleFunction<Double> place, double y, Ink ink, double low) {
    if (of.bounded()) {
      double from = place.apply(of.lower());
      double to = place.apply(of.upper());
      svg.line(from, y, to, y, Stroke.of(ink, 2));
      svg.line(to, y - 4, to, y + 4, Stroke.of(ink, 1.6));
      if (of.lower() >= low) {
        svg.line(from, y - 4, from, y + 4, Stroke.of(ink, 1.6));
      }
    }
  }

  /** Makes room for words where lines of the grid would run through them. */
  private static void clear(Svg svg, double y) {
    svg.line(0, y, WIDTH, y, Stroke.of(Ink.BACKGROUND, 17));
  }

  /** How switches change a ratio, as bars from no change, the largest first and the dummy last. */
  static Svg tornado(SwitchTables pair) {
    Svg svg = new Svg("Factors by which switches change the ratio of " + pair.pair());
    double low = 1;
    double high = 1;
    for (int place : pair.bySize()) {
      Effect effect = pair.effect(place);
      // An interval that reaches many times farther than its factor is cut.
      for (double end : new double[] {effect.interval().lower(), effect.interval().upper()}) {
        double shown = Double.isNaN(end) ? effect.factor() : end;
        low = Math.min(low, Math.max(shown, effect.factor() / 10));
        high = Math.max(high, Math.min(shown, effect.factor() * 10));
      }
    }
    Axis scale = Axis.logarithmic(low / 1.1, high * 1.1, 8, WIDTH - 8);
    List<Row> rows = pair.bySize().stream().map(place -> bar(svg, pair, place, scale)).toList();
    double top = 8;
    double bottom = bottom(top, rows);
    ticks(svg, scale, top, bottom, tick -> "x" + Numbers.tick(tick), 1);
    Interval noise = pair.effects().dummy().interval();
    if (noise.bounded()) {
      svg.band(scale.at(noise.lower()), scale.at(noise.upper()), top, bottom);
    }
    svg.text(
        Math.min(scale.at(1) + 4, WIDTH - 120),
        bottom + 33,
        pair.candidate() + " slower →",
        Lettering.SMALL);
    draw(svg, top, rows);
    return svg.finish(bottom + 40);
  }

  private static Row bar(Svg svg, SwitchTables pair, int place, Axis scale) {
    boolean dummy = pair.isDummy(place);
    Effect effect = pair.effect(place);
    Interval interval = effect.interval();
    String label =
        dummy
            ? "the dummy, switches nothing"
            : "%s %s → %s"
                .formatted(
                    pair.switches().get(place).parameter(),
                    pair.switches().get(place).off(),
                    pair.switches().get(place).on());
    String factor = Numbers.factor(effect.factor()) + ", " + shown(interval, Numbers::plain);
    Ink ink =
        dummy || !interval.bounded() || interval.contains(1)
            ? Ink.UNDECIDED
            : effect.factor() > 1 ? Ink.INFERIOR : Ink.SUPERIOR;
    return new Row(
        label,
        false,
        factor,
        "",
        ink,
        26,
        label + ": " + factor,
        line -> {
          double y = line + 13;
          double end = scale.at(effect.factor());
          svg.line(scale.at(1), y, end, y, Stroke.of(ink, dummy ? 4 : 12));
          interval(svg, interval, scale::at, y, Ink.TEXT, scale.low);
        });
  }

  /** What clients wait for: a bar for each side, of its parts in order. */
  static Svg parts(String heading, List<Side> sides) {
    Svg svg = new Svg("Where the time goes. " + heading);
    double top = 0;
    if (!heading.isEmpty()) {
      svg.text(0, 13, heading, Lettering.LABEL.strong());
      top = 22;
    }
    top =
        svg.legend(Part.OF_CLIENT.stream().map(Part::words).toList(), List.of(0, 1, 2, 3, 4), top);
    double longest =
        sides.stream()
            .mapToDouble(side ->
                Part.OF_CLIENT.stream().mapToDouble(side::of).filter(took -> took > 0).sum())
            .max()
            .orElse(1);
    Axis scale = Axis.linear(0, longest, 8, WIDTH - 8, 5);
    double bottom = top + 40 * sides.size();
    ticks(svg, scale, top, bottom, Numbers::timeTick, 0);
    for (Side side : sides) {
      stacked(svg, side, top, scale);
      top += 40;
    }
    return svg.finish(bottom + 20);
  }

  private static void stacked(Svg svg, Side side, double top, Axis scale) {
    String whole = Numbers.time(side.of(Part.CLIENT));
    Lettering number = Lettering.LABEL.at(Anchor.END);
    clear(svg, top + 9);
    svg.text(
        0,
        top + 14,
        Lettering.LABEL.fit(side.subject(), WIDTH - number.widthOf(whole) - 12),
        Lettering.LABEL);
    svg.text(WIDTH, top + 14, whole, number);
    double end = 0;
    for (Part part : Part.OF_CLIENT) {
      Ink ink = Ink.of(Part.OF_CLIENT.indexOf(part));
      double took = side.of(part);
      if (took > 0) {
        double from = scale.at(end);
        end += took;
        double to = scale.at(end);
        svg.titled(
            side.subject() + ", " + part.words() + ": " + side.shown(part),
            () -> svg.line(from, top + 27, to, top + 27, Stroke.of(ink, 12)));
      }
    }
  }

  private static double speedUp(double reduction) {
    return 1 / Math.max(1e-9, 1 - reduction);
  }

  /**
   * Reductions on a line where that is readable; else by speed-up, so that ten times faster and ten
   * times slower lie equally far from no difference. An interval that reaches many times farther
   * down than any estimate is cut: drawn whole it would leave no room for what is known.
   */
  private static Axis reductions(List<ForestRow> rows, double threshold) {
    double slowest = Math.min(0, threshold);
    double high = Math.max(0, threshold);
    for (ForestRow row : rows) {
      double delta = row.row.delta();
      slowest = Math.min(slowest, Double.isFinite(delta) ? delta : 0);
      Interval interval = row.row.interval();
      double upper = interval.bounded() ? Math.max(delta, interval.upper()) : delta;
      high = Double.isFinite(upper) ? Math.max(high, Math.min(upper, 1 - 1e-9)) : high;
    }
    double limit = 1 - (1 - slowest) * 4;
    double low = slowest;
    for (ForestRow row : rows) {
      Interval interval = row.row.interval();
      low = interval.bounded() ? Math.min(low, Math.max(limit, interval.lower())) : low;
    }
    return low >= -1.5 && high <= 0.99
        ? Axis.linear(low, high, 8, WIDTH - 8, 5)
        : Axis.logarithmic(speedUp(low) / 1.2, speedUp(high) * 1.2, 8, WIDTH - 8);
  }

  /** The lines of a grid with their labels below; one of them may be an axis. */
  private static void ticks(
      Svg svg, Axis scale, double top, double bottom, DoubleFunction<String> label, double axis) {
    double last = Double.NEGATIVE_INFINITY;
    for (double tick : scale.ticks()) {
      Stroke stroke = Math.abs(tick - axis) < 1e-9 ? Stroke.AXIS : Stroke.GRID;
      svg.line(scale.at(tick), top, scale.at(tick), bottom, stroke);
      last = tick(svg, scale.at(tick), bottom + 15, label.apply(tick), last);
    }
  }

  /** Draws the label of a tick unless the last one is in the way; answers where it ends. */
  private static double tick(Svg svg, double x, double y, String label, double last) {
    double half = Lettering.SMALL.widthOf(label) / 2;
    double middle = Math.max(half, Math.min(WIDTH - half, x));
    if (middle - half < last + 8) {
      return last;
    }
    svg.text(middle, y, label, Lettering.SMALL.at(Anchor.MIDDLE));
    return middle + half;
  }

  /** A row of a strip plot: a subject, which has a colour, and what was measured of it. */
  record StripRow(String label, int series, Score score) {
    /** The observations, and the level: a percentile of operations lies far from their means. */
    private DoubleStream values() {
      return DoubleStream.concat(
          DoubleStream.of(score.observations().values()), DoubleStream.of(score.level()));
    }

    private Row drawn(Svg svg, Axis scale, DoubleFunction<String> shown) {
      List<double[]> forks = List.of(score.observations().byFork());
      double lane = Math.max(3, Math.min(9, 60.0 / forks.size()));
      Ink ink = Ink.of(series);
      String level = shown.apply(score.level());
      return new Row(
          label,
          false,
          level,
          "",
          ink,
          16 + lane * forks.size(),
          label + ": " + level + ", " + shown(score.interval(), shown),
          line -> {
            double y = line + 5;
            for (int fork = 0; fork < forks.size(); fork++) {
              double[] values = forks.get(fork);
              List<Point> dots = new ArrayList<>();
              for (int i = 0; i < values.length; i++) {
                double down = (fork + (i + 0.5) / values.length * 0.8) * lane;
                dots.add(new Point(scale.at(values[i]), y + down));
              }
              svg.titled(
                  label + ", fork " + (fork + 1),
                  () -> svg.dots(dots, dots.size() > 50 ? 1.4 : 2.3, ink));
            }
            double below = y + forks.size() * lane + 3;
            interval(svg, score.interval(), scale::at, below, Ink.TEXT, scale.low);
            Point point = new Point(scale.at(score.level()), below);
            svg.marker(Marker.DIAMOND, point, 4, Ink.TEXT, false);
          });
    }
  }

  /** Every observation as a dot, fork below fork in the order of the run, and the level below. */
  static Svg strips(
      String heading,
      DoubleFunction<String> ticks,
      DoubleFunction<String> shown,
      List<StripRow> rows) {
    Svg svg = new Svg("Every observation. " + heading);
    double[] shownValues = rows.stream().flatMapToDouble(StripRow::values).toArray();
    Axis scale = around(shownValues, 10, WIDTH - 10, 5);
    List<Row> drawn = rows.stream().map(row -> row.drawn(svg, scale, shown)).toList();
    double top = heading.isEmpty() ? 0 : 22;
    if (!heading.isEmpty()) {
      svg.text(0, 13, heading, Lettering.LABEL.strong());
    }
    double bottom = bottom(top, drawn);
    ticks(svg, scale, top, bottom, ticks, Double.NaN);
    draw(svg, top, drawn);
    return svg.finish(bottom + 20);
  }

  private static Axis around(double[] values, double from, double to, int intervals) {
    double smallest = DoubleStream.of(values).min().orElse(0);
    double largest = DoubleStream.of(values).max().orElse(1);
    return Axis.around(smallest, largest, from, to, intervals);
  }

  /** A named place on an axis. */
  record Stop(double value, String label) {}

  /**
   * The axis along lines.
   *
   * @param stops the places it names; empty for round numbers
   */
  record Across(String label, List<Stop> stops, boolean log, double low, double high) {
    private Axis scale(double from, double to) {
      double end = high > low ? high : low + 1;
      if (log && low > 0) {
        return Axis.logarithmic(low, end, from, to);
      }
      List<Double> ticks =
          Axis.linear(low, end, from, to, 5).ticks().stream()
              .filter(tick -> tick >= low && tick <= end)
              .toList();
      return new Axis(low, end, from, to, false, ticks);
    }

    private List<Stop> named(Axis scale) {
      return stops.isEmpty()
          ? scale.ticks().stream().map(tick -> new Stop(tick, Numbers.compact(tick))).toList()
          : stops;
    }
  }

  /** A line whose points are data; several may be of one series. */
  record Line(String label, int series, List<Point> points) {}

  /**
   * Lines over an axis.
   *
   * @param heading what is shown, with the unit
   * @param lines in the order of the legend
   * @param reference a dashed line to compare with; may be empty
   */
  static Svg lines(
      String heading,
      DoubleFunction<String> shown,
      Across across,
      List<Line> lines,
      List<Point> reference) {
    Svg svg = new Svg(heading + " over " + across.label);
    svg.text(0, 13, heading, Lettering.LABEL.strong());
    Map<String, Integer> names = new LinkedHashMap<>();
    lines.forEach(line -> names.putIfAbsent(line.label, line.series));
    double ceiling =
        names.size() < 2
            ? 24
            : svg.legend(List.copyOf(names.keySet()), List.copyOf(names.values()), 20);
    double floor = ceiling + 180;
    double[] values =
        lines.stream().flatMap(l -> l.points.stream()).mapToDouble(Point::y).toArray();
    Axis up = around(values, floor, ceiling + 4, 4);
    double left =
        12
            + up.ticks().stream()
                .mapToDouble(tick -> Lettering.SMALL.widthOf(shown.apply(tick)))
                .max()
                .orElse(40);
    for (double tick : up.ticks()) {
      svg.line(left, up.at(tick), WIDTH, up.at(tick), Stroke.GRID);
      svg.text(left - 6, up.at(tick) + 4, shown.apply(tick), Lettering.SMALL.at(Anchor.END));
    }
    Axis along = across.scale(left + 8, WIDTH - 12);
    double last = Double.NEGATIVE_INFINITY;
    for (Stop stop : across.named(along)) {
      svg.line(along.at(stop.value), floor, along.at(stop.value), floor + 4, Stroke.AXIS);
      last = tick(svg, along.at(stop.value), floor + 17, stop.label, last);
    }
    svg.text((left + WIDTH) / 2, floor + 34, across.label, Lettering.SMALL.at(Anchor.MIDDLE));
    svg.polyline(places(reference, along, up), new Stroke(Ink.MUTED, 1.4, true));
    for (Line line : lines) {
      List<Point> places = places(line.points, along, up);
      Ink ink = Ink.of(line.series);
      svg.polyline(places, Stroke.of(ink, places.size() > MANY_POINTS ? 1.3 : 1.7));
      for (int i = 0; i < places.size() && places.size() <= MANY_POINTS; i++) {
        Point place = places.get(i);
        String tooltip = line.label + ": " + shown.apply(line.points.get(i).y());
        svg.titled(
            tooltip,
            () ->
                svg.marker(
                    Marker.series(line.series), place, places.size() > 12 ? 2.4 : 3.6, ink, false));
      }
    }
    return svg.finish(floor + 40);
  }

  private static List<Point> places(List<Point> data, Axis along, Axis up) {
    return data.stream().map(d -> new Point(along.at(d.x()), up.at(d.y()))).toList();
  }

  /**
   * Takes values to places along one direction of a drawing: equal differences, or equal ratios of
   * a logarithmic scale, are equal lengths.
   *
   * @param low smallest value, above 0 of a logarithmic scale
   */
  record Axis(double low, double high, double from, double to, boolean log, List<Double> ticks) {
    /** Values that spread so far are shown by their ratios. */
    private static final double FAR = 4;

    private static final String[][] DIGITS = {
      {"1"}, {"1", "3"}, {"1", "2", "5"}, {"1", "1.5", "2", "3", "4", "5", "7"}
    };

    /** The place of a value; values beyond an end are put at the end. */
    double at(double value) {
      double inside = Math.max(low, Math.min(high, value));
      double share =
          log ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
      return from + share * (to - from);
    }

    /** A scale of equal differences between round ends. */
    static Axis linear(double smallest, double largest, double from, double to, int intervals) {
      double span = largest - smallest;
      double room = span > 0 ? span : Math.max(Math.abs(largest), 1e-12);
      double step = niceStep(room / intervals);
      double low = Math.floor(smallest / step + 1e-9) * step;
      double high = Math.max(low + step, Math.ceil(largest / step - 1e-9) * step);
      List<Double> ticks = new ArrayList<>();
      BigDecimal exact = BigDecimal.valueOf(step);
      for (long i = Math.round(low / step); i <= Math.round(high / step); i++) {
        ticks.add(exact.multiply(BigDecimal.valueOf(i)).doubleValue());
      }
      return new Axis(low, high, from, to, false, ticks);
    }

    /** A scale of equal ratios whose ends are the given ones. */
    static Axis logarithmic(double low, double high, double from, double to) {
      List<Double> ticks = List.of();
      for (String[] digits : DIGITS) {
        ticks = multiples(digits, low, high);
        if (ticks.size() > 2) {
          int every = digits.length == 1 ? (ticks.size() + 4) / 5 : 1;
          List<Double> all = ticks;
          ticks = all.stream().filter(tick -> all.indexOf(tick) % every == 0).toList();
          break;
        }
      }
      return new Axis(low, high, from, to, true, ticks);
    }

    /** A scale with room around values: of ratios where they spread far, else from zero. */
    static Axis around(double smallest, double largest, double from, double to, int intervals) {
      if (smallest > 0 && largest / smallest >= FAR) {
        return logarithmic(smallest * 0.85, largest * 1.18, from, to);
      }
      return linear(Math.min(0, smallest), Math.max(0, largest), from, to, intervals);
    }

    private static List<Double> multiples(String[] digits, double low, double high) {
      List<Double> ticks = new ArrayList<>();
      int last = (int) Math.ceil(Math.log10(high));
      for (int power = (int) Math.floor(Math.log10(low)); power <= last; power++) {
        for (String digit : digits) {
          double tick = Double.parseDouble(digit + "e" + power);
          if (tick >= low && tick <= high) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }

    private static double niceStep(double rough) {
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double digits = rough / power;
      double nice = digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10;
      return BigDecimal.valueOf(nice * power).round(new MathContext(3)).doubleValue();
    }
  }
}
