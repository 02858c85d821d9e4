package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.Finding;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.report.model.PairResult;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;

/** Findings, checks and skips, grouped so that a person can read them, the worst first. */
public final class FindingGroups {
  private static final int NAMED = 3;
  private static final String RUN = "run";

  private FindingGroups() {}

  /** Findings about observations, each once. */
  public static List<Finding> ofObservations(Study study, String about) {
    Set<Finding> findings = new LinkedHashSet<>();
    study
        .scores()
        .forEach(score ->
            findings.addAll(
                Diagnostics.of(
                    subject(about, study.label(score), study.subject(score)),
                    score.observations())));
    return List.copyOf(findings);
  }

  /** Findings about verdicts, each once. */
  public static List<Finding> ofVerdicts(List<PairResult> pairs) {
    Set<Finding> findings = new LinkedHashSet<>();
    for (PairResult pair : pairs) {
      for (Finding finding : pair.report().findings()) {
        if (isAboutVerdict(finding)) {
          String group = pair.labels().getOrDefault(finding.subject(), finding.subject());
          findings.add(new Finding(finding.kind(), subject(group, pair.name()), finding.message()));
        }
      }
    }
    return List.copyOf(findings);
  }

  private static String subject(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
  }

  // Findings about observations come from the observations: a pair would repeat them.
  private static boolean isAboutVerdict(Finding finding) {
    return switch (finding.kind()) {
      case TREND, CHANGE_POINT, AUTOCORRELATION, OUTLIERS, FORK_VARIANCE, RAGGED -> false;
      default -> true;
    };
  }

  /** Smaller is worse. */
  private static int severity(Finding.Kind kind) {
    return switch (kind) {
      case TOO_FEW -> 1;
      case CHANGE_POINT, TREND -> 3;
      case FORK_VARIANCE, AUTOCORRELATION -> 4;
      case RAGGED -> 5;
      case OUTLIERS -> 6;
      default -> 2;
    };
  }

  private record FindingGroup(String kind, int severity, List<Finding> members) {
    String subjects() {
      List<String> all = members.stream().map(Finding::subject).distinct().toList();
      return all.size() <= NAMED
          ? String.join("; ", all)
          : String.join("; ", all.subList(0, NAMED)) + " and %d more".formatted(all.size() - NAMED);
    }
  }

  /** A row for each kind, the worst first, and all of them as a file. */
  public static List<Block> findings(
      List<Finding> findings, List<String> failures, List<SidecarFile> sidecars) {
    List<FindingGroup> groups = new ArrayList<>();
    failures.forEach(failure -> groups.add(single("report", "this report", failure)));
    sidecars.forEach(file ->
        file.sidecar()
            .findings()
            .forEach(finding -> groups.add(single(RUN, file.resultFile(), finding))));
    Map<Finding.Kind, List<Finding>> kinds = new LinkedHashMap<>();
    findings.forEach(f -> kinds.computeIfAbsent(f.kind(), k -> new ArrayList<>()).add(f));
    kinds.forEach(
        (kind, members) -> groups.add(new FindingGroup(kind.label(), severity(kind), members)));
    groups.sort(
        Comparator.comparingInt(FindingGroup::severity)
            .thenComparingInt(group -> -group.members().size()));
    if (groups.isEmpty()) {
      return List.of(new Block.Prose("No findings."));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.TableBlock(
            new Columns<FindingGroup>()
                .text("kind", "kind", FindingGroup::kind)
                .count("findings", "findings", group -> group.members().size())
                .text("for example", "example", group -> group.members().get(0).message())
                .text("about", "subjects", FindingGroup::subjects)
                .table(
                    "finding-kinds",
                    "Findings by kind, the worst first. Observations are flagged, never dropped.",
                    groups),
            false));
    return blocks;
  }

  private static FindingGroup single(String kind, String subject, String message) {
    return new FindingGroup(
        kind, 0, List.of(new Finding(Finding.Kind.DISAGREEMENT, subject, message)));
  }

  private record CheckGroup(String check, String outcome, String detail, Set<String> stores) {
    boolean failed() {
      return !outcome.equals(CheckFact.PASSED);
    }
  }

  /** What was checked; identical checks are one row, failed ones come first. */
  public static List<Block> checks(List<SidecarFile> sidecars) {
    Map<List<String>, CheckGroup> groups = new LinkedHashMap<>();
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    for (SidecarFile file : sidecars) {
      for (CheckFact check : file.sidecar().checks()) {
        List<String> key = List.of(check.check(), check.outcome(), check.detail());
        groups
            .computeIfAbsent(
                key,
                k ->
                    new CheckGroup(
                        check.check(), check.outcome(), check.detail(), new LinkedHashSet<>()))
            .stores()
            .add(check.store());
        counts.merge(key, 1, Integer::sum);
      }
    }
    List<CheckGroup> sorted =
        groups.values().stream().sorted(Comparator.comparing(group -> !group.failed())).toList();
    return table(
        new Columns<CheckGroup>()
            .text("check", "check", CheckGroup::check)
            .cell(
                "outcome",
                "outcome",
                false,
                group ->
                    DataCell.text(group.outcome())
                        .with(group.failed() ? Emphasis.INFERIOR : Emphasis.SUPERIOR))
            .count(
                "times",
                "times",
                group ->
                    counts.getOrDefault(List.of(group.check(), group.outcome(), group.detail()), 1))
            .text("stores", "stores", group -> String.join(", ", group.stores()))
            .text("detail", "detail", CheckGroup::detail),
        "checks",
        "What was checked",
        sorted);
  }

  /** What the runs left out, and why. */
  public static List<Block> skips(List<SidecarFile> sidecars) {
    List<Sidecar.Skip> skips =
        sidecars.stream().flatMap(file -> file.sidecar().skips().stream()).distinct().toList();
    return table(
        new Columns<Sidecar.Skip>()
            .text("left out", "what", Sidecar.Skip::what)
            .number(
                "combinations",
                "combinations",
                skip -> skip.combinations() > 0 ? skip.combinations() : Double.NaN,
                count -> Display.count((long) count))
            .text("reason", "reason", Sidecar.Skip::reason)
            .text("remedy", "remedy", Sidecar.Skip::remedy),
        "skips",
        "What was not measured, and how to include it",
        skips);
  }

  private static <T> List<Block> table(
      Columns<T> columns, String name, String caption, List<T> rows) {
    return rows.isEmpty()
        ? List.of()
        : List.of(
            new Block.TableBlock(columns.table(name, caption, rows).withoutEmptyColumns(), false));
  }
}
