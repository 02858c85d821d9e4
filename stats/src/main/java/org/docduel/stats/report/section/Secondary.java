package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.Observations;
import org.docduel.stats.analysis.Summaries;
import org.docduel.stats.report.chart.BarPanels;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;

/** Metrics measured beside the time: blocks read, bytes allocated, whatever a profiler counted. */
public final class Secondary {

  private static final double CONFIDENCE = 0.95;

  private Secondary() {}

  /**
   * A figure for every metric that has observations and is not zero everywhere; of percentiles of
   * one thing for the 99th, the others stand in its table.
   */
  public static List<Block> of(Study study, Names labels) {
    List<Block> blocks = new ArrayList<>();
    List<String> names = study.secondaryNames();
    for (String metric : names) {
      List<Bar> bars = bars(study, metric);
      if (!Tails.isLesser(metric, names) && bars.stream().anyMatch(bar -> bar.median() > 0)) {
        blocks.add(figure(study, labels, metric, bars));
      }
    }
    List<String> unusable =
        study.scores().stream()
            .flatMap(score -> score.secondaryNames().stream().filter(score::isUnusable))
            .distinct()
            .toList();
    if (!unusable.isEmpty()) {
      blocks.add(
          new Block.Prose(
              "Left out where a value is no number or is negative: "
                  + String.join(", ", unusable)
                  + "."));
    }
    return blocks;
  }

  private record Bar(Score score, Observations observations, double median) {}

  private static List<Bar> bars(Study study, String metric) {
    List<Bar> bars = new ArrayList<>();
    for (Score score : study.scores()) {
      score
          .secondary(metric)
          .ifPresent(found ->
              bars.add(new Bar(score, found, Summaries.of(metric, found, CONFIDENCE).median())));
    }
    return bars;
  }

  private static Block figure(Study study, Names names, String metric, List<Bar> bars) {
    Measure measure =
        Measure.of(bars.get(0).observations().quantity(), bars.stream().map(Bar::median).toList());
    List<BarPanels.Group> groups = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<BarPanels.Bar> drawn = new ArrayList<>();
      for (Score score : group.scores()) {
        Optional<Bar> bar = bars.stream().filter(b -> b.score().equals(score)).findFirst();
        bar.ifPresent(b ->
            drawn.add(
                new BarPanels.Bar(
                    study.variant(score),
                    Ink.series(study.series(score)),
                    b.median(),
                    measure.show(b.median()))));
      }
      if (!drawn.isEmpty()) {
        groups.add(new BarPanels.Group(group.label(), drawn));
      }
    }
    String unit = measure.unit();
    return new Block.Figure(
        names.file("metric-" + FileName.of(metric)),
        "%s, median%s. Every group has its own scale from zero. What goes with a difference in time need not be its cause."
            .formatted(metric, unit.isEmpty() ? "" : ", in " + unit),
        new BarPanels(metric, "Medians of %d results".formatted(bars.size()), groups),
        numbers(names, metric, measure, bars, Tails.besides(metric, study.secondaryNames())));
  }

  private static DataTable numbers(
      Names names, String metric, Measure measure, List<Bar> bars, List<String> besides) {
    List<Column> columns = new ArrayList<>(names.keyColumns());
    columns.add(Column.number(measure.heading("median"), "median"));
    for (String other : besides) {
      columns.add(Column.number(measure.heading(other + " (median)"), other));
    }
    columns.add(Column.number(names.measure().heading("time (median)"), "time_median"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Bar bar : bars) {
      double time = bar.score().summary().median();
      List<Cell> cells = new ArrayList<>(names.keyCells(bar.score()));
      cells.add(Cell.number(bar.median(), measure.number(bar.median())));
      for (String other : besides) {
        cells.add(
            bar.score()
                .secondary(other)
                .map(found -> Summaries.of(other, found, CONFIDENCE).median())
                .map(value -> Cell.number(value, measure.number(value)))
                .orElse(Cell.none()));
      }
      cells.add(Cell.number(time, names.measure().number(time)));
      rows.add(DataTable.Row.of(cells));
    }
    return new DataTable(
        names.file("metric-" + FileName.of(metric)), metric + " beside the time", columns, rows);
  }
}
