package org.docduel.stats.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.ranking.ExplainTables.Side;
import org.docduel.stats.ranking.SwitchEffects;
import org.docduel.stats.ranking.SwitchEffects.Factor;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Anchor;
import org.docduel.stats.report.Svg.Ink;
import org.docduel.stats.report.Svg.Marker;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.report.Svg.TextStyle;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Switch;

/** The pictures of a report: rows of marks over one scale, and lines over two. */
final class Charts {
  private static final double WIDTH = Svg.WIDTH;
  private static final double SIDE = 8;
  private static final int MANY_POINTS = 40;

  private Charts() {}

  /** A named place on an axis. */
  record Tick(double value, String label) {}

  /**
   * Values along one direction of a drawing: equal differences, or equal ratios of a logarithmic
   * one, are equal lengths.
   *
   * @param low smallest value, above 0 of a logarithmic axis
   */
  record Axis(double low, double high, boolean log, List<Tick> ticks) {
    /** Values that spread so far are shown by their ratios. */
    private static final double WIDE_RATIO = 4;

    private static final double[][] DIGITS = {{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 7}};

    /** How far from the low end a value lies, 0 to 1; values beyond an end are put at it. */
    double share(double value) {
      double inside = Math.max(low, Math.min(high, value));
      return log ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
    }

    /** Equal ratios between these ends, with round numbers between them. */
    static Axis ratios(double low, double high, DoubleFunction<String> label) {
      double end = high > low ? high : 2 * low;
      return new Axis(low, end, true, createTicks(roundRatios(low, end), label));
    }

    /** Equal differences between round ends. */
    static Axis linear(double smallest, double largest, int parts, DoubleFunction<String> label) {
      double span = largest - smallest;
      double step = step((span > 0 ? span : Math.max(Math.abs(largest), 1e-12)) / parts);
      double low = Math.floor(smallest / step + 1e-9) * step;
      double high = Math.max(low + step, Math.ceil(largest / step - 1e-9) * step);
      List<Double> ticks = new ArrayList<>();
      BigDecimal exact = BigDecimal.valueOf(step);
      for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
        ticks.add(exact.multiply(BigDecimal.valueOf(i)).doubleValue());
      }
      return new Axis(low, high, false, createTicks(ticks, label));
    }

    /** With room around values: by ratios where they spread far, else from zero. */
    static Axis around(DoubleStream values, int parts, DoubleFunction<String> label) {
      double[] sorted = values.sorted().toArray();
      double smallest = sorted.length == 0 ? 0 : sorted[0];
      double largest = sorted.length == 0 ? 1 : sorted[sorted.length - 1];
      return smallest > 0 && largest / smallest >= WIDE_RATIO
          ? ratios(smallest * 0.85, largest * 1.18, label)
          : linear(Math.min(0, smallest), Math.max(0, largest), parts, label);
    }

    private static List<Tick> createTicks(List<Double> values, DoubleFunction<String> label) {
      return values.stream().map(value -> new Tick(value, label.apply(value))).toList();
    }

    /** At least three round numbers if there are; of more than eight at most five. */
    private static List<Double> roundRatios(double low, double high) {
      List<Double> ratios = new ArrayList<>();
      for (double[] digits : DIGITS) {
        ratios.clear();
        for (int power = (int) Math.floor(Math.log10(low)); Math.pow(10, power) <= high; power++) {
          for (double digit : digits) {
            ratios.add(Double.parseDouble(digit + "e" + power));
          }
        }
        ratios.removeIf(tick -> tick < low || tick > high);
        if (ratios.size() > 2) {
          break;
        }
      }
      int every = ratios.size() > 8 ? (ratios.size() + 4) / 5 : 1;
      return IntStream.range(0, ratios.size())
          .filter(i -> i % every == 0)
          .mapToObj(ratios::get)
          .toList();
    }

