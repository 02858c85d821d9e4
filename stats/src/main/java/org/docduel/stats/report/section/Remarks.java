package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.Finding;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Emphasis;
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;

/** What a reader must know about the numbers: findings, failed checks, what was left out. */
public final class Remarks {

  private static final int MANY = 12;

  private Remarks() {}

  /**
   * Findings about observations and verdicts, each once.
   *
   * @param about the study, where the report has several; may be empty
   */
  public static List<Finding> findings(Study study, List<Duel> duels, String about) {
    Set<Finding> findings = new LinkedHashSet<>();
    for (Score score : study.scores()) {
      String subject = subject(about, study.label(score), study.variant(score));
      findings.addAll(Diagnostics.of(subject, score.observations()));
    }
    for (Duel duel : duels) {
      String pair = duel.candidateName() + " against " + duel.baselineName();
      for (Finding finding : duel.report().findings()) {
        if (isAboutVerdict(finding)) {
          String group = duel.labels().getOrDefault(finding.subject(), finding.subject());
          findings.add(new Finding(finding.kind(), subject(about, group, pair), finding.message()));
        }
      }
    }
    return List.copyOf(findings);
  }

  private static String subject(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
  }

  private static boolean isAboutVerdict(Finding finding) {
    return switch (finding.kind()) {
      case TOO_FEW, MULTIPLICITY, MACHINES, DISAGREEMENT, OPTIMISTIC -> true;
      default -> false;
    };
  }

  /** The findings as a table, the most frequent kind summed up in a line before it. */
  public static List<Block> findingsBlocks(List<Finding> findings, List<SidecarFile> sidecars) {
    List<Block> blocks = new ArrayList<>();
    List<DataTable.Row> rows = new ArrayList<>();
    for (SidecarFile sidecar : sidecars) {
      for (String finding : sidecar.sidecar().findings()) {
        rows.add(row("run", sidecar.resultFile(), finding));
      }
    }
    Map<String, Integer> kinds = new LinkedHashMap<>();
    for (Finding finding : findings) {
      kinds.merge(finding.kind().label(), 1, Integer::sum);
      rows.add(row(finding.kind().label(), finding.subject(), finding.message()));
    }
    if (rows.isEmpty()) {
      return List.of(new Block.Prose("Nothing was found that a reader must be warned of."));
    }
    List<String> counts = new ArrayList<>();
    kinds.forEach((kind, count) -> counts.add(kind + "\u00a0" + Shown.count(count)));
    if (!counts.isEmpty()) {
      blocks.add(
          new Block.Prose(
              "By kind: "
                  + String.join(", ", counts)
                  + ". Observations are flagged, never dropped."));
    }
    DataTable table =
        new DataTable(
            "findings",
            "All %s".formatted(Shown.count(rows.size(), "finding", "findings")),
            List.of(
                Column.text("kind", "kind"),
                Column.text("about", "subject"),
                Column.text("finding", "message")),
            rows);
    blocks.add(new Block.TableBlock(table, rows.size() > MANY));
    return blocks;
  }

  private static DataTable.Row row(String kind, String subject, String message) {
    return DataTable.Row.of(List.of(Cell.text(kind), Cell.text(subject), Cell.text(message)));
  }

  /** What the runs left out, and why; nothing when no sidecar says so. */
  public static List<Block> skips(List<SidecarFile> sidecars) {
    List<DataTable.Row> rows = new ArrayList<>();
    for (SidecarFile sidecar : sidecars) {
      for (Sidecar.Skip skip : sidecar.sidecar().skips()) {
        rows.add(
            DataTable.Row.of(
                List.of(
                    Cell.text(skip.what()),
                    skip.combinations() > 0
                        ? Cell.count(skip.combinations(), Shown.count(skip.combinations()))
                        : Cell.none(),
                    Cell.text(skip.reason()),
                    Cell.text(skip.remedy()))));
      }
    }
    return table(
        "skips",
        "What was not measured, and how to have it",
        List.of(
            Column.text("left out", "what"),
            Column.number("combinations", "combinations"),
            Column.text("reason", "reason"),
            Column.text("remedy", "remedy")),
        rows);
  }

  /** What was verified; nothing when no sidecar says so. */
  public static List<Block> checks(List<SidecarFile> sidecars) {
    List<DataTable.Row> rows = new ArrayList<>();
    for (SidecarFile sidecar : sidecars) {
      for (CheckFact check : sidecar.sidecar().checks()) {
        Emphasis emphasis = check.failed() ? Emphasis.INFERIOR : Emphasis.SUPERIOR;
        rows.add(
            DataTable.Row.of(
                List.of(
                    Cell.text(check.store()),
                    Cell.text(check.check()),
                    Cell.text(check.outcome()).with(emphasis),
                    Cell.text(check.detail()))));
      }
    }
    return table(
        "checks",
        "What was verified, and how it went",
        List.of(
            Column.text("store", "store"),
            Column.text("check", "check"),
            Column.text("outcome", "outcome"),
            Column.text("detail", "detail")),
        rows);
  }

  private static List<Block> table(
      String name, String caption, List<Column> columns, List<DataTable.Row> rows) {
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Block.TableBlock(
                new DataTable(name, caption, columns, rows).withoutEmptyColumns(), false));
  }
}
