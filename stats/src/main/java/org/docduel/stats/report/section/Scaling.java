package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.report.chart.Axes;
import org.docduel.stats.report.chart.CurvePanels;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.model.Ladder;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** How scores grow along a parameter that counts or measures something. */
public final class Scaling {

  private Scaling() {}

  /**
   * A figure and a table of degradation factors for every such parameter; nothing when there is
   * none.
   *
   * @param gap the two variants whose relative gap is drawn as a dashed line; empty for none
   */
  public static List<Block> of(Study study, Names names, Optional<Gap> gap) {
    List<Block> blocks = new ArrayList<>();
    for (String parameter : study.by()) {
      // What is achieved at an asked rate is that rate, not a time that grows with it.
      if (parameter.equals(OpenLoop.RATE)) {
        continue;
      }
      Ladder.of(study, parameter)
          .ifPresent(ladder -> {
            blocks.add(figure(study, names, ladder, gap));
            blocks.add(new Block.TableBlock(degradation(study, names, ladder), false));
          });
    }
    return blocks;
  }

  /**
   * Two variants whose gap is followed.
   *
   * @param baseline value of the compared parameter
   * @param candidate value of the compared parameter
   */
  public record Gap(String baseline, String candidate) {}

  private static Block figure(Study study, Names names, Ladder ladder, Optional<Gap> gap) {
    List<CurvePanels.Panel> panels = new ArrayList<>();
    for (Study.Group group : study.groupsWithout(ladder.parameter())) {
      List<CurvePanels.Line> lines = new ArrayList<>();
      for (String variant : variants(study)) {
        List<Point> points = points(study, group, ladder, variant);
        if (!points.isEmpty()) {
          int series = Math.max(0, study.variants().indexOf(variant));
          lines.add(new CurvePanels.Line(study.variantName(variant), series, points));
        }
      }
      List<Point> gapPoints =
          gap.map(pair -> gapPoints(study, group, ladder, pair)).orElse(List.of());
      panels.add(new CurvePanels.Panel(group.label(), lines, gapPoints));
    }
    Measure measure = names.measure();
    List<Axes.Tick> stops = new ArrayList<>();
    for (int i = 0; i < ladder.steps().size(); i++) {
      stops.add(new Axes.Tick(place(ladder, i), stopName(ladder.steps().get(i))));
    }
    String gapLabel =
        gap.map(pair ->
                "p95 reduction of %s against %s"
                    .formatted(
                        study.variantName(pair.candidate()), study.variantName(pair.baseline())))
            .orElse("");
    Axes axes =
        Axes.stops(ladder.parameter(), stops, ladder.logarithmic(), measure::tick)
            .withGapLabel(gapLabel);
    String caption =
        "95th percentile by %s%s.%s%s"
            .formatted(
                ladder.parameter(),
                ladder.logarithmic() ? " (log scale)" : "",
                gap.isPresent()
                    ? " The dashed line below is the relative gap: level means that it does not"
                        + " change with "
                        + ladder.parameter()
                        + "."
                    : "",
                names.conditions());
    return new Block.Figure(
        names.file("scaling-" + FileName.of(ladder.parameter())),
        caption,
        new CurvePanels(
            "Scaling with " + ladder.parameter(),
            "Lines of %d variants over %d values"
                .formatted(variants(study).size(), ladder.steps().size()),
            axes,
            panels),
        numbers(study, names, ladder));
  }

  private static double place(Ladder ladder, int step) {
    return ladder.steps().get(step).size();
  }

  private static String stopName(Ladder.Step step) {
    return step.value().matches("\\d{4,}") ? Shown.count((long) step.size()) : step.value();
  }

  private static List<String> variants(Study study) {
    return study.compare().isEmpty() ? List.of("") : study.variants();
  }