    private static double step(double rough) {
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double digits = rough / power;
      double nice = digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10;
      return BigDecimal.valueOf(nice * power).round(new MathContext(3)).doubleValue();
    }
  }

  /** Rows below each other: the words of each, and marks below them over one scale. */
  private static final class Rows {
    private final Svg svg;
    private final Axis scale;
    private final double origin;
    private double y;

    Rows(Svg svg, double top, Axis scale, double origin) {
      this.svg = svg;
      this.y = top;
      this.scale = scale;
      this.origin = origin;
    }

    double at(double value) {
      return SIDE + scale.share(value) * (WIDTH - 2 * SIDE);
    }

    /**
     * Begins a row with its words; a label that is too long to stand beside them has its own lines.
     *
     * @param number of the row, and a word about it in its colour, which may be empty
     * @param marksHeight that the marks take
     * @return where they begin
     */
    double row(
        TextStyle label, String name, String number, String remark, Ink ink, double marksHeight) {
      TextStyle strong = TextStyle.STRONG.in(ink).at(Anchor.END);
      double end = WIDTH - (remark.isEmpty() ? 0 : strong.widthOf(remark) + 10);
      String last = "";
      for (String line : label.lines(Html.shortened(name), WIDTH - SIDE)) {
        svg.text(0, y + 14, line, label);
        y += 16;
        last = line;
      }
      y += label.widthOf(last) > end - label.widthOf(number) - 20 ? 14 : -2;
      svg.text(end, y, number, label.at(Anchor.END));
      svg.text(WIDTH, y, remark, strong);
      double top = y + 4;
      y += marksHeight;
      for (Tick tick : scale.ticks) {
        boolean axis = Math.abs(tick.value - origin) < 1e-9;
        svg.line(at(tick.value), top, at(tick.value), y, axis ? Ink.AXIS : Ink.GRID, 1);
      }
      return top - 4;
    }

    /** An interval where there is one; without a mark at its start where that is off the scale. */
    void interval(Interval of, double middle, Ink ink) {
      if (of.bounded()) {
        double from = at(of.lower());
        double to = at(of.upper());
        svg.line(from, middle, to, middle, ink, 2);
        svg.line(to, middle - 4, to, middle + 4, ink, 1.6);
        if (of.lower() >= scale.low) {
          svg.line(from, middle - 4, from, middle + 4, ink, 1.6);
        }
      }
    }

    /** Ends the rows with the scale, and with what lies on both sides of its origin. */
    Svg end(String above, String below) {
      ticks(svg, scale.ticks, y + 15, this::at);
      if (!above.isEmpty()) {
        double start = Math.min(at(origin), WIDTH - 10 - TextStyle.SMALL.widthOf(above)) + 4;
        svg.text(start, y + 33, above, TextStyle.SMALL);
        if (start > 8 + TextStyle.SMALL.widthOf(below)) {
          svg.text(start - 8, y + 33, below, TextStyle.SMALL.at(Anchor.END));
        }
      }
      return svg.finish(y + (above.isEmpty() ? 20 : 40));
    }
  }

  /** The labels of ticks, without those that would run into the one before. */
  private static void ticks(Svg svg, List<Tick> ticks, double y, DoubleUnaryOperator place) {
    double last = Double.NEGATIVE_INFINITY;
    for (Tick tick : ticks) {
      double half = TextStyle.SMALL.widthOf(tick.label) / 2;
      double middle = Math.max(half, Math.min(WIDTH - half, place.applyAsDouble(tick.value)));
      if (middle - half >= last + 8) {
        svg.text(middle, y, tick.label, TextStyle.SMALL.at(Anchor.MIDDLE));
        last = middle + half;
      }
    }
  }

  /** Draws the heading of one of several panels, whole; answers where the rest begins. */
  private static double headed(Svg svg, String heading) {
    if (heading.isEmpty()) {
      return 0;
    }
    double y = -3;
    for (String line : TextStyle.STRONG.lines(Html.shortened(heading), WIDTH - 2 * SIDE)) {
      y += 16;
      svg.text(0, y, line, TextStyle.STRONG);
    }
    return y + 9;
  }

  /** A row of a forest plot: what is compared, its verdict, and whether it sums up the others. */
  record ForestRow(String label, Superiority row, boolean overall) {}

  /** Time reductions with their intervals, one row each, against the threshold asked for. */
  static Svg forest(String title, double threshold, List<ForestRow> rows) {
    Svg svg = new Svg(title);
    Axis scale = reductions(rows, threshold);
    DoubleUnaryOperator on = scale.log ? Charts::speedUp : delta -> delta;
    double wanted = on.applyAsDouble(threshold);
    Rows drawn = new Rows(svg, 34, scale, on.applyAsDouble(0));
    TextStyle threshold1 = new TextStyle(11.5, Ink.TEXT, Anchor.MIDDLE, true);
    svg.text(drawn.at(wanted), 22, "Δ = " + Numbers.roundPercent(threshold), threshold1);
    for (ForestRow each : rows) {
      Superiority row = each.row;
      Ink ink = Ink.valueOf(VerdictTables.tone(row.verdict()).name());
      TextStyle label = each.overall ? TextStyle.STRONG : TextStyle.LABEL;
      String number = Numbers.reductionOf(row.quantity()).apply(row.delta());
      double y = drawn.row(label, each.label, number, VerdictTables.label(row, threshold), ink, 28);
      List<Point> line =
          List.of(new Point(drawn.at(wanted), y + 4), new Point(drawn.at(wanted), y + 28));
      svg.polyline(line, Ink.TEXT, 1.4, true);
      Interval interval = row.interval();
      drawn.interval(
          new Interval(on.applyAsDouble(interval.lower()), on.applyAsDouble(interval.upper()), 0),
          y + 14,
          ink);
      Point point = new Point(drawn.at(on.applyAsDouble(row.delta())), y + 14);
      Marker marker = each.overall ? Marker.DIAMOND : Marker.CIRCLE;
      svg.marker(marker, point, 5, ink, ink == Ink.UNDECIDED);
    }
    boolean other = rows.get(0).row.quantity().kind() == Quantity.Kind.OTHER;
    return drawn.end(other ? "better →" : "takes less →", other ? "← worse" : "← takes more");
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
      double delta = Double.isFinite(row.row.delta()) ? row.row.delta() : 0;
      double upper = row.row.interval().bounded() ? row.row.interval().upper() : delta;
      slowest = Math.min(slowest, delta);
      high = Math.max(high, Math.min(Math.max(delta, upper), 1 - 1e-9));
    }
    double low = slowest;
    for (ForestRow row : rows) {
      double lower = row.row.interval().bounded() ? row.row.interval().lower() : 0;
      low = Math.min(low, Math.max(1 - (1 - slowest) * 4, lower));
    }
    DoubleFunction<String> reduction = Numbers.reductionOf(rows.get(0).row.quantity());
    DoubleFunction<String> label =
        delta ->
            delta <= -1
                ? reduction.apply(delta)
                : Numbers.roundPercent(Math.rint(1000 * delta) / 1000);
    return low >= -1.5 && high <= 0.99
        ? Axis.linear(low, high, 5, label)
        : Axis.ratios(speedUp(low) / 1.2, speedUp(high) * 1.2, ratio -> label.apply(1 - 1 / ratio));
  }

  /**
   * A bar of a chart.
   *
   * @param series that gives it its colour
   * @param interval of the level; unbounded where there is none
   * @param numbers in words
   * @param faint whether no difference to the first bar is shown
   */
  record Bar(
      String label, int series, double level, Interval interval, String numbers, boolean faint) {}

  /** Levels from zero with their intervals, a bar each, the best first. */
  static Svg bars(String heading, DoubleFunction<String> format, List<Bar> bars) {
    Svg svg = new Svg(heading.isEmpty() ? "Levels" : "Levels. " + heading);
    double longest = bars.stream().mapToDouble(Bar::level).max().orElse(1);
    // An interval that reaches far beyond all levels is cut.
    double end =
        bars.stream()
            .map(Bar::interval)
            .filter(Interval::bounded)
            .mapToDouble(Interval::upper)
            .map(upper -> Math.min(upper, 1.5 * longest))
            .reduce(longest, Math::max);
    Rows drawn = new Rows(svg, headed(svg, heading), Axis.linear(0, end, 5, format), 0);
    for (Bar bar : bars) {
      TextStyle label = bar.faint ? TextStyle.LABEL : TextStyle.STRONG;
      double y = drawn.row(label, bar.label, bar.numbers, "", Ink.TEXT, 26) + 13;
      svg.bar(drawn.at(0), drawn.at(bar.level), y, 12, Ink.of(bar.series), bar.faint);
      Interval interval = bar.interval;
      drawn.interval(
          new Interval(Math.max(0, interval.lower()), interval.upper(), interval.confidence()),
          y,
          Ink.TEXT);
    }
    return drawn.end("", "");
  }

  /** How switches change a ratio, as bars from no change, the largest first and the dummy last. */
  static Svg tornado(SwitchEffects pair) {
    Svg svg = new Svg("Factors by which switches change the ratio of " + pair.pair());
    DoubleStream.Builder ends = DoubleStream.builder().add(1);
    for (Factor effect : pair.effects()) {
      // An interval that reaches many times farther than its factor is cut.
      ends.add(effect.factor())
          .add(Math.max(effect.interval().lower(), effect.factor() / 10))
          .add(Math.min(effect.interval().upper(), effect.factor() * 10));
    }
    double[] values = ends.build().filter(Double::isFinite).sorted().toArray();
    Axis scale =
        Axis.ratios(
            values[0] / 1.1, values[values.length - 1] * 1.1, tick -> "x" + Numbers.tick(tick));
    Rows drawn = new Rows(svg, 8, scale, 1);
    Interval noise = pair.dummy().interval();
    for (Factor effect : pair.effects()) {
      Switch what = effect.what();
      boolean dummy = effect.equals(pair.dummy());
      String label = what.parameter() + (dummy ? "" : " " + what.off() + " → " + what.on());
      double y = drawn.row(TextStyle.LABEL, label, effect.toString(), "", Ink.TEXT, 26) + 13;
      if (noise.bounded()) {
        svg.line(drawn.at(noise.lower()), y + 2, drawn.at(noise.upper()), y + 2, Ink.GRID, 22);
      }
      boolean open = dummy || effect.isOpen();
      Ink ink = open ? Ink.UNDECIDED : effect.factor() > 1 ? Ink.INFERIOR : Ink.SUPERIOR;
      svg.line(drawn.at(1), y, drawn.at(effect.factor()), y, ink, dummy ? 4 : 12);
      drawn.interval(effect.interval(), y, Ink.TEXT);
    }
    return drawn.end(pair.candidate() + " slower →", "");
  }

  /** What clients wait for: a bar for each side, of its parts in order. */
  static Svg parts(String heading, List<Side> sides) {
    Svg svg = new Svg("Where the time goes. " + heading);
    List<String> parts = List.copyOf(ExplainTables.PARTS.keySet());
    Map<String, Integer> names = new LinkedHashMap<>();
    ExplainTables.PARTS.values().forEach(label -> names.put(label, names.size()));
    double top = svg.legend(names, headed(svg, heading));
    ToDoubleFunction<Side> length =
        side -> parts.stream().mapToDouble(side::of).filter(took -> took > 0).sum();
    double longest = sides.stream().mapToDouble(length).max().orElse(1);
    Rows drawn = new Rows(svg, top, Axis.linear(0, longest, 5, Numbers::timeTick), 0);
    for (Side side : sides) {
      String total = Numbers.time(side.of(ExplainTables.CLIENT));
      double y = drawn.row(TextStyle.LABEL, side.subject(), total, "", Ink.TEXT, 26) + 13;
      double end = 0;
      for (String part : parts) {
        double took = side.of(part);
        if (took > 0) {
          svg.line(drawn.at(end), y, drawn.at(end + took), y, Ink.of(parts.indexOf(part)), 12);
          end += took;
        }
      }
    }
    return drawn.end("", "");
  }

  /** Every observation as a dot, fork below fork in the order of the run, and the level below. */
  static Svg strips(Study study, Study.Group group) {
    Svg svg = new Svg("Every observation. " + group.label());
    // A percentile of operations lies far from the means of iterations.
    DoubleStream values =
        group.scores().stream()
            .flatMapToDouble(score ->
                DoubleStream.concat(
                    DoubleStream.of(score.observations().values()),
                    DoubleStream.of(score.level())));
    double top = headed(svg, group.label());
    Rows drawn =
        new Rows(svg, top, Axis.around(values, 5, Numbers.onAxis(study.quantity())), Double.NaN);
    for (Score score : group.scores()) {
      double[][] forks = score.observations().byFork();
      double lane = Math.max(3, Math.min(9, 60.0 / forks.length));
      Ink ink = Ink.of(study.series(score));
      String level = Numbers.of(score.level(), score.quantity());
      double marksHeight = 16 + lane * forks.length;
      double y = drawn.row(TextStyle.LABEL, study.subject(score), level, "", ink, marksHeight) + 5;
      for (int fork = 0; fork < forks.length; fork++) {
        List<Point> dots = new ArrayList<>();
        for (int i = 0; i < forks[fork].length; i++) {
          double down = (fork + (i + 0.5) / forks[fork].length * 0.8) * lane;
          dots.add(new Point(drawn.at(forks[fork][i]), y + down));
        }
        svg.dots(dots, dots.size() > 50 ? 1.4 : 2.3, ink);
      }
      double below = y + forks.length * lane + 3;
      drawn.interval(score.interval(), below, Ink.TEXT);
      svg.marker(Marker.DIAMOND, new Point(drawn.at(score.level()), below), 4, Ink.TEXT, false);
    }
    return drawn.end("", "");
  }

  /**
   * A line whose points are data; several may be of one series.
   *
   * @param intervals of the points, drawn where bounded; may be none at all
   * @param marks places that are marked by a hollow diamond, such as a knee
   * @param limits places that are marked by a hollow square, such as a highest rate
   */
  record Line(
      String label,
      int series,
      List<Point> points,
      List<Interval> intervals,
      List<Point> marks,
      List<Point> limits) {
    Line(String label, int series, List<Point> points) {
      this(label, series, points, List.of(), List.of(), List.of());
    }
  }

  /**
   * Lines over an axis.
   *
   * @param heading what is shown, with the unit
   * @param xLabel what lies along the axis
   * @param lines in the order of the legend
   * @param reference a dashed line to compare with; may be empty
   */
  static Svg lines(
      String heading,
      DoubleFunction<String> format,
      String xLabel,
      Axis along,
      List<Line> lines,
      List<Point> reference) {
    DoubleStream values =
        DoubleStream.concat(
            lines.stream()
                .flatMap(line -> Stream.concat(line.points.stream(), line.limits.stream()))
                .mapToDouble(Point::y),
            lines.stream()
                .flatMap(line -> line.intervals.stream())
                .filter(Interval::bounded)
                .flatMapToDouble(each -> DoubleStream.of(Math.max(0, each.lower()), each.upper())));
    Axis up = Axis.around(values, 4, format);
    return lines(heading, xLabel, along, up, lines, new Backdrop(reference));
  }

  /**
   * What lies behind lines.
   *
   * @param reference a dashed line to compare with
   * @param shadedUntil the place on the axis along up to which they do not count
   * @param dashed places that a dashed upright marks
   * @param solid places that a solid one marks
   */
  record Backdrop(
      List<Point> reference, double shadedUntil, List<Double> dashed, List<Double> solid) {
    private Backdrop(List<Point> reference) {
      this(reference, Double.NEGATIVE_INFINITY, List.of(), List.of());
    }

    Backdrop(double shadedUntil, List<Double> dashed, List<Double> solid) {
      this(List.of(), shadedUntil, dashed, solid);
    }
  }

  /** Lines over an axis, with an axis upwards that other figures may have too. */
  static Svg lines(
      String heading, String xLabel, Axis along, Axis up, List<Line> lines, Backdrop behind) {
    Svg svg = new Svg(heading + " over " + xLabel);
    Map<String, Integer> names = new LinkedHashMap<>();
    lines.forEach(line -> names.putIfAbsent(line.label, line.series));
    double top = headed(svg, heading);
    double ceiling = names.size() < 2 ? top + 6 : svg.legend(names, top - 2) + 4;
    double floor = ceiling + 176;
    double plotLeft =
        12 + up.ticks.stream().mapToDouble(t -> TextStyle.SMALL.widthOf(t.label)).max().orElse(40);
    DoubleUnaryOperator x = value -> plotLeft + 8 + along.share(value) * (WIDTH - plotLeft - 20);
    DoubleUnaryOperator y = value -> floor - up.share(value) * (floor - ceiling);
    double shadedEnd = x.applyAsDouble(behind.shadedUntil);
    if (behind.shadedUntil > along.low) {
      double middle = (floor + ceiling) / 2;
      svg.bar(x.applyAsDouble(along.low), shadedEnd, middle, floor - ceiling, Ink.BAND, false);
    }
    for (double mark : behind.solid) {
      svg.line(x.applyAsDouble(mark), ceiling, x.applyAsDouble(mark), floor, Ink.AXIS, 0.8);
    }
    for (double mark : behind.dashed) {
      double place = x.applyAsDouble(mark);
      svg.polyline(
          List.of(new Point(place, ceiling), new Point(place, floor)), Ink.AXIS, 0.8, true);
    }
    for (Tick tick : up.ticks) {
      double height = y.applyAsDouble(tick.value);
      svg.line(plotLeft, height, WIDTH, height, Ink.GRID, 1);
      svg.text(plotLeft - 6, height + 4, tick.label, TextStyle.SMALL.at(Anchor.END));
    }
    for (Tick tick : along.ticks) {
      double place = x.applyAsDouble(tick.value);
      svg.line(place, floor, place, floor + 4, Ink.AXIS, 1);
    }
    ticks(svg, along.ticks, floor + 17, x);
    svg.text((plotLeft + WIDTH) / 2, floor + 34, xLabel, TextStyle.SMALL.at(Anchor.MIDDLE));
    svg.polyline(places(behind.reference, x, y), Ink.MUTED, 1.4, true);
    for (Line line : lines) {
      List<Point> places = places(line.points, x, y);
      Ink ink = Ink.of(line.series);
      svg.polyline(places, ink, places.size() > MANY_POINTS ? 1.3 : 1.7, false);
      for (int i = 0; i < line.intervals.size(); i++) {
        Interval interval = line.intervals.get(i);
        if (interval.bounded()) {
          double place = places.get(i).x();
          double from = y.applyAsDouble(interval.lower());
          svg.line(place, from, place, y.applyAsDouble(interval.upper()), ink, 1.2);
        }
      }
      places(line.marks, x, y).forEach(place -> svg.marker(Marker.DIAMOND, place, 6, ink, true));
      places(line.limits, x, y).forEach(place -> svg.marker(Marker.SQUARE, place, 6, ink, true));
      if (places.size() <= MANY_POINTS) {
        double radius = places.size() > 12 ? 2.4 : 3.6;
        places.forEach(place -> svg.marker(Marker.series(line.series), place, radius, ink, false));
      }
    }
    return svg.finish(floor + 40);
  }

  private static List<Point> places(
      List<Point> data, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    return data.stream()
        .map(point -> new Point(x.applyAsDouble(point.x()), y.applyAsDouble(point.y())))
        .toList();
  }
}
