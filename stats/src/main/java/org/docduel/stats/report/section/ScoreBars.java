package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.report.chart.BarPanels;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** The 95th percentile of every result as grouped bars, and the medians beside it in the table. */
public final class ScoreBars {

  private ScoreBars() {}

  /** The figure; nothing for a single result, which needs no bar. */
  public static List<Block> of(Study study, Names names) {
    if (study.scores().size() < 2) {
      return List.of();
    }
    Measure measure = names.measure();
    List<BarPanels.Group> groups = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<BarPanels.Bar> bars = new ArrayList<>();
      for (Score score : group.scores()) {
        double p95 = score.summary().p95();
        bars.add(
            new BarPanels.Bar(
                study.variant(score), Ink.series(study.series(score)), p95, measure.show(p95)));
      }
      groups.add(new BarPanels.Group(group.label(), bars));
    }
    String caption =
        "95th percentile of %s; shorter is better. Every group has its own scale from zero.%s"
            .formatted(study.timed() ? "the time per operation" : study.unit(), names.conditions());
    return List.of(
        new Block.Figure(
            names.file("p95"),
            caption,
            new BarPanels("95th percentile", description(study, measure), groups),
            numbers(study, names)));
  }

  private static String description(Study study, Measure measure) {
    Score fastest = study.scores().get(0);
    Score slowest = fastest;
    for (Score score : study.scores()) {
      fastest = score.summary().p95() < fastest.summary().p95() ? score : fastest;
      slowest = score.summary().p95() > slowest.summary().p95() ? score : slowest;
    }
    return "From %s (%s %s) to %s (%s %s)"
        .formatted(
            measure.show(fastest.summary().p95()),
            study.variant(fastest),
            study.label(fastest),
            measure.show(slowest.summary().p95()),
            study.variant(slowest),
            study.label(slowest));
  }

  private static DataTable numbers(Study study, Names names) {
    Measure measure = names.measure();
    List<Column> columns = new ArrayList<>(names.keyColumns());
    columns.add(Column.number(measure.heading("median"), "median"));
    columns.add(Column.number(measure.heading("p95"), "p95"));
    columns.add(Column.number("observations", "observations"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Score score : study.scores()) {
      List<Cell> cells = new ArrayList<>(names.keyCells(score));
      cells.add(Cell.number(score.summary().median(), measure.number(score.summary().median())));
      cells.add(Cell.number(score.summary().p95(), measure.number(score.summary().p95())));
      cells.add(Cell.count(score.summary().n(), Shown.count(score.summary().n())));
      rows.add(DataTable.Row.of(cells));
    }
    return new DataTable(names.file("p95"), "95th percentiles", columns, rows);
  }
}
