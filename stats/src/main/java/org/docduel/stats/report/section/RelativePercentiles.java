package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Shown;

/** Which variant has the lower 95th percentile in each group, and by how much. */
public final class RelativePercentiles {

  private RelativePercentiles() {}

  /** A row for each group, a column for each duel; nothing without a duel. */
  public static List<Block> of(Study study, List<Duel> duels, Names names) {
    if (duels.isEmpty()) {
      return List.of();
    }
    List<Column> columns = new ArrayList<>();
    columns.add(
        Column.text(study.by().isEmpty() ? "group" : String.join(", ", study.by()), "group"));
    for (Duel duel : duels) {
      String pair = duel.candidateName() + " against " + duel.baselineName();
      columns.add(Column.text(pair, FileName.of(pair).replace('-', '_')));
    }
    List<DataTable.Row> rows = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(group.label().isEmpty() ? "all" : group.label()));
      for (Duel duel : duels) {
        cells.add(cell(study, group, duel));
      }
      rows.add(DataTable.Row.of(cells));
    }
    return List.of(
        new Block.TableBlock(
            new DataTable(
                names.file("relative-p95"),
                "Relative performance by the 95th percentile: how much less time the faster one of"
                    + " each pair takes. A description of the runs, without a test; the file has the"
                    + " candidate's reduction as a fraction.",
                columns,
                rows),
            false));
  }

  private static Cell cell(Study study, Study.Group group, Duel duel) {
    Optional<Score> baseline = group.of(study.compare(), duel.baseline());
    Optional<Score> candidate = group.of(study.compare(), duel.candidate());
    if (baseline.isEmpty() || candidate.isEmpty()) {
      return Cell.none();
    }
    double ratio = candidate.get().summary().p95() / baseline.get().summary().p95();
    if (!Double.isFinite(ratio)) {
      return Cell.none();
    }
    boolean candidateFaster = ratio <= 1;
    double reduction = candidateFaster ? 1 - ratio : 1 - 1 / ratio;
    String shown =
        ratio == 1
            ? "equal"
            : "%s faster by %s"
                .formatted(
                    candidateFaster ? duel.candidateName() : duel.baselineName(),
                    Shown.fixed(reduction * 100, 0) + Shown.UNIT_SPACE + "%");
    return new Cell(
        shown,
        Double.toString(1 - ratio),
        candidateFaster ? DataTable.Emphasis.NONE : DataTable.Emphasis.STRONG);
  }
}
