package org.docduel.core.launch.result;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.cli.Main;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.WeightedTotals;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Output;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.SuperiorityTest;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are. The paths are printed whatever happens to the rest.
 */
public final class Summary {
  private static final String EXPLAIN = "explain";

  private final Plan plan;
  private final RunRecord record;
  private final RunFiles files;
  private final Labels labels;
  private final PrintStream log;
  private final PrintWriter out;
  private boolean reported;
  private boolean failed;

  /** What is told of one benchmark. */
  private final class BenchmarkSummary {
    private final String benchmark;
    private final List<RunResult> results;
    private final Experiment experiment;
    private final String subject;

    /** Who is compared, if anybody is. */
    private final Optional<String> who;

    private List<Contest> contests = List.of();

    BenchmarkSummary(String benchmark, List<RunResult> results) {
      this.benchmark = benchmark;
      this.results = results;
      experiment = plan.workload.experiment(benchmark);
      subject = experiment.subjects(plan.stores).parameter();
      who = plan.comparisons.of(benchmark, parameters(results));
    }

    private List<Contest> contests() {
      if (contests.isEmpty()) {
        contests = readContests(files.paths.json, benchmark, who.orElse(""), plan.arguments.looks);
      }
      return contests;
    }

    /** Begins a line where several contests have some. */
    private String name(Contest contest, boolean withName) {
      return withName || contests().size() > 1 ? contest.name() + ": " : "";
    }

    void ranking(boolean withName) {
      if (who.filter(comparison -> comparison.startsWith(subject + "=")).isPresent()
          && plan.switches.isEmpty()) {
        for (Contest contest : contests()) {
          String name = name(contest, withName);
          contest
              .ranking()
              .ifPresentOrElse(
                  ranking -> print(name, ranking.sentence(), ranking.sentences()),
                  () -> out.println(name + "no ranking: " + contest.without()));
        }
      }
    }

    private void print(String name, String sentence, List<String> more) {
      out.println(name + sentence);
      more.forEach(each -> out.println("  " + each));
    }

    /** What a verdict on a suite with weights begins with, whoever is compared. */
    void weightedTotals(boolean withName) {
      if (who.isPresent() && plan.switches.isEmpty() && record.hasWeights()) {
        for (Contest contest : contests()) {
          String name = name(contest, withName);
          WeightedTotals weighted =
              WeightedTotals.of(contest, SidecarFile.readAll(List.of(files.paths.json)));
          weighted.totals().forEach(total -> print(name, total.sentence(), total.sentences()));
          weighted.missing().forEach(sentence -> out.println(name + sentence));
        }
      }
    }

    void tables(boolean withName) {
      if (withName) {
        out.println();
        out.println(JmhResult.withoutPackage(benchmark));
      }
      List<String> summary =
          new ArrayList<>(List.of("summary", "--items", experiment.primaryMetric().items()));
      // what differs in the plan names a row even where the others failed
      Set<String> varying = Labels.varying(parameters(results).stream());
      varying.addAll(Labels.varying(plan.parametersOf(benchmark).stream()));
      if (plan.arguments.threadCounts.size() > 1) {
        varying.add(Labels.THREADS);
      }
      if (!varying.isEmpty()) {
        summary.addAll(List.of("--by", String.join(",", varying)));
      }
      stats(summary);
      who.ifPresent(compared ->
          stats(List.of(plan.switches.isEmpty() ? "superiority" : "flip", "--compare", compared)));
      if (plan.arguments.has(Option.EXPLAIN)) {
        List<String> explain = new ArrayList<>(List.of(EXPLAIN));
        if (!who.orElse(subject).isEmpty()) {
          explain.addAll(List.of("--compare", who.orElse(subject)));
        }
        stats(explain);
      }
    }

    private void stats(List<String> command) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--where", "benchmark=" + benchmark));
      arguments.add(1, files.paths.json.toString());
      out.println();
      boolean done = Main.run(out, out, arguments.toArray(String[]::new)) == Main.DONE;
      failed |= !done && !command.contains(EXPLAIN); // which may find that nothing was told
      out.flush();
    }

    /** One page for all. */
    void report(List<String> compared) {
      List<String> arguments = new ArrayList<>();
      arguments.addAll(
          List.of("report", files.paths.json.toString(), "-o", files.paths.report.toString()));
      arguments.addAll(List.of("--per", experiment.primaryMetric().items()));
      arguments.addAll(compared);
      PrintWriter page = new PrintWriter(Writer.nullWriter()); // its path comes with the others
      reported = Main.run(page, out, arguments.toArray(String[]::new)) == Main.DONE;
    }

    void trends(boolean withName) {
      for (Contest contest : contests()) {
        contest.trends().forEach(line -> out.println(name(contest, withName) + line));
      }
    }

