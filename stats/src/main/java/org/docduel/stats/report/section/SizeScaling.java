package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.report.chart.LinePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.SizeLadder;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.value.Display;

/** How scores grow along a parameter that counts or measures something. */
public final class SizeScaling {
  private static final double PLOT = 190;
  private static final int MOST_PANELS = 24;

  private final StudyContext context;
  private final Study study;
  private final SizeLadder ladder;

  private SizeScaling(StudyContext context, SizeLadder ladder) {
    this.context = context;
    this.study = context.study();
    this.ladder = ladder;
  }

  /** A figure for every such parameter. */
  public static List<Block> of(StudyContext context) {
    List<Block> blocks = new ArrayList<>();
    for (String parameter : context.study().by()) {
      // What is achieved at an asked rate is that rate, not a time that grows with it.
      if (!parameter.equals(OpenLoop.RATE)) {
        SizeLadder.of(context.study(), parameter)
            .map(ladder -> new SizeScaling(context, ladder))
            .ifPresent(scaling -> {
              blocks.add(scaling.figure());
            });
      }
    }
    return blocks;
  }

  /**
   * One subject in one group, along the parameter.
   *
   * @param scores one for each step; empty where there is none
   */
  private record Growth(String group, String subject, int series, List<Optional<Score>> scores) {
    double median(int step) {
      return scores.get(step).map(score -> score.summary().median()).orElse(Double.NaN);
    }

    double p95(int step) {
      return scores.get(step).map(score -> score.summary().p95()).orElse(Double.NaN);
    }

    /** Whether there are observations enough for a percentile of each. */
    boolean hasTails() {
      return scores.stream()
          .flatMap(Optional::stream)
          .allMatch(score -> Double.isFinite(score.summary().p95()));
    }
  }

  private List<Growth> growths() {
    List<Growth> growths = new ArrayList<>();
    List<String> subjects = study.compare().isEmpty() ? List.of("") : study.subjects();
    for (Study.Group group : study.groupsWithout(ladder.parameter())) {
      for (String subject : subjects) {
        List<Optional<Score>> scores = new ArrayList<>();
        for (SizeLadder.Step step : ladder.steps()) {
          scores.add(
              group.scores().stream()
                  .filter(
                      s -> study.compare().isEmpty() || s.field(study.compare()).equals(subject))
                  .filter(score -> score.field(ladder.parameter()).equals(step.value()))
                  .findFirst());
        }
        if (scores.stream().anyMatch(Optional::isPresent)) {
          String name = study.compare().isEmpty() ? study.name() : study.subjectName(subject);
          int series = Math.max(0, study.subjects().indexOf(subject));
          growths.add(new Growth(group.label(), name, series, scores));
        }
      }
    }
    return growths;
  }

  private Block figure() {
    List<LinePanels.Panel> panels = new ArrayList<>();
    List<Growth> growths = growths();
    boolean tails = growths.stream().allMatch(Growth::hasTails);
    for (String group : growths.stream().map(Growth::group).distinct().toList()) {
      List<LinePanels.SeriesLine> lines = new ArrayList<>();
      for (Growth growth : growths) {
        if (growth.group().equals(group)) {
          lines.add(
              new LinePanels.SeriesLine(growth.subject(), growth.series(), points(growth, tails)));
        }
      }
      panels.add(new LinePanels.Panel(group, context.measure()::tick, true, lines, List.of()));
    }
    List<LinePanels.Stop> stops = new ArrayList<>();
    for (SizeLadder.Step step : ladder.steps()) {
      stops.add(new LinePanels.Stop(step.size(), name(step)));
    }
    int shown = Math.min(MOST_PANELS, panels.size());
    String caption =
        "%s by %s%s.%s%s"
            .formatted(
                tails ? "95th percentile" : "Median",
                ladder.parameter(),
                ladder.logarithmic() ? " (log scale)" : "",
                shown < panels.size()
                    ? " Shown are the first %d of %d groups.".formatted(shown, panels.size())
                    : "",
                context.conditions());
    return context
        .figures()
        .draw(
            context.file("scaling-" + FileName.of(ladder.parameter())),
            caption,
            new LinePanels(
                "Scaling with " + ladder.parameter(),
                "Lines over %d values".formatted(stops.size()),
                LinePanels.Across.stops(ladder.parameter(), stops, ladder.logarithmic()),
                false,
                PLOT,
                panels.subList(0, shown)),
            numbers(growths));
  }

  private List<Point> points(Growth growth, boolean tails) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ladder.steps().size(); i++) {
      double level = tails ? growth.p95(i) : growth.median(i);
      if (Double.isFinite(level)) {
        points.add(new Point(ladder.steps().get(i).size(), level));
      }
    }
    return points;
  }

  private String name(SizeLadder.Step step) {
    return step.value().matches("\\d{4,}")
        ? Display.count((long) step.size())
        : ladder.label(step.value());
  }

  private Columns<Growth> keyed() {
    List<String> names = study.byWithout(ladder.parameter());
    return new Columns<Growth>()
        .text(names.isEmpty() ? "group" : String.join(", ", names), "group", Growth::group)
        .text(
            study.compare().isEmpty() ? "benchmark" : study.compare(), "subject", Growth::subject);
  }

  private DataTable numbers(List<Growth> growths) {
    Columns<Growth> columns = keyed();
    for (int i = 0; i < ladder.steps().size(); i++) {
      int step = i;
      String name = name(ladder.steps().get(i));
      String value = ladder.steps().get(i).value();
      columns
          .number("median, " + name, "median_" + value, g -> g.median(step), context::number)
          .number("p95, " + name, "p95_" + value, g -> g.p95(step), context::number);
    }
    return columns
        .table(
            context.file("scaling-" + FileName.of(ladder.parameter())),
            "Medians and 95th percentiles by %s, in %s"
                .formatted(ladder.parameter(), context.measure().unit()),
            growths)
        .withoutEmptyColumns();
  }
}
