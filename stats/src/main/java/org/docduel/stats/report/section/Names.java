package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/**
 * How the tables and figures of a study are named and its results are told apart.
 *
 * @param study the study
 * @param prefix of its files and anchors; empty when the report has one study
 * @param measure the unit of its times
 */
public record Names(Study study, String prefix, Measure measure) {

  private static final String DURABILITY = "durability";

  /** The names of a study. */
  public static Names of(Study study, String prefix) {
    List<Double> medians = study.scores().stream().map(score -> score.summary().median()).toList();
    return new Names(
        study, prefix, Measure.of(study.scores().get(0).observations().quantity(), medians));
  }

  /** The name of a file or an anchor. */
  public String file(String name) {
    return prefix.isEmpty() ? name : prefix + "-" + name;
  }

  /** Columns that tell results apart, the durability of each among them. */
  public List<Column> keyColumns() {
    List<Column> columns = new ArrayList<>();
    for (String name : study.by()) {
      columns.add(Column.text(name, name));
    }
    columns.add(
        study.compare().isEmpty()
            ? Column.text("benchmark", "benchmark")
            : Column.text(study.compare(), study.compare()));
    if (showsDurability()) {
      columns.add(Column.text(DURABILITY, DURABILITY));
    }
    return columns;
  }

  /** The cells of {@link #keyColumns()}. */
  public List<Cell> keyCells(Score score) {
    List<Cell> cells = new ArrayList<>();
    for (String name : study.by()) {
      cells.add(Cell.text(score.field(name)));
    }
    cells.add(Cell.text(study.variantValue(score)));
    if (showsDurability()) {
      cells.add(score.durability().isEmpty() ? Cell.none() : Cell.text(score.durability()));
    }
    return cells;
  }

  /** What every number of a figure was measured under, as the end of a caption. */
  public String conditions() {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, String> constant : study.constants().entrySet()) {
      if (!constant.getKey().equals(DURABILITY)) {
        String value = constant.getValue();
        boolean number = value.matches("\\d{4,15}");
        parts.add(
            constant.getKey() + "\u00a0" + (number ? Shown.count(Long.parseLong(value)) : value));
      }
    }
    List<String> promises =
        study.scores().stream()
            .map(Score::durability)
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    if (!promises.isEmpty() && !study.by().contains(DURABILITY)) {
      parts.add(DURABILITY + "\u00a0" + String.join(" or ", promises));
    }
    return parts.isEmpty()
        ? ""
        : parts.stream().collect(Collectors.joining(", ", " Held constant: ", "."));
  }

  private boolean showsDurability() {
    return !study.by().contains(DURABILITY)
        && !study.compare().equals(DURABILITY)
        && study.scores().stream().anyMatch(score -> !score.durability().isEmpty());
  }
}