  private static List<Point> points(Study study, Study.Group group, Ladder ladder, String variant) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ladder.steps().size(); i++) {
      double place = place(ladder, i);
      at(study, group, ladder, variant, i)
          .ifPresent(score -> points.add(new Point(place, score.summary().p95())));
    }
    return points;
  }

  private static List<Point> gapPoints(Study study, Study.Group group, Ladder ladder, Gap pair) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ladder.steps().size(); i++) {
      Optional<Score> baseline = at(study, group, ladder, pair.baseline(), i);
      Optional<Score> candidate = at(study, group, ladder, pair.candidate(), i);
      if (baseline.isPresent() && candidate.isPresent()) {
        double ratio = candidate.get().summary().p95() / baseline.get().summary().p95();
        if (Double.isFinite(ratio)) {
          points.add(new Point(place(ladder, i), 1 - ratio));
        }
      }
    }
    return points;
  }

  private static Optional<Score> at(
      Study study, Study.Group group, Ladder ladder, String variant, int step) {
    String value = ladder.steps().get(step).value();
    return group.scores().stream()
        .filter(score -> study.compare().isEmpty() || score.field(study.compare()).equals(variant))
        .filter(score -> score.field(ladder.parameter()).equals(value))
        .findFirst();
  }

  private static String groupHeading(Study study, Ladder ladder) {
    List<String> names =
        study.by().stream().filter(name -> !name.equals(ladder.parameter())).toList();
    return names.isEmpty() ? "group" : String.join(", ", names);
  }

  private static DataTable numbers(Study study, Names names, Ladder ladder) {
    Measure measure = names.measure();
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text(groupHeading(study, ladder), "group"));
    columns.add(Column.text(study.compare().isEmpty() ? "benchmark" : study.compare(), "variant"));
    columns.add(Column.text("statistic, " + measure.unit(), "statistic"));
    for (Ladder.Step step : ladder.steps()) {
      columns.add(Column.number(stopName(step), step.value()));
    }
    List<DataTable.Row> rows = new ArrayList<>();
    for (Study.Group group : study.groupsWithout(ladder.parameter())) {
      for (String variant : variants(study)) {
        for (boolean median : new boolean[] {true, false}) {
          List<Cell> cells = new ArrayList<>();
          cells.add(Cell.text(group.label()));
          cells.add(Cell.text(study.compare().isEmpty() ? study.name() : variant));
          cells.add(Cell.text(median ? "median" : "p95"));
          for (int i = 0; i < ladder.steps().size(); i++) {
            cells.add(
                at(study, group, ladder, variant, i)
                    .map(score -> median ? score.summary().median() : score.summary().p95())
                    .map(value -> Cell.number(value, measure.number(value)))
                    .orElse(Cell.none()));
          }
          rows.add(DataTable.Row.of(cells));
        }
      }
    }
    return new DataTable(
            names.file("scaling-" + FileName.of(ladder.parameter())),
            "Medians and 95th percentiles by " + ladder.parameter(),
            columns,
            rows)
        .withoutEmptyColumns();
  }

  private static DataTable degradation(Study study, Names names, Ladder ladder) {
    Measure measure = names.measure();
    int last = ladder.steps().size() - 1;
    String from = stopName(ladder.steps().get(0));
    String to = stopName(ladder.steps().get(last));
    List<Column> columns =
        List.of(
            Column.text(groupHeading(study, ladder), "group"),
            Column.text(study.compare().isEmpty() ? "benchmark" : study.compare(), "variant"),
            Column.number("median at " + from + ", " + measure.unit(), "first_median"),
            Column.number("median at " + to + ", " + measure.unit(), "last_median"),
            Column.number("factor", "factor"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Study.Group group : study.groupsWithout(ladder.parameter())) {
      for (String variant : variants(study)) {
        Optional<Score> first = at(study, group, ladder, variant, 0);
        Optional<Score> end = at(study, group, ladder, variant, last);
        if (first.isPresent() && end.isPresent()) {
          double start = first.get().summary().median();
          double stop = end.get().summary().median();
          rows.add(
              DataTable.Row.of(
                  List.of(
                      Cell.text(group.label()),
                      Cell.text(study.compare().isEmpty() ? study.name() : variant),
                      Cell.number(start, measure.number(start)),
                      Cell.number(stop, measure.number(stop)),
                      Cell.number(stop / start, Shown.times(stop / start))
                          .with(DataTable.Emphasis.STRONG))));
        }
      }
    }
    return new DataTable(
            names.file("degradation-" + FileName.of(ladder.parameter())),
            "Degradation by %s: median at %s over median at %s.%s"
                .formatted(ladder.parameter(), to, from, names.conditions()),
            columns,
            rows)
        .withoutEmptyColumns();
  }
}
