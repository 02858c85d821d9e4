package org.docduel.stats.report.published;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.report.chart.LinePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.SizeLadder;
import org.docduel.stats.report.model.SpeedUp;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.Figures;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.select.ResultFields;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;

/** Draws published figures with our ratios beside the published ones. */
public final class PublishedFigures {
  private static final double PLOT = 220;

  private final PublishedFigure figure;
  private final List<SelectedResult> results;
  private final List<String> places;
  private final Optional<SizeLadder> ladder;

  private PublishedFigures(PublishedFigure figure, List<SelectedResult> results) {
    this.figure = figure;
    this.results = results;
    this.places = results.stream().map(result -> result.field(figure.along())).distinct().toList();
    this.ladder = SizeLadder.of(figure.along(), places);
  }

  /**
   * The figures for which there are results.
   *
   * @param all every result
   * @param figures draws them
   */
  public static List<Block> of(List<JmhResult> all, Figures figures) {
    List<Block> blocks = new ArrayList<>();
    for (PublishedFigure figure : PublishedFigure.shipped()) {
      List<JmhResult> matching =
          all.stream().filter(result -> figure.where().matches(ResultFields.of(result))).toList();
      if (!matching.isEmpty()) {
        usable(figure, matching)
            .map(results -> new PublishedFigures(figure, results))
            .flatMap(drawn -> drawn.block(figures))
            .ifPresent(blocks::add);
      }
    }
    return blocks;
  }

  private static Optional<List<SelectedResult>> usable(
      PublishedFigure figure, List<JmhResult> matching) {
    try {
      return Optional.of(
          Selection.withDefaults().withMetric(figure.metric()).usable(matching).results());
    } catch (BadInputException e) {
      return Optional.empty();
    }
  }

  /**
   * A ratio of ours, or a published one.
   *
   * @param line whose it is
   * @param value along the axis
   * @param ours absent for a published one
   * @param published NaN for one of ours where nothing was published
   */
  private record Ratio(String line, String value, Optional<SpeedUp> ours, double published) {}

  private Optional<Block> block(Figures figures) {
    Map<String, List<Ratio>> lines = ours();
    boolean split = results.stream().map(this::split).distinct().count() > 1;
    if (lines.isEmpty() || places.size() < 2 || (!figure.lines().isEmpty() && !split)) {
      return Optional.empty();
    }
    List<LinePanels.SeriesLine> drawn = new ArrayList<>();
    // The baseline keeps its colour for the figures of times.
    int series = 1;
    for (Map.Entry<String, List<Ratio>> line : lines.entrySet()) {
      List<Point> points = new ArrayList<>();
      for (Ratio ratio : line.getValue()) {
        points.add(new Point(place(ratio.value()), ratio.ours().orElseThrow().ratio()));
      }
      add(drawn, line.getKey(), series++, points);
    }
    List<Point> published = new ArrayList<>();
    for (PublishedFigure.PublishedPoint point : figure.points()) {
      if (places.contains(point.value())) {
        published.add(new Point(place(point.value()), point.ratio()));
      }
    }
    if (!published.isEmpty()) {
      add(drawn, "published: " + figure.published(), series, published);
    }
    List<Ratio> rows = new ArrayList<>();
    lines.values().forEach(rows::addAll);
    return Optional.of(
        figures.draw(
            figure.id(),
            caption(),
            new LinePanels(
                figure.title(),
                "Ratios over %d values of %s".formatted(places.size(), figure.along()),
                LinePanels.Across.stops(figure.along(), stops(), figure.logarithmic()),
                false,
                PLOT,
                List.of(
                    new LinePanels.Panel(
                        "time of " + figure.baseline() + " over time of the other",
                        Display::times,
                        false,
                        drawn,
                        List.of(new Point(first(), 1), new Point(last(), 1))))),
            new Columns<Ratio>()
                .text(figure.along(), "along", Ratio::value)
                .text("against " + figure.baseline(), "candidate", Ratio::line)
                .number("ratio", "ratio", r -> r.ours().orElseThrow().ratio(), Display::times)
                .number("lower", "lower", r -> r.ours().orElseThrow().lower(), Display::times)
                .number("upper", "upper", r -> r.ours().orElseThrow().upper(), Display::times)
                .number("published", "published", Ratio::published, Display::times)
                .table(figure.id(), figure.title(), rows)
                .withoutEmptyColumns()));
  }

