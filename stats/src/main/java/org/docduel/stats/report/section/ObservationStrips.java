package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.docduel.stats.ForkSeries;
import org.docduel.stats.report.chart.StripGrid;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;

/** Every observation behind the scores, in run order, fork by fork. */
public final class ObservationStrips {

  private ObservationStrips() {}

  /** The figure, with the observations themselves as its table. */
  public static List<Block> of(Study study, Names names) {
    Measure measure = names.measure();
    List<StripGrid.Row> rows = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<StripGrid.Strip> strips = new ArrayList<>();
      for (Score score : group.scores()) {
        List<List<Double>> forks =
            score.observations().forks().stream()
                .map(fork -> Arrays.stream(fork.values()).boxed().toList())
                .toList();
        double median = median(score.observations().values());
        if (median > 0) {
          Ink ink = Ink.series(study.series(score));
          strips.add(
              new StripGrid.Strip(study.variant(score), ink, forks, median, measure.show(median)));
        }
      }
      if (!strips.isEmpty()) {
        rows.add(new StripGrid.Row(group.label(), strips));
      }
    }
    String caption =
        "Every observation in run order, each strip around its own median; the number at the edge is"
            + " how far the strip reaches up and down. Grey and white bands are forks, short lines"
            + " their medians. A slope is drift or a warm-up that has not ended; steps between"
            + " bands are differences between forks.";
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Block.Figure(
                names.file("observations"),
                caption,
                new StripGrid("Observations in run order", description(study), rows),
                numbers(study, names)));
  }

  private static String description(Study study) {
    int observations = study.scores().stream().mapToInt(score -> score.summary().n()).sum();
    return "%d observations of %d results".formatted(observations, study.scores().size());
  }

  private static DataTable numbers(Study study, Names names) {
    Measure measure = names.measure();
    List<Column> columns = new ArrayList<>(names.keyColumns());
    columns.add(Column.text("machine", "machine"));
    columns.add(Column.number("fork", "fork"));
    columns.add(Column.number("iteration", "iteration"));
    columns.add(Column.number(measure.unit(), "value"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Score score : study.scores()) {
      List<Cell> key = names.keyCells(score);
      List<ForkSeries> forks = score.observations().forks();
      for (int fork = 0; fork < forks.size(); fork++) {
        for (int i = 0; i < forks.get(fork).size(); i++) {
          double value = forks.get(fork).value(i);
          List<Cell> cells = new ArrayList<>(key);
          cells.add(Cell.text(forks.get(fork).machine()));
          cells.add(Cell.count(fork + 1L, Integer.toString(fork + 1)));
          cells.add(Cell.count(i + 1L, Integer.toString(i + 1)));
          cells.add(Cell.number(value, measure.number(value)));
          rows.add(DataTable.Row.of(cells));
        }
      }
    }
    return new DataTable(names.file("observations"), "Every observation", columns, rows);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int upper = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
  }
}
