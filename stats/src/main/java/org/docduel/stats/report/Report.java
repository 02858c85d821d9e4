package org.docduel.stats.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ClientTables;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.ranking.OperationCosts;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.SwitchEffects;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.ranking.WeightedTotals;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Page;
import org.docduel.stats.report.Html.Section;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Switch;

/**
 * A report of JMH result files. The same files and settings give the same bytes.
 *
 * @param files JMH JSON files, at least one; the sidecar beside each is read when there is one. Of
 *     two with the same results the second is compared with the first
 * @param merged whether what several files measured for the same parameters is one sample, of runs
 *     of several machines
 * @param subjects the values of their parameter that are not named keep their scores
 * @param selection of results, or of a secondary metric of theirs, for example a server's own clock
 * @param perOperation how many things one operation handles: a parameter that says it, or a number
 * @param documents whether the page may show parts of documents: rows of answers, and query plans
 * @param costs prices of what an operation uses
 */
public record Report(
    List<Path> files,
    boolean merged,
    SuperiorityTest test,
    ComparedSubjects subjects,
    Selection selection,
    String perOperation,
    boolean documents,
    OperationCosts costs) {
  /** Without prices. */
  public Report(
      List<Path> files,
      boolean merged,
      SuperiorityTest test,
      ComparedSubjects subjects,
      Selection selection,
      String perOperation,
      boolean documents) {
    this(
        files, merged, test, subjects, selection, perOperation, documents, OperationCosts.UNPRICED);
  }

  /** What tells the results of two files apart that hold the same ones. */
  private static final String RUN = "run";

  /** Of more studies and rankings only so many get sections of their own. */
  private static final int MAX_STUDIES = 8;

  private static final Set<String> HOLD_DOCUMENTS =
      Set.of("Which plans changed?", "Checks", "Answers", "Query plans");

  /** More verdicts than that are in the details alone. */
  private static final int MAX_STATEMENTS = 30;

  /**
   * Writes {@code report.html}, {@code figures/} and {@code tables/}. Everything is written beside
   * the directory first and moved in place at the end.
   *
   * @param directory new, empty, or holding an earlier report and nothing else
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
    List<JmhResult> results = costs.addTo(JmhFile.readAll(files));
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Selection judging = selection.judging(SidecarFile.metrics(sidecars));
    Selection.Selected all = judging.usable(results);
    boolean runs =
        !merged && all.results().stream().anyMatch(result -> result.results().size() > 1);
    Selection.Selected usable = runs ? runs(results, judging) : all;
    ComparedSubjects compared =
        runs && !subjects.isSpecified() ? new ComparedSubjects(RUN, List.of()) : subjects;
    List<SelectedResult> placed = SidecarFile.placed(sidecars, usable.results());
    SuperiorityTest planned = test.withLooks(SidecarFile.plannedLooks(sidecars));
    Study.requireReadable(placed);
    if (compared.isSpecified()) {
      SelectedResult.requireKnown(List.of(compared.parameter()), placed);
    }
    List<Contest> contests = Contest.of(placed, sidecars, compared, planned, List.of());
    List<Study> studies = Study.of(contests, compared.parameter(), test.statistic(), sidecars);
    return new Pages(sidecars, usable, contests, studies).page();
  }

  /** Two files with the same results as those of two runs. */
  private Selection.Selected runs(List<JmhResult> results, Selection judging) {
    List<String> names = files.stream().map(Path::toString).toList();
    if (names.size() > 2) {
      throw new BadInputException(
          "%s hold the same results; give two, before and after, or --merge for runs of several machines"
              .formatted(String.join(", ", names)));
    }
    List<SelectedResult> runs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (String name : names) {
      Selection.Selected selected =
          judging.usable(
              results.stream().filter(result -> result.source().file().equals(name)).toList());
      leftOut.addAll(selected.leftOut());
      selected
          .results()
          .forEach(result -> {
            Map<String, String> fields = new LinkedHashMap<>(result.fields());
            fields.put(RUN, name(name, names));
            runs.add(result.shownAs(fields));
          });
    }
    return new Selection.Selected(runs, leftOut);
  }

  /** A file without its directory and ending, where that tells it from the other one. */
  private static String name(String file, List<String> files) {
    UnaryOperator<String> name =
        path -> String.valueOf(Path.of(path).getFileName()).replaceFirst("\\.json$", "");
    return files.stream().map(name).distinct().count() == files.size() ? name.apply(file) : file;
  }

  /** Puts a page together, in the order a reader asks. */
  private final class Pages {
    private final List<SidecarFile> files;
    private final List<Sidecar> sidecars;
    private final List<Contest> contests;
    private final List<Study> studies;
    private final List<Study> detailedStudies;
    private final List<String> leftOut;
    private final List<JmhResult> results;
    private final WorkloadText workload;
    private final IdentityHashMap<SelectedResult, Score> scores = new IdentityHashMap<>();
    private final List<Statement> lead = new ArrayList<>();
    private final List<Section> opening = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final List<Block> details = new ArrayList<>();

    Pages(
        List<SidecarFile> files,
        Selection.Selected usable,
        List<Contest> contests,
        List<Study> studies) {
      this.files = files;
      this.sidecars = files.stream().map(SidecarFile::sidecar).toList();
      this.contests = contests;
      this.studies = studies;
      this.detailedStudies = studies.subList(0, Math.min(MAX_STUDIES, studies.size()));
      this.leftOut = new ArrayList<>(usable.leftOut());
      this.results =
          usable.results().stream().flatMap(result -> result.results().stream()).toList();
      this.workload = new WorkloadText(studies, sidecars);
      for (Study study : studies) {
        for (Score score : study.scores()) {
          scores.put(score.selected(), score);
        }
      }
    }

    Page page() {
      for (Study study : detailedStudies) {
        List<Block> tables = Suites.of(study, sidecars);
        section("suite", about(study), "Which one for which query?", tables);
      }
      List<Contest> ranked =
          contests.stream().filter(contest -> contest.ranking().isPresent()).toList();
      List<String> trends = Caveats.trends(studies);
      Html.Trust trust = new TrustMarks(studies, files).marks(trends);
      opening.add(new Section("", "", "", List.of(trust.serious())));
      ranked.forEach(each -> verdicts(each, ranked.indexOf(each)));
      detailedStudies.forEach(this::study);
      if (documents) {
        section("plan-changes", "", "Which plans changed?", Details.planChanges(sidecars));
      }
      List<Block> care = new ArrayList<>();
      care.add(trust.others());
      care.addAll(Caveats.environment(studies, sidecars));
      for (Contest contest : contests) {
        for (String sentence : contest.twins().sentences()) {
          care.add(new Html.Prose(contest.prefixed(sentence) + "."));
        }
        boolean rivals =
            studies.stream()
                .filter(study -> study.contest().equals(contest))
                .anyMatch(study -> !study.compare().isEmpty() && !study.byRate());
        if (contest.ranking().isEmpty() && rivals) {
          leftOut.add("from the verdicts: " + contest.name() + ": " + contest.without());
        }
      }
      List<String> caveats = Caveats.of(studies, ranked, files, leftOut);
      if (!caveats.isEmpty()) {
        care.add(new Html.Warning(caveats));
      }
      opening.add(new Section("", "", "", care));
      fold("", "All scores", List.of(new Html.TableBlock(Details.scores(studies, perOperation))));
      fold("", "Stored sizes", Details.sizes(sidecars));
      if (documents) {
        fold("", "Checks", Details.checks(sidecars));
      }
      fold("", "Not measured", Details.skips(sidecars));
      ClientTables.of(files)
          .forEach(each -> fold("", "Clients", List.of(new Html.TableBlock(each.table()))));
      fold("", "Settings of the servers", Details.servers(sidecars));
      fold("", "Machines, runs and settings", Details.settings(results, files, studies));
      fold("", "Share", share(trust));
      section("details", "", "Details", details);
      return new Page(title(), workload.sentences(), example(), lead, opening, sections, footer());
    }

    private String example() {
      return documents ? workload.example().orElse("") : "";
    }

    private List<Block> share(Html.Trust trust) {
      List<Block> blocks = new ArrayList<>();
      List<String> shown =
          Stream.concat(
                  example().isEmpty() ? Stream.of() : Stream.of("the document at the top"),
                  Stream.concat(sections.stream(), details.stream().map(Section.class::cast))
                      .map(Section::heading)
                      .filter(HOLD_DOCUMENTS::contains))
              .distinct()
              .toList();
      blocks.add(
          new Html.Prose(
              !documents
                  ? "The example, checks, answers and plans are left out, since they may show parts of documents."
                  : shown.isEmpty()
                      ? "No part of this page shows documents."
                      : "These parts may show parts of documents: %s. The option --no-documents leaves them out."
                          .formatted(String.join(", ", shown))));
      blocks.addAll(
          new Share(title(), workload.sentences(), lead, trust.marks())
              .blocks(Report.this.files, files, contests));
      return blocks;
    }

    private void verdicts(Contest each, int place) {
      List<Study> contestStudies =
          studies.stream().filter(study -> study.contest().equals(each)).toList();
      Ranking ranking = each.ranking().orElseThrow();
      String about = each.displayName();
      Verdicts verdicts = new Verdicts(ranking, perOperation, scores);
      weightedTotals(each);
      if (place < MAX_STATEMENTS) {
        lead.add(new Headline(ranking).statement(about));
      }
      fold(about, "The test, pair by pair", verdicts.details());
      if (place >= MAX_STUDIES) {
        return;
      }
      boolean suite =
          contestStudies.stream().anyMatch(Suites::isSuite); // whose queries have their own table
      opening.add(
          new Section(
              "",
              about,
              "",
              verdicts.bars(
                  contestStudies.get(0)::series,
                  Details.scores(contestStudies, perOperation).withName("bars"))));
      section("times", about, "How long does each take?", verdicts.tables(!suite));
      if (!SidecarFile.switches(files).isEmpty()) {
        switches(each.rivals(), ranking, about);
      }
      section("verdict", about, "Is the difference real?", verdicts.forest());
    }

    /** What the calls of a minute take, before the verdict on all queries alike. */
    private void weightedTotals(Contest each) {
      WeightedTotals weighted = WeightedTotals.of(each, files);
      String about = each.displayName();
      for (WeightedTotals.Total total : weighted.totals()) {
        String evidence = String.join(". ", total.sentences()) + ".";
        Table.Tone tone = VerdictTables.tone(total.row().verdict());
        lead.add(new Statement(about, total.sentence(), evidence, tone));
      }
      if (!weighted.totals().isEmpty()) {
        Block totals = new Html.TableBlock(weighted.table());
        Block queries = new Html.TableBlock(weighted.queries(), true);
        section("weighted", about, "What do the calls of a minute take?", List.of(totals, queries));
      }
      weighted.missing().forEach(sentence -> leftOut.add(each.prefixed(sentence)));
    }

    /** What would turn the verdict of a run that tried switches: first the set-up of its user. */
    private void switches(List<SelectedResult> members, Ranking ranking, String about) {
      List<Block> figures = new ArrayList<>();
      List<Statement> own = new ArrayList<>();
      List<Switch> tried = SidecarFile.switches(files);
      try {
        for (SwitchEffects pair : SwitchEffects.of(tried, ranking.parameter(), members)) {
          String name = "switches-" + Html.fileName(pair.pair());
          List<String> sentences = pair.sentences();
          String evidence = sentences.get(1) + " " + sentences.get(2);
          own.add(new Statement("", sentences.get(0), evidence, Table.Tone.UNDECIDED));
          String caption =
              "By which factor each switch changes the ratio of %s. The shaded strip is the interval of the dummy: what noise makes. %s"
                  .formatted(pair.pair(), SwitchEffects.LIMITS);
          Table table = pair.table().withName(name);
          figures.add(new Html.Figure(name, caption, List.of(Charts.tornado(pair)), table));
        }
        lead.addAll(0, own);
        section("switches", about, "What would turn it?", figures);
      } catch (BadInputException e) {
        leftOut.add("from the switches: " + e.getMessage());
      }
    }

    private void study(Study study) {
      String about = about(study);
      Figures figures = new Figures(study, Details.scores(List.of(study), perOperation));
      Optional<Statement> sustained =
          study.openLoop() && selection.metric().isEmpty()
              ? figures.sustained(about)
              : Optional.empty();
      sustained.ifPresent(lead::add);
      if (sustained.isEmpty() && study.contest().ranking().isEmpty()) {
        lead.add(withoutComparison(study));
        if (!Suites.isSuite(study)) {
          opening.add(new Section("", about, "", List.of(new Html.TableBlock(figures.scores()))));
        }
      }
      List<SelectedResult> members = study.scores().stream().map(Score::selected).toList();
      ExplainTables explained = ExplainTables.of(files, study.compare(), members);
      section("parts", about, "Where does the time go?", Figures.parts(explained));
      section("saturation", about, "How much is sustained?", figures.rates());
      section("clients", about, "How many clients?", new ClientFigures(study, sidecars).blocks());
      section("latency", about, "Latencies and response times", figures.latencies());
      section("drift", about, "Does it get slower with time?", new HoursFigure(study).blocks());
      fold(about, "Every observation", figures.observations());
      fold(about, "Over the run", new Timelines(study).figures());
      if (!study.byRate()) {
        if (SidecarFile.switches(files).isEmpty()) {
          section("scaling", about, "How does it grow?", figures.growth());
        }
        if (documents) {
          fold(about, "Answers", Suites.answers(study, sidecars));
          fold(about, "Query plans", Details.plans(study));
        }
      }
      if (!explained.sides().isEmpty()) {
        Block costs = new Html.TableBlock(explained.perOperation());
        fold(about, "What an operation costs", List.of(costs));
      }
    }

    private Statement withoutComparison(Study study) {
      double[] levels = study.scores().stream().mapToDouble(Score::level).sorted().toArray();
      String low = Numbers.of(levels[0], study.quantity());
      String high = Numbers.of(levels[levels.length - 1], study.quantity());
      boolean rate = study.quantity().rate();
      return new Statement(
          about(study),
          "%s %s %s%s (%s)."
              .formatted(
                  study.name(),
                  rate ? "does" : "takes",
                  low.equals(high) ? low : low + " to " + high,
                  rate ? "" : " per operation",
                  study.statistic()),
          study.compare().isEmpty()
              ? "One candidate alone: there is nothing to compare."
              : "No two subjects can be compared, so nothing was tested.",
          Table.Tone.UNDECIDED);
    }

    private void section(String id, String about, String heading, List<Block> blocks) {
      if (!blocks.isEmpty()) {
        sections.add(new Section(id, about, heading, blocks));
      }
    }

    private void fold(String about, String heading, List<Block> blocks) {
      if (!blocks.isEmpty()) {
        details.add(new Section("", about, heading, blocks));
      }
    }

    private String about(Study study) {
      return studies.size() == 1 ? "" : study.name();
    }

    private String title() {
      Set<String> names = new LinkedHashSet<>();
      for (Study study : studies) {
        String metric = study.scores().get(0).selected().metric();
        String on =
            study.constants().entrySet().stream()
                .filter(each -> ComparedSubjects.isDefaultParameter(each.getKey()))
                .map(each -> " on " + each.getValue())
                .findFirst()
                .orElse("");
        names.add(
            study.contest().name()
                + (metric.isEmpty() ? "" : ", " + metric)
                + on
                + (study.compare().isEmpty() ? "" : " by " + study.compare()));
      }
      int max = names.size() <= MAX_STUDIES ? MAX_STUDIES : 3;
      return Printable.some(List.copyOf(names), max, "; ");
    }

    private List<String> footer() {
      List<String> lines = new ArrayList<>();
      List<String> from =
          results.stream().map(result -> result.source().file()).distinct().toList();
      lines.add(
          "Made by DocDuel from %s of %s."
              .formatted(
                  Numbers.count(results.size(), "result", "results"), String.join(", ", from)));
      if (studies.size() > MAX_STUDIES) {
        lines.add(
            "%d of %d benchmarks have sections of their own; choose others with --where."
                .formatted(MAX_STUDIES, studies.size()));
      }
      lines.add(
          "The figures (SVG) and the tables (CSV) lie in figures/ and tables/ beside this page.");
      return lines;
    }
  }
}