  /** What has no order is a point for each value; a line would say that there is one. */
  private void add(
      List<LinePanels.SeriesLine> drawn, String label, int series, List<Point> points) {
    if (ladder.isPresent()) {
      drawn.add(new LinePanels.SeriesLine(label, series, points));
      return;
    }
    points.forEach(point -> drawn.add(new LinePanels.SeriesLine(label, series, List.of(point))));
  }

  private String caption() {
    return "%s (%s). Above 1 the other is faster; the table has the 95 %% intervals.%s"
        .formatted(
            figure.title(),
            figure.source(),
            figure.points().isEmpty() ? " The publication prints no number of this figure." : "");
  }

  private Map<String, List<Ratio>> ours() {
    Map<String, List<Ratio>> lines = new LinkedHashMap<>();
    Set<String> candidates = new LinkedHashSet<>();
    results.forEach(result -> candidates.add(result.field(figure.compare())));
    candidates.remove(figure.baseline());
    Set<String> splits = new LinkedHashSet<>();
    results.forEach(result -> splits.add(split(result)));
    for (String candidate : candidates) {
      for (String split : splits) {
        List<Ratio> ratios = new ArrayList<>();
        for (String value : ordered()) {
          Optional<SelectedResult> base = find(figure.baseline(), split, value);
          Optional<SelectedResult> other = find(candidate, split, value);
          if (base.isPresent() && other.isPresent()) {
            Comparison comparison =
                new Comparison(value, base.get().observations(), other.get().observations());
            String line = split.isEmpty() ? candidate : candidate + ", " + split;
            ratios.add(
                new Ratio(line, value, Optional.of(SpeedUp.of(comparison)), published(value)));
          }
        }
        if (!ratios.isEmpty()) {
          lines.put(ratios.get(0).line(), ratios);
        }
      }
    }
    return lines;
  }

  private String split(SelectedResult result) {
    return figure.lines().isEmpty()
        ? ""
        : figure.lines() + Display.UNIT_SPACE + result.field(figure.lines());
  }

  private Optional<SelectedResult> find(String subject, String split, String value) {
    return results.stream()
        .filter(result -> result.field(figure.compare()).equals(subject))
        .filter(result -> result.field(figure.along()).equals(value))
        .filter(result -> split(result).equals(split))
        .findFirst();
  }

  private double published(String value) {
    return figure.points().stream()
        .filter(point -> point.value().equals(value))
        .mapToDouble(PublishedFigure.PublishedPoint::ratio)
        .findFirst()
        .orElse(Double.NaN);
  }

  private List<String> ordered() {
    return ladder
        .map(sizes -> sizes.steps().stream().map(SizeLadder.Step::value).toList())
        .orElse(places);
  }

  private double place(String value) {
    return ladder
        .flatMap(
            sizes -> sizes.steps().stream().filter(step -> step.value().equals(value)).findFirst())
        .map(SizeLadder.Step::size)
        .orElseGet(() -> (double) places.indexOf(value));
  }

  private double first() {
    return place(ordered().get(0));
  }

  private double last() {
    return place(ordered().get(ordered().size() - 1));
  }

  private List<LinePanels.Stop> stops() {
    List<LinePanels.Stop> stops = new ArrayList<>();
    for (String value : ordered()) {
      String label = ladder.map(sizes -> sizes.label(value)).orElse(value);
      stops.add(new LinePanels.Stop(place(value), label));
    }
    return stops;
  }
}
