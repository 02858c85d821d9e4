package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.Finding;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Ranking;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.model.SuiteScores;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Figures;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.section.Doubts;
import org.docduel.stats.report.section.EnvironmentFacts;
import org.docduel.stats.report.section.FindingGroups;
import org.docduel.stats.report.section.Latencies;
import org.docduel.stats.report.section.PairBlocks;
import org.docduel.stats.report.section.Plans;
import org.docduel.stats.report.section.RankingTables;
import org.docduel.stats.report.section.Saturation;
import org.docduel.stats.report.section.Scores;
import org.docduel.stats.report.section.SizeScaling;
import org.docduel.stats.report.section.StoredSizes;
import org.docduel.stats.report.section.StudyContext;
import org.docduel.stats.report.section.SuiteTables;
import org.docduel.stats.report.section.TimeSeriesFigures;
import org.docduel.stats.report.section.VerdictSentences;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sidecar.SidecarFile;

/**
 * Puts a report together, in the order a reader asks: who wins, for which shape, by how much, why.
 */
final class ReportPage {
  private static final int MOST_FIGURES = 40;

  /** Of more studies and rankings only so many get sections of their own. */
  private static final int MOST_STUDIES = 8;

  private final ReportSettings settings;
  private final List<Study> studies;
  private final List<SidecarFile> sidecars;
  private final List<JmhResult> results;
  private final Figures figures = new Figures(MOST_FIGURES);
  private final SectionList sections = new SectionList();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> prefixes = new HashSet<>();
  private final Map<String, StudyContext> contexts = new HashMap<>();

  ReportPage(
      ReportSettings settings,
      List<Study> studies,
      List<SidecarFile> sidecars,
      List<JmhResult> results) {
    this.settings = settings;
    this.studies = studies;
    this.sidecars = sidecars;
    this.results = results;
  }

  /**
   * The page.
   *
   * @param leftOut results that cannot be used, each with the reason
   */
  Page page(List<String> leftOut) {
    leftOut.forEach(reason -> sections.failed("Left out: " + reason));
    List<Study> byScore = studies.stream().filter(study -> !byRate(study)).toList();
    List<Ranking> rankings = Ranking.of(byScore, settings.pairs(), settings.test());
    List<Page.Statement> lead = new ArrayList<>();
    List<Block> opening = new ArrayList<>();
    List<Study> shown = studies.subList(0, Math.min(MOST_STUDIES, studies.size()));
    shown.forEach(this::suite);
    for (Ranking ranking : rankings.subList(0, Math.min(MOST_STUDIES, rankings.size()))) {
      boolean alone = rankings.size() == 1;
      String about = alone ? "" : about(ranking);
      String name = alone ? "ranking" : "ranking-" + FileName.of(ranking.study().compare());
      lead.addAll(VerdictSentences.of(ranking, about));
      opening.addAll(RankingTables.ranking(ranking, name));
      findings.addAll(FindingGroups.ofVerdicts(ranking.pairs()));
      pairs(ranking, alone, about);
    }
    for (Study study : shown) {
      lead.addAll(alone(study, rankings));
      study(study);
    }
    for (Study study : studies) {
      String about = studies.size() == 1 ? "" : study.name();
      findings.addAll(FindingGroups.ofObservations(study, about));
    }
    whole(shown.size());
    opening.addAll(EnvironmentFacts.top(studies, results.size(), sidecars));
    opening.addAll(Doubts.of(studies, sidecars, findings, failures()));
    return new Page(title(), lead, opening, sections.sections(), footer());
  }

  private static String about(Ranking ranking) {
    return ranking.studies().size() == 1
        ? ranking.study().name()
        : "%s, %s"
            .formatted(
                ranking.study().compare(),
                Display.count(ranking.studies().size(), "benchmark", "benchmarks"));
  }

  private List<Page.Statement> alone(Study study, List<Ranking> rankings) {
    String about = studies.size() == 1 ? "" : study.name();
    if (byRate(study)) {
      return List.of(Saturation.statement(study, about));
    }
    return rankings.stream().anyMatch(ranking -> ranking.studies().contains(study))
        ? List.of()
        : List.of(VerdictSentences.withoutComparison(study, about));
  }

  /** Whether scores are the rates that were asked for, which say nothing of who is faster. */
  private boolean byRate(Study study) {
    return OpenLoop.all(study) && settings.selection().metric().isEmpty();
  }

