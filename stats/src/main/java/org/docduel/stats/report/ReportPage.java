package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.Finding;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.model.Duels;
import org.docduel.stats.report.model.OpenLoop;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.page.Section;
import org.docduel.stats.report.section.Cautions;
import org.docduel.stats.report.section.FileName;
import org.docduel.stats.report.section.Knee;
import org.docduel.stats.report.section.Reading;
import org.docduel.stats.report.section.Remarks;
import org.docduel.stats.report.section.StoredSizes;
import org.docduel.stats.report.section.Surroundings;
import org.docduel.stats.report.section.Verdicts;
import org.docduel.stats.sidecar.SidecarFile;

/** Puts the sections of a report in order. */
final class ReportPage {

  private static final int LEADING = 3;

  private final ReportSettings settings;
  private final List<Study> studies;
  private final List<SidecarFile> sidecars;
  private final List<JmhResult> results;
  private final List<Section> sections = new ArrayList<>();
  private final List<Page.Verdict> lead = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

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

  Page page() {
    Set<String> prefixes = new LinkedHashSet<>();
    for (Study study : studies) {
      String prefix = studies.size() == 1 ? "" : unique(FileName.of(study.name()), prefixes);
      List<Duel> duels =
          study.compare().isEmpty() || byRate(study)
              ? List.of()
              : Duels.of(study, settings.pairs(), settings.test());
      String about = prefix.isEmpty() ? "" : study.name();
      findings.addAll(Remarks.findings(study, duels, about));
      lead.addAll(lead(study, duels, about));
      sections.addAll(
          new StudySections(study, duels, prefix, settings.perOperation(), byRate(study))
              .sections());
    }
    add("stored-sizes", "Stored sizes", StoredSizes.of(sidecars));
    add("findings", "Findings", Remarks.findingsBlocks(findings, sidecars));
    add("checks", "Checks", Remarks.checks(sidecars));
    add("skips", "Not measured", Remarks.skips(sidecars));
    add("surroundings", "Environment and settings", Surroundings.of(results, sidecars));
    add("reading", "How to read this", Reading.blocks());
    return new Page(title(), lead, Cautions.of(studies, sidecars, findings), sections, footer());
  }

  /** Whether scores are the rates that were asked for, which say nothing of who is faster. */
  private boolean byRate(Study study) {
    return OpenLoop.all(study) && settings.selection().metric().isEmpty();
  }

  private void add(String id, String title, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(id, "", title, blocks));
    }
  }

  private List<Page.Verdict> lead(Study study, List<Duel> duels, String about) {
    if (byRate(study)) {
      return List.of(Knee.verdict(study, about));
    }
    if (duels.isEmpty()) {
      return List.of(Verdicts.withoutDuel(study, about));
    }
    return duels.stream()
        .filter(Duel::detailed)
        .limit(LEADING)
        .map(duel -> Verdicts.of(duel, about))
        .toList();
  }

  private String title() {
    if (!settings.title().isEmpty()) {
      return settings.title();
    }
    String metric = settings.selection().metric();
    return studies.stream()
        .map(study ->
            study.first().shortName()
                + (metric.isEmpty() ? "" : ", " + metric)
                + (study.compare().isEmpty() ? "" : " by " + study.compare()))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private List<String> footer() {
    List<String> files = results.stream().map(result -> result.source().file()).distinct().toList();
    return List.of(
        "Made by DocDuel from %d results of %s."
            .formatted(results.size(), String.join(", ", files)),
        "The figures (SVG, PNG) and the tables (CSV) lie in figures/ and tables/ beside this page;"
            + " the page itself needs nothing else.");
  }

  private static String unique(String name, Set<String> taken) {
    String candidate = name;
    for (int i = 2; !taken.add(candidate); i++) {
      candidate = name + "-" + i;
    }
    return candidate;
  }
}
