package org.docduel.core.launch;

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
import java.util.stream.Stream;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.cli.Main;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Output;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are. The paths are printed whatever happens to the rest.
 */
final class Summary {
  private final Plan plan;
  private final RunRecord record;
  private final RunFiles files;
  private final Labels labels;
  private final PrintStream log;
  private final PrintWriter out;
  private boolean reported;
  private boolean failed;

  Summary(
      Plan plan,
      RunRecord record,
      RunFiles files,
      Labels labels,
      PrintStream log,
      PrintWriter out) {
    this.plan = plan;
    this.record = record;
    this.files = files;
    this.labels = labels;
    this.log = log;
    this.out = out;
  }

  /** Whether all of it could be made, the report too where it is wanted. */
  boolean print(boolean report) {
    List<RunResult> results = record.results();
    Map<String, List<RunResult>> benchmarks =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.getParams().getBenchmark(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    MeasuredTables measured = new MeasuredTables(labels, parameters(results));
    attempt("the ranking", () -> benchmarks.forEach(this::ranking));
    attempt(
        "the tables",
        () -> benchmarks.forEach((name, own) -> tables(name, own, benchmarks.size() > 1)));
    attempt("the response times", () -> show(measured.responseTimes(record.latencies())));
    attempt("the profilers' metrics", () -> show(measured.profilerMetrics(results)));
    attempt("the stored sizes", () -> show(measured.storedSizes(record.stores())));
    out.println();
    record.serverLines().forEach(out::println);
    PlanChanges.of(record.plans()).ifPresent(changes -> out.println(changes.sentence()));
    record.findings().forEach(finding -> out.println("note: " + finding));
    if (report) {
      Map.Entry<String, List<RunResult>> first = benchmarks.entrySet().iterator().next();
      attempt("the report", () -> report(first.getKey(), first.getValue()));
    }
    paths();
    attempt("the twin's line", () -> twins(benchmarks.keySet()));
    out.flush();
    return !failed && (reported || !report);
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

  private void ranking(String benchmark, List<RunResult> results) {
    Optional<String> who =
        comparison(benchmark, results).filter(it -> it.startsWith(subjects(benchmark) + "="));
    if (who.isPresent() && plan.switches().isEmpty()) {
      Ranking ranking =
          plan.comparisons.ranking(files.json, benchmark, who.get(), plan.arguments.looks);
      out.println(ranking.sentence());
      ranking.sentences().forEach(sentence -> out.println("  " + sentence));
    }
  }

  private void tables(String benchmark, List<RunResult> results, boolean named) {
    Experiment experiment = plan.workload.experiment(benchmark);
    Optional<String> who = comparison(benchmark, results);
    String metric = plan.comparisons.metric(files.json, benchmark);
    String by = varying(benchmark, results);
    if (named) {
      out.println();
      out.println(shortName(benchmark));
    }
    stats(
        "summary",
        benchmark,
        metric,
        Stream.concat(
            Stream.of("--items", experiment.primaryMetric().items()),
            by.isEmpty() ? Stream.of() : Stream.of("--by", by)));
    who.ifPresent(compared ->
        stats(
            plan.switches().isEmpty() ? "superiority" : "flip",
            benchmark,
            metric,
            Stream.of("--compare", compared)));
    if (plan.arguments.has(Option.EXPLAIN) && (record.explains() || tellLoad(results))) {
      stats("explain", benchmark, metric, Stream.of("--compare", who.orElse(subjects(benchmark))));
    }
  }

  private static boolean tellLoad(List<RunResult> results) {
    return results.stream()
        .anyMatch(result ->
            result.getAggregatedResult().getSecondaryResults().containsKey(ClientLoad.CPU));
  }

  /** What differs in the plan names a row even where the others failed. */
  private String varying(String benchmark, List<RunResult> results) {
    Set<String> varying = Labels.varying(parameters(results).stream());
    varying.addAll(
        Labels.varying(
            plan
                .parametersOf(benchmark)
                .stream())); // apart: a suite's result has another name than asked
    return String.join(",", varying);
  }

  private Optional<String> comparison(String benchmark, List<RunResult> results) {
    return plan.comparisons.of(benchmark, parameters(results));
  }

  private String subjects(String benchmark) {
    return plan.workload.experiment(benchmark).subjects(plan.stores).parameter();
  }

  private static List<Map<String, String>> parameters(List<RunResult> results) {
    return results.stream().map(result -> StoreState.parameters(result.getParams())).toList();
  }

  private static String shortName(String benchmark) {
    return new Combination(benchmark, Map.of()).shortName();
  }

  private void twins(Set<String> benchmarks) {
    for (String benchmark : benchmarks) {
      String where = benchmarks.size() > 1 ? ", " + shortName(benchmark) : "";
      plan.comparisons
          .twins(files.json, benchmark, plan.arguments.looks)
          .sentences()
          .forEach(line -> out.println(line + where));
    }
  }

  private void stats(String command, String benchmark, String metric, Stream<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.json.toString()));
    more.forEach(arguments::add);
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!metric.isEmpty()) {
      arguments.addAll(List.of("--metric", metric));
    }
    out.println();
    failed |= Main.run(out, out, arguments.toArray(String[]::new)) != Main.DONE;
    out.flush();
  }

  private void report(String benchmark, List<RunResult> results) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("report", files.json.toString(), "-o", files.report.toString()));
    arguments.addAll(List.of("--per", plan.workload.experiment(benchmark).primaryMetric().items()));
    comparison(benchmark, results).ifPresent(who -> arguments.addAll(List.of("--compare", who)));
    PrintWriter page = new PrintWriter(Writer.nullWriter()); // its path is printed with the others
    reported = Main.run(page, out, arguments.toArray(String[]::new)) == Main.DONE;
  }

  private void paths() {
    out.println();
    path("JMH JSON", files.json);
    path("sidecar", files.sidecar);
    if (!record.latencies().isEmpty()) {
      path("latencies", files.latencies);
    }
    if (reported) {
      path("report", files.report.resolve("report.html"));
      // the report's first figure of a long run in time; those of its metrics lie beside it
      path("series", files.report.resolve(Path.of("figures", "timeline.svg")));
    }
  }

  private void path(String what, Path file) {
    if (Files.exists(file)) {
      out.printf("%-9s %s%n", what, RunFiles.shown(file));
    }
  }
}
