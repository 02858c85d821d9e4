package org.docduel.stats.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.SelectedResult;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Page;
import org.docduel.stats.report.Html.Section;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.SuperiorityTest;

/**
 * Makes a report of JMH result files.
 *
 * <pre>{@code
 * Path page = Report.of(List.of(Path.of("out.json"))).write(Path.of("report"));
 * }</pre>
 *
 * <p>The same files and settings give the same bytes.
 */
public final class Report {
  /** Of more studies and rankings only so many get sections of their own. */
  private static final int MOST_STUDIES = 8;

  private final List<Path> files;
  private String title = "";
  private SuperiorityTest test = SuperiorityTest.withDefaults();
  private WantedPairs pairs = WantedPairs.ALL;
  private Selection selection = Selection.withDefaults();
  private String perOperation = "documents";

  private Report(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /**
   * A report of files with default settings: all pairs of the values of {@code store} or {@code
   * variant}, else of the first parameter that varies; Delta 20 %, alpha 5 %.
   *
   * @param files JMH JSON files, at least one; the sidecar beside each is read when there is one
   */
  public static Report of(List<Path> files) {
    return new Report(files);
  }

  /** Another title; the empty string chooses one. */
  public Report withTitle(String changed) {
    title = changed;
    return this;
  }

  /** Another test. */
  public Report withTest(SuperiorityTest changed) {
    test = changed;
    return this;
  }

  /** Other pairs. */
  public Report withPairs(WantedPairs changed) {
    pairs = changed;
    return this;
  }

  /** The results that match alone. */
  public Report withWhere(ParameterMatch where) {
    selection = selection.withWhere(where);
    return this;
  }

  /** A secondary metric, for example a server's own clock; the empty string for the primary one. */
  public Report withMetric(String metric) {
    selection = selection.withMetric(metric);
    return this;
  }

  /** A metric that is better when it is lower, or higher. */
  public Report withBetter(Quantity.Better better) {
    selection = selection.withBetter(better);
    return this;
  }

  /** The parameter that says how many things one operation handles. */
  public Report withPerOperation(String parameter) {
    perOperation = parameter;
    return this;
  }

  /**
   * Writes {@code report.html}, {@code figures/} and {@code tables/}. Everything is written beside
   * the directory first and moved in place at the end.
   *
   * @param directory new, empty, or holding an earlier report and nothing else
   * @return the HTML page
   * @throws BadInputException if a file or the settings cannot be used, or the directory holds
   *     something else or cannot be written; nothing has changed then
   */
  public Path write(Path directory) {
    PageFiles.requireUsable(directory);
    return PageFiles.write(Html.files(page()), directory);
  }

  /** The report before it is written. */
  Page page() {
    if (files.isEmpty()) {
      throw new BadInputException("no file was given; name at least one JMH JSON file");
    }
    List<JmhResult> results = JmhFile.readAll(files);
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Selection.Selected usable = selection.usable(results);
    List<SelectedResult> selected = usable.results();
    List<Study> studies =
        Studies.of(selected, pairs.parameter(), test.approach().statistic(), sidecars);
    pairs.requirePresent(studies);
    List<JmhResult> used = selected.stream().flatMap(result -> result.results().stream()).toList();
    return new Pages(studies, sidecars, used).page(usable.leftOut());
  }

  /** Puts a page together, in the order a reader asks. */
  private final class Pages {
    private final List<Study> studies;
    private final List<SidecarFile> sidecars;
    private final List<JmhResult> results;
    private final List<Ranking> rankings;
    private final List<Section> sections = new ArrayList<>();
    private final List<Block> details = new ArrayList<>();
    private final Set<String> prefixes = new HashSet<>();
    private final Map<String, String> prefixOf = new HashMap<>();

    Pages(List<Study> studies, List<SidecarFile> sidecars, List<JmhResult> results) {
      this.studies = studies;
      this.sidecars = sidecars;
      this.results = results;
      this.rankings =
          Ranking.of(
              studies.stream().filter(study -> !byRate(study)).toList(),
              pairs,
              test.withLooks(PlannedLooks.of(sidecars)));
    }

    /** Whether scores are the rates that were asked for, which say nothing of who is faster. */
    private boolean byRate(Study study) {
      return OpenLoop.all(study) && selection.metric().isEmpty();
    }

    Page page(List<String> leftOut) {
      List<Statement> lead = new ArrayList<>();
      List<Block> opening = new ArrayList<>();
      List<Finding> findings = new ArrayList<>();
      List<Study> shown = studies.subList(0, Math.min(MOST_STUDIES, studies.size()));
      for (Study study : shown) {
        String prefix = prefix(study);
        add(
            prefix + "suite",
            about(study),
            "Which one for which question?",
            Suites.of(study, prefix, sidecars));
      }
      for (Ranking ranking : rankings.subList(0, Math.min(MOST_STUDIES, rankings.size()))) {
        String about = rankings.size() == 1 ? "" : about(ranking);
        String prefix = rankings.size() == 1 ? "" : prefix(ranking.study().compare());
        Verdicts verdicts = new Verdicts(ranking, perOperation);
        lead.addAll(verdicts.statements(about));
        if (ranking.studies().stream().noneMatch(SuiteScores::isSuite)) {
          opening.addAll(verdicts.tables(prefix));
        }
        Pairs tested = new Pairs(ranking, prefix);
        add(prefix + "verdict", about, "Is the difference real?", tested.blocks());
        fold(about, "The test, pair by pair", tested.details());
        findings.addAll(Doubts.findings(ranking.pairs()));
      }
      for (Study study : shown) {
        study(study, lead, opening);
      }
      studies.forEach(study -> findings.addAll(Doubts.findings(study, about(study))));
      opening.addAll(Doubts.place(studies, sidecars));
      opening.addAll(Doubts.warnings(studies, sidecars, findings, leftOut));
      if (shown.size() < studies.size()) {
        fold("", "All scores", List.of(new Html.Shown(Details.scores(studies))));
      }
      fold("", "Stored sizes", Details.sizes(sidecars));
      fold("", "Checks", Details.checks(sidecars));
      fold("", "Findings", Details.findings(findings));
      fold("", "Not measured", Details.skips(sidecars));
      fold("", "Settings", Details.settings(sidecars));
      fold("", "Runs, machines and protocol", Details.runs(results, sidecars));
      add("details", "", "Details", details);
      return new Page(title(), lead, opening, sections, footer());
    }

    private void study(Study study, List<Statement> lead, List<Block> opening) {
      String about = about(study);
      String prefix = prefix(study);
      Measured measured = new Measured(study, prefix);
      if (byRate(study)) {
        lead.add(measured.sustained(about));
      } else if (rankings.stream().noneMatch(ranking -> ranking.studies().contains(study))) {
        lead.add(Verdicts.withoutComparison(study, about));
        opening.add(new Html.Shown(Details.scores(study, prefix, perOperation)));
      }
      add(prefix + "observations", about, "Every observation", measured.observations());
      add(prefix + "saturation", about, "How much is sustained?", measured.rates());
      add(prefix + "latency", about, "Latencies and response times", measured.latencies());
      add(prefix + "timeline", about, "Over the run", TimeSeries.figures(study, prefix));
      if (!byRate(study)) {
        add(prefix + "scaling", about, "How does it grow?", measured.growth());
        fold(about, "Query plans", Details.plans(study, prefix));
      }
      fold(
          about,
          "All scores",
          List.of(new Html.Shown(Details.scores(study, prefix, perOperation))));
      fold(about, "Held constant", Details.constants(study));
    }

    private void add(String id, String group, String heading, List<Block> blocks) {
      if (!blocks.isEmpty()) {
        sections.add(new Section(id, group, heading, blocks));
      }
    }

    private void fold(String about, String heading, List<Block> blocks) {
      if (!blocks.isEmpty()) {
        details.add(new Html.Fold(about.isEmpty() ? heading : heading + ": " + about, blocks));
      }
    }

    private String about(Study study) {
      return studies.size() == 1 ? "" : study.name();
    }

    private static String about(Ranking ranking) {
      int count = ranking.studies().size();
      return count == 1
          ? ranking.study().name()
          : "%s, %d benchmarks".formatted(ranking.study().compare(), count);
    }

    private String prefix(Study study) {
      return prefixOf.computeIfAbsent(
          study.name(), name -> studies.size() == 1 ? "" : prefix(name));
    }

    private String prefix(String name) {
      String base = Html.fileName(name);
      String candidate = base;
      for (int i = 2; !prefixes.add(candidate); i++) {
        candidate = base + "-" + i;
      }
      return candidate + "-";
    }

    private String title() {
      if (!title.isEmpty()) {
        return title;
      }
      String metric = selection.metric();
      Function<Study, String> name =
          study ->
              study.first().shortName()
                  + (metric.isEmpty() ? "" : ", " + metric)
                  + (study.compare().isEmpty() ? "" : " by " + study.compare());
      List<String> names = studies.stream().map(name).distinct().toList();
      return names.size() <= MOST_STUDIES ? String.join("; ", names) : Verdicts.names(names, 2);
    }

    private List<String> footer() {
      String from =
          results.stream()
              .map(result -> result.source().file())
              .distinct()
              .collect(Collectors.joining(", "));
      List<String> lines = new ArrayList<>();
      lines.add(
          "Made by DocDuel from %s of %s."
              .formatted(Numbers.count(results.size(), "result", "results"), from));
      if (studies.size() > MOST_STUDIES) {
        lines.add(
            "%d of %d benchmarks have sections of their own; choose others with --where."
                .formatted(MOST_STUDIES, studies.size()));
      }
      lines.add(
          "The figures (SVG) and the tables (CSV) lie in figures/ and tables/ beside this page.");
      return lines;
    }
  }
}