  private void pairs(Ranking ranking, boolean alone, String about) {
    String prefix = alone ? "" : prefix(ranking.study().compare());
    StudyContext context = context(ranking.study(), prefix);
    if (ranking.studies().stream().noneMatch(SuiteScores::isSuite)) {
      sections.add(
          context.file("shapes"),
          about,
          "Which one for which shape?",
          () -> RankingTables.shapes(ranking, context.file("shapes")));
    }
    sections.add(
        context.file("verdict"),
        about,
        "Is the difference real?",
        () -> PairBlocks.of(ranking, context));
  }

  /** What a suite's report leads with. */
  private void suite(Study study) {
    StudyContext context = context(study);
    sections.add(
        context.file("suite"),
        studies.size() == 1 ? "" : study.name(),
        "Which one for which question?",
        () -> SuiteTables.of(context, sidecars));
  }

  private StudyContext context(Study study) {
    return contexts.computeIfAbsent(
        study.name(), name -> context(study, studies.size() == 1 ? "" : prefix(name)));
  }

  private StudyContext context(Study study, String prefix) {
    return StudyContext.of(study, settings.pairs().among(study.subjects()), prefix, figures);
  }

  private void study(Study study) {
    String group = studies.size() == 1 ? "" : study.name();
    StudyContext context = context(study);
    sections.add(
        context.file("saturation"), group, "How much is sustained?", () -> Saturation.of(context));
    if (!byRate(study)) {
      sections.add(context.file("size"), group, "How large is it?", () -> Scores.bars(context));
      sections.add(
          context.file("scaling"), group, "How does it grow?", () -> SizeScaling.of(context));
      sections.add(context.file("plans"), group, "Query plans", () -> Plans.of(context));
    }
    sections.add(
        context.file("latency"),
        group,
        "Latencies of single operations",
        () -> Latencies.of(context));
    sections.add(
        context.file("timeline"), group, "Over the run", () -> TimeSeriesFigures.of(context));
    sections.add(
        context.file("scores"),
        group,
        "All scores",
        () -> Scores.table(context, settings.perOperation()));
  }

  private void whole(int shown) {
    if (shown < studies.size()) {
      sections.add("scores", "", "All scores", () -> Scores.all(studies));
    }
    sections.add("stored-sizes", "", "Stored sizes", () -> StoredSizes.of(sidecars));
    sections.add(
        "findings", "", "Findings", () -> FindingGroups.findings(findings, failures(), sidecars));
    sections.add("checks", "", "Checks", () -> FindingGroups.checks(sidecars));
    sections.add("skips", "", "Not measured", () -> FindingGroups.skips(sidecars));
    sections.add(
        "surroundings",
        "",
        "Environment and settings",
        () -> EnvironmentFacts.blocks(results, sidecars));
  }

  private List<String> failures() {
    List<String> failures = new ArrayList<>(figures.failures());
    failures.addAll(sections.failures());
    return failures;
  }

  private String title() {
    if (!settings.title().isEmpty()) {
      return settings.title();
    }
    String metric = settings.selection().metric();
    List<String> names =
        studies.stream()
            .map(study ->
                study.first().shortName()
                    + (metric.isEmpty() ? "" : ", " + metric)
                    + (study.compare().isEmpty() ? "" : " by " + study.compare()))
            .distinct()
            .toList();
    return names.size() <= MOST_STUDIES
        ? String.join("; ", names)
        : names.stream().limit(2).collect(Collectors.joining("; "))
            + " and %d more".formatted(names.size() - 2);
  }

  private List<String> footer() {
    List<String> files = results.stream().map(result -> result.source().file()).distinct().toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Made by DocDuel from %s of %s."
            .formatted(
                Display.count(results.size(), "result", "results"), String.join(", ", files)));
    if (studies.size() > MOST_STUDIES) {
      lines.add(
          "%d of %d benchmarks have sections of their own; choose others with --where."
              .formatted(MOST_STUDIES, studies.size()));
    }
    if (figures.left() > 0) {
      lines.add(
          "%s not drawn because there are too many; the tables have the numbers."
              .formatted(Display.count(figures.left(), "figure was", "figures were")));
    }
    lines.add(
        "The figures (SVG) and the tables (CSV) lie in figures/ and tables/ beside this page.");
    return lines;
  }

  private String prefix(String name) {
    String base = FileName.of(name);
    String candidate = base;
    for (int i = 2; !prefixes.add(candidate); i++) {
      candidate = base + "-" + i;
    }
    return candidate;
  }
}
