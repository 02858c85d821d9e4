package org.docduel.stats.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.SwitchTables;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Page;
import org.docduel.stats.report.Html.Section;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.PairwiseTest.Sides;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;

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
  /** What tells the results of two files apart that hold the same ones. */
  private static final String RUN = "run";

  /** Of more studies and rankings only so many get sections of their own. */
  private static final int MOST_STUDIES = 8;

  private final List<Path> files;
  private String title = "";
  private SuperiorityTest test = SuperiorityTest.withDefaults();
  private WantedPairs pairs = WantedPairs.ALL;
  private Selection selection = Selection.ALL;
  private String perOperation = "documents";
  private boolean merged;

  private Report(List<Path> files) {
    this.files = List.copyOf(files);
  }

  /**
   * A report of files with default settings: all pairs of the values of {@code store} or {@code
   * variant}, else as {@link ComparedSubjects#usual} says; Delta 20 %, alpha 5 %. Of two files with
   * the same results the second is compared with the first.
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

  /** What several files measured for the same parameters as runs of several machines, together. */
  public Report merged() {
    merged = true;
    return this;
  }

  /** Other pairs. */
  public Report withPairs(WantedPairs changed) {
    pairs = changed;
    return this;
  }

  /** Other results, or a secondary metric of theirs, for example a server's own clock. */
  public Report withSelection(Selection changed) {
    selection = changed;
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
    Selection.Selected usable = selected(results);
    List<SelectedResult> placed = SidecarFile.placed(files, usable.results());
    pairs = pairs.shown(placed);
    Twins twins = Twins.of(placed, test.withLooks(SidecarFile.plannedLooks(sidecars)));
    List<Study> studies = Study.of(twins.others(), pairs.parameter(), test.statistic(), sidecars);
    return new Pages(studies, sidecars, usable, twins).page();
  }

  /** What was chosen; of two files with the same results, as those of two runs. */
  private Selection.Selected selected(List<JmhResult> results) {
    Selection.Selected all = selection.usable(results);
    if (merged || all.results().stream().allMatch(one -> one.results().size() == 1)) {
      return all;
    }
    List<String> names = files.stream().map(Path::toString).toList();
    if (names.size() > 2) {
      throw new BadInputException(
          "%s hold the same results; give two, before and after, or --merge for runs of several machines"
              .formatted(String.join(", ", names)));
    }
    List<SelectedResult> runs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (String name : names) {
      Selection.Selected one =
          selection.usable(
              results.stream().filter(result -> result.source().file().equals(name)).toList());
      leftOut.addAll(one.leftOut());
      one.results()
          .forEach(result -> {
            Map<String, String> fields = new LinkedHashMap<>(result.fields());
            fields.put(RUN, name(name, names));
            runs.add(result.shownAs(fields));
          });
    }
    if (pairs.parameter().isEmpty()) {
      pairs = WantedPairs.of(new ComparedSubjects(RUN, List.of()));
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
    private final List<Study> studies;
    private final List<SidecarFile> sidecars;
    private final List<String> leftOut;
    private final Twins twins;
    private final List<JmhResult> results = new ArrayList<>();
    private final IdentityHashMap<SelectedResult, Score> scores = new IdentityHashMap<>();
    private final List<Statement> lead = new ArrayList<>();
    private final List<Block> opening = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final List<Block> details = new ArrayList<>();
    private final Set<String> prefixes = new HashSet<>();

    Pages(List<Study> studies, List<SidecarFile> sidecars, Selection.Selected usable, Twins twins) {
      this.twins = twins;
      this.studies = studies;
      this.sidecars = sidecars;
      this.leftOut = new ArrayList<>(usable.leftOut());
      usable.results().forEach(selected -> results.addAll(selected.results()));
      for (Study study : studies) {
        study.scores().forEach(score -> scores.put(score.selected(), score));
      }
    }

    /** Whether scores are the rates that were offered, which say nothing of who is faster. */
    private boolean byRate(Study study) {
      return study.openLoop()
          && study.scores().stream().allMatch(score -> score.selected().metric().isEmpty());
    }

    /** A ranking and the studies that it is of. */
    private record Ranked(List<Study> studies, Ranking ranking) {}

    /** One ranking for each compared parameter and quantity. */
    private List<Ranked> rankings() {
      Map<List<Object>, List<Study>> together = new LinkedHashMap<>();
      for (Study study : studies) {
        if (!study.compare().isEmpty() && !byRate(study)) {
          Quantity quantity = study.quantity();
          // Times that were measured as rates are times: both are one family.
          boolean time = quantity.kind() != Quantity.Kind.OTHER;
          List<Object> family =
              List.of(study.compare(), quantity.ratioOf(), time ? true : quantity.better());
          together.computeIfAbsent(family, k -> new ArrayList<>()).add(study);
        }
      }
      requirePresent();
      SuperiorityTest planned = twins.in(test.withLooks(SidecarFile.plannedLooks(sidecars)));
      List<Ranked> rankings = new ArrayList<>();
      List<BadInputException> reasons = new ArrayList<>();
      for (List<Study> family : together.values()) {
        String parameter = family.get(0).compare();
        List<String> among = pairs.subjects().values();
        List<SelectedResult> all =
            family.stream().flatMap(study -> study.scores().stream()).map(Score::selected).toList();
        boolean named = !among.isEmpty() || !pairs.wanted().isEmpty();
        List<SelectedResult> members =
            (named ? all : SidecarFile.competing(sidecars, all))
                .stream()
                    .filter(result -> among.isEmpty() || among.contains(result.field(parameter)))
                    .sorted(
                        Comparator.comparingInt(result -> among.indexOf(result.field(parameter))))
                    .toList();
        try {
          PairwiseTest pairwise = new PairwiseTest(planned, parameter, List.of());
          rankings.add(new Ranked(family, Ranking.of(members, pairwise, pairs.wanted())));
        } catch (BadInputException e) {
          reasons.add(e);
        }
      }
      for (Sides sides : pairs.wanted()) {
        boolean tested =
            rankings.stream()
                .flatMap(each -> each.ranking().pairs().stream())
                .anyMatch(pair ->
                    pair.baseline().equals(sides.baseline())
                        && pair.candidate().equals(sides.candidate()));
        if (!tested) {
          throw reasons.isEmpty()
              ? new BadInputException(
                  "no matching pair: %s and %s share no value of the other parameters"
                      .formatted(sides.baseline(), sides.candidate()))
              : reasons.get(0);
        }
      }
      reasons.forEach(reason -> leftOut.add("from the verdicts: " + reason.getMessage()));
      return rankings;
    }

    private void requirePresent() {
      List<String> values = new ArrayList<>(pairs.subjects().values());
      pairs.wanted().forEach(pair -> values.addAll(List.of(pair.baseline(), pair.candidate())));
      List<String> known =
          studies.stream().flatMap(study -> study.subjects().stream()).distinct().toList();
      for (String value : values) {
        if (!known.contains(value)) {
          throw new BadInputException(
              "no result has %s=%s; there are %s"
                  .formatted(pairs.subjects().parameter(), value, String.join(", ", known)));
        }
      }
    }

    Page page() {
      List<Ranked> rankings = rankings();
      List<Study> shown = studies.subList(0, Math.min(MOST_STUDIES, studies.size()));
      IdentityHashMap<Study, String> named = new IdentityHashMap<>();
      shown.forEach(study -> named.put(study, studies.size() == 1 ? "" : prefix(study.name())));
      for (Study study : shown) {
        String prefix = named.getOrDefault(study, "");
        add(
            prefix + "suite",
            study,
            "Which one for which query?",
            Suites.of(study, prefix, sidecars));
      }
      for (Ranked each : rankings.subList(0, Math.min(MOST_STUDIES, rankings.size()))) {
        verdicts(each, rankings.size() == 1);
      }
      for (Study study : shown) {
        boolean ranked = rankings.stream().anyMatch(each -> each.studies().contains(study));
        study(study, named.getOrDefault(study, ""), ranked);
      }
      sections.addAll(Details.planChanges(sidecars));
      opening.addAll(Doubts.place(studies, sidecars));
      twins.sentences().forEach(sentence -> opening.add(new Html.Prose(sentence + ".")));
      List<String> doubts =
          Doubts.of(studies, rankings.stream().map(Ranked::ranking).toList(), sidecars, leftOut);
      if (doubts.size() > Doubts.MOST) {
        List<String> first = new ArrayList<>(doubts.subList(0, Doubts.MOST - 1));
        first.add("%d more in the details.".formatted(doubts.size() - first.size()));
        opening.add(new Html.Warning("Read with care", first));
        fold("", "Read with care", List.of(new Html.Warning("Read with care", doubts)));
      } else if (!doubts.isEmpty()) {
        opening.add(new Html.Warning("Read with care", doubts));
      }
      if (shown.size() < studies.size()) {
        fold("", "All scores", List.of(new Html.Shown(Details.scores(studies))));
      }
      fold("", "Stored sizes", Details.sizes(sidecars));
      fold("", "Checks", Details.checks(sidecars));
      fold("", "Not measured", Details.skips(sidecars));
      fold("", "Settings of the servers", Details.servers(sidecars));
      fold("", "Machines, runs and settings", Details.settings(results, sidecars, studies));
      sections.add(new Section("details", "", "Details", details));
      return new Page(title(), lead, opening, sections, footer());
    }

    private void verdicts(Ranked each, boolean single) {
      Ranking ranking = each.ranking();
      String prefix = single ? "" : prefix(ranking.parameter());
      String about =
          single
              ? ""
              : each.studies().size() == 1
                  ? each.studies().get(0).name()
                  : "%s, %d benchmarks".formatted(ranking.parameter(), each.studies().size());
      Verdicts verdicts =
          new Verdicts(ranking, pairs.wanted().isEmpty(), prefix, perOperation, scores);
      lead.addAll(verdicts.statements(about));
      if (each.studies().stream().noneMatch(Suites::isSuite)) {
        opening.addAll(verdicts.tables());
      }
      switches(each, prefix);
      sections.add(
          new Section(prefix + "verdict", about, "Is the difference real?", verdicts.forest()));
      fold(about, "The test, pair by pair", verdicts.details());
    }

    /** What would turn the verdict, where a run tried switches. */
    private void switches(Ranked each, String prefix) {
      List<Sidecar.Switch> switches = SidecarFile.switches(sidecars);
      if (switches.isEmpty()) {
        return;
      }
      List<SelectedResult> members =
          each.studies().stream()
              .flatMap(study -> study.scores().stream())
              .map(Score::selected)
              .toList();
      List<Block> figures = new ArrayList<>();
      try {
        for (SwitchTables pair : SwitchTables.of(switches, each.ranking().parameter(), members)) {
          String name = prefix + "switches-" + Html.fileName(pair.pair());
          lead.add(
              new Statement(
                  "", pair.sentence(), pair.turns() + " " + pair.nearest(), Table.Tone.UNDECIDED));
          figures.add(
              new Html.Figure(
                  name,
                  "By which factor each switch changes the ratio of %s. The shaded strip is the interval of the dummy: what noise makes. %s"
                      .formatted(pair.pair(), SwitchTables.LIMITS),
                  List.of(Charts.tornado(pair)),
                  pair.table().withName(name)));
          fold(
              pair.pair(),
              "Set-ups and switches",
              List.of(
                  new Html.Shown(pair.table().withName(name)),
                  new Html.Shown(pair.setUps().withName(name + "-set-ups"))));
        }
        sections.add(new Section(prefix + "switches", "", "What would turn it?", figures));
      } catch (BadInputException e) {
        leftOut.add("from the switches: " + e.getMessage());
      }
    }

    private void study(Study study, String prefix, boolean ranked) {
      Table scores = Details.scores(study, prefix, perOperation);
      Figures figures = new Figures(study, prefix, scores);
      Optional<Statement> sustained =
          study.openLoop() && selection.metric().isEmpty()
              ? figures.sustained(about(study))
              : Optional.empty();
      sustained.ifPresent(lead::add);
      if (sustained.isEmpty() && !ranked) {
        lead.add(withoutComparison(study));
        if (!Suites.isSuite(study)) {
          opening.add(new Html.Shown(scores));
        }
      }
      add(prefix + "parts", study, "Where does the time go?", figures.parts(sidecars));
      add(prefix + "observations", study, "Every observation", figures.observations());
      add(prefix + "saturation", study, "How much is sustained?", figures.rates());
      add(prefix + "latency", study, "Latencies and response times", figures.latencies());
      add(prefix + "timeline", study, "Over the run", TimeSeries.figures(study, prefix));
      if (!byRate(study)) {
        if (SidecarFile.switches(sidecars).isEmpty()) {
          add(prefix + "scaling", study, "How does it grow?", figures.growth());
        }
        fold(about(study), "Answers", Suites.answers(study, prefix, sidecars));
        fold(about(study), "Query plans", Details.plans(study, prefix));
      }
      fold(about(study), "All scores", List.of(new Html.Shown(scores)));
    }

    private Statement withoutComparison(Study study) {
      double[] levels = study.scores().stream().mapToDouble(Score::level).sorted().toArray();
      String low = Numbers.of(levels[0], study.quantity());
      String high = Numbers.of(levels[levels.length - 1], study.quantity());
      return new Statement(
          about(study),
          "%s %s %s%s (%s)."
              .formatted(
                  study.name(),
                  study.quantity().rate() ? "does" : "takes",
                  low.equals(high) ? low : low + " to " + high,
                  study.quantity().rate() ? "" : " per operation",
                  study.scores().get(0).statistic().label()),
          study.compare().isEmpty()
              ? "One candidate alone: there is nothing to compare."
              : "No two subjects can be compared, so nothing was tested.",
          Table.Tone.UNDECIDED);
    }

    private void add(String id, Study study, String heading, List<Block> blocks) {
      if (!blocks.isEmpty()) {
        sections.add(new Section(id, about(study), heading, blocks));
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

    private String prefix(String name) {
      String prefix = Html.free(Html.fileName(name), "", prefixes);
      prefixes.add(prefix);
      return prefix + "-";
    }

    private String title() {
      if (!title.isEmpty()) {
        return title;
      }
      List<String> names =
          studies.stream()
              .map(study ->
                  study.first().shortName()
                      + metric(study)
                      + (study.compare().isEmpty() ? "" : " by " + study.compare()))
              .distinct()
              .toList();
      return Printable.some(names, names.size() <= MOST_STUDIES ? MOST_STUDIES : 3, "; ");
    }

    private static String metric(Study study) {
      String metric = study.scores().get(0).selected().metric();
      return metric.isEmpty() ? "" : ", " + metric;
    }

    private List<String> footer() {
      String from =
          results.stream()
              .map(result -> result.source().file())
              .distinct()
              .collect(Collectors.joining(", "));
      String count = Numbers.count(results.size(), "result", "results");
      String some =
          "%d of %d benchmarks have sections of their own; choose others with --where."
              .formatted(MOST_STUDIES, studies.size());
      return Stream.of(
              "Made by DocDuel from %s of %s.".formatted(count, from),
              studies.size() > MOST_STUDIES ? some : "",
              "The figures (SVG) and the tables (CSV) lie in figures/ and tables/ beside this page.")
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  /**
   * Who meets whom in a report.
   *
   * @param subjects the compared parameter, empty when nobody said, and those of its values that
   *     take part
   * @param wanted pairs of its values; empty for all pairs
   */
  public record WantedPairs(ComparedSubjects subjects, List<Sides> wanted) {
    /** Nothing asked for: the report chooses the parameter and tests all pairs. */
    public static final WantedPairs ALL = of(new ComparedSubjects("", List.of()));

    public WantedPairs {
      wanted = List.copyOf(wanted);
    }

    /** All pairs. The values that take no part keep their scores but get no verdict. */
    public static WantedPairs of(ComparedSubjects subjects) {
      return new WantedPairs(subjects, List.of());
    }

    /**
     * Baselines and candidates, matched by their place.
     *
     * @throws BadInputException if there are not as many of both, a pair is one value twice, or
     *     they name more than one parameter
     */
    public static WantedPairs of(List<ParameterMatch> baselines, List<ParameterMatch> candidates) {
      if (baselines.size() != candidates.size()) {
        throw new BadInputException(
            "there are %d baselines and %d candidates; give a candidate for each baseline"
                .formatted(baselines.size(), candidates.size()));
      }
      String parameter = String.join(",", baselines.get(0).keys());
      List<Sides> pairs = new ArrayList<>();
      for (int i = 0; i < baselines.size(); i++) {
        Sides pair =
            new Sides(value(baselines.get(i), parameter), value(candidates.get(i), parameter));
        if (pair.baseline().equals(pair.candidate())) {
          throw new BadInputException(
              "'%s' is baseline and candidate; name two values".formatted(baselines.get(i)));
        }
        pairs.add(pair);
      }
      return new WantedPairs(new ComparedSubjects(parameter, List.of()), pairs);
    }

    /** The same of the values that results show. */
    WantedPairs shown(List<SelectedResult> results) {
      String parameter = subjects.parameter();
      return new WantedPairs(
          new ComparedSubjects(parameter, subjects.shown(results)),
          wanted.stream()
              .map(pair ->
                  new Sides(
                      ComparedSubjects.shown(parameter, pair.baseline(), results).get(0),
                      ComparedSubjects.shown(parameter, pair.candidate(), results).get(0)))
              .toList());
    }

    private static String value(ParameterMatch match, String parameter) {
      String value = match.values().get(parameter);
      if (value == null || match.keys().size() != 1) {
        throw new BadInputException(
            "'%s': a report compares the values of one parameter; name the same single parameter in"
                    .formatted(match)
                + " every baseline and candidate, and choose the rest with --where");
      }
      return value;
    }

    /** The compared parameter; empty when nobody said. */
    Optional<String> parameter() {
      return Optional.of(subjects.parameter()).filter(name -> !name.isEmpty());
    }
  }
}