    void twins(boolean withName) {
      List<Contest> contests = contests();
      for (Contest contest : contests) {
        String of = withName || contests.size() > 1 ? ", " + contest.name() : "";
        contest.twins().sentences().forEach(line -> out.println(line + of));
      }
    }
  }

  /**
   * The contests of a benchmark with their verdicts, as the tables print them.
   *
   * @param who is compared, as {@code --compare} takes it; empty when nobody is
   * @param looks how the forks were planned; empty for a fixed number
   */
  public static List<Contest> readContests(
      Path json, String benchmark, String who, Optional<Looks> looks) {
    List<Path> files = List.of(json);
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Selection selection =
        Selection.of("benchmark=" + benchmark, "").judging(SidecarFile.metrics(sidecars));
    return Contest.of(
        SidecarFile.placed(sidecars, selection.usable(JmhFile.readAll(files)).results()),
        sidecars,
        who.isEmpty() ? ComparedSubjects.UNSAID : ComparedSubjects.parse(who),
        SuperiorityTest.withDefaults().withLooks(looks),
        List.of());
  }

  public Summary(
      RunRecord record, RunFiles files, Labels labels, PrintStream log, PrintWriter out) {
    this.plan = record.plan;
    this.record = record;
    this.files = files;
    this.labels = labels;
    this.log = log;
    this.out = out;
  }

  /** Whether all of it could be made, the report too where it is wanted. */
  public boolean print(boolean report) {
    List<RunResult> results = record.results.inOrder();
    Map<String, List<RunResult>> benchmarks =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.getParams().getBenchmark(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    List<BenchmarkSummary> all = new ArrayList<>();
    benchmarks.forEach((benchmark, benchmarkResults) ->
        all.add(new BenchmarkSummary(benchmark, benchmarkResults)));
    boolean several = all.size() > 1;
    MeasuredTables measured =
        new MeasuredTables(
            plan.arguments.threadCounts.size() > 1 ? labels.withThreads() : labels,
            results.stream().map(MeasuredTables::parameters).toList());
    attempt("the weighted totals", () -> all.forEach(summary -> summary.weightedTotals(several)));
    attempt("the ranking", () -> all.forEach(summary -> summary.ranking(several)));
    attempt("the tables", () -> all.forEach(summary -> summary.tables(several)));
    attempt("the response times", () -> show(measured.responseTimes(files.latencies())));
    attempt("the profilers' metrics", () -> show(measured.profilerMetrics(results)));
    out.println();
    record.serverLines().forEach(out::println);
    PlanChanges.of(record.plans()).ifPresent(changes -> out.println(changes.sentence()));
    record.findings().forEach(finding -> out.println("note: " + finding));
    if (report) {
      attempt("the report", () -> all.get(0).report(compared(all)));
    }
    paths();
    WarmUpFact.summary(record.warmUps()).ifPresent(out::println);
    attempt("the lines on steady states", () -> all.forEach(summary -> summary.trends(several)));
    if (plan.arguments.has(Option.TWIN)) {
      attempt("the twin's line", () -> all.forEach(summary -> summary.twins(several)));
    }
    out.flush();
    return !failed && (reported || !report);
  }

  /**
   * What all benchmarks compare, as an option; nothing where each compares something else. Without
   * values: each benchmark has its own, in the order in which they meet here.
   */
  private static List<String> compared(List<BenchmarkSummary> all) {
    List<String> names =
        all.stream()
            .flatMap(summary -> summary.who.stream())
            .map(who -> ComparedSubjects.parse(who).parameter())
            .distinct()
            .toList();
    return names.size() == 1 ? List.of("--compare", names.get(0)) : List.of();
  }

  /**
   * A failure here costs a table and the run's good end, and no result. It is a defect of ours,
   * whose trace is for the log.
   */
  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      failed = true;
      out.printf(
          "failed: %s cannot be made (%s); the results are written, and the log has the details%n",
          what, e);
      e.printStackTrace(log);
      log.flush();
    }
  }

  private void show(Output measured) {
    String text = Format.TEXT.render(measured);
    if (!text.isEmpty()) {
      out.println();
      out.print(text);
    }
  }

  private static List<Map<String, String>> parameters(List<RunResult> results) {
    return results.stream().map(result -> StoreState.parameters(result.getParams())).toList();
  }

  private void paths() {
    out.println();
    path("JMH JSON", files.paths.json);
    path("sidecar", files.paths.sidecar);
    if (!files.latencies.isEmpty()) {
      path("latencies", files.latencies.path);
    }
    if (reported) {
      path("report", files.paths.report.resolve("report.html"));
      // the report's first figure of a long run in time; those of its metrics lie beside it
      path("series", files.paths.report.resolve(Path.of("figures", "timeline.svg")));
    }
  }

  private void path(String what, Path file) {
    if (Files.exists(file)) {
      out.printf("%-9s %s%n", what, ResultPaths.displayPath(file));
    }
  }
}
