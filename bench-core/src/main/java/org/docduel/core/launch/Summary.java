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
import org.docduel.core.fork.StoreState;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;
import org.docduel.core.workload.Subjects;
import org.docduel.stats.cli.Main;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.PlanChanges;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are. The paths are printed whatever happens to the rest.
 */
final class Summary {
  private final Plan plan;
  private final RunRecord record;
  private final RunFiles files;
  private final Comparisons comparisons;
  private final Labels labels;
  private final PrintStream log;
  private final PrintWriter out;
  private boolean reported;
  private boolean failed;

  /** Of a run. */
  Summary(
      Plan plan,
      RunRecord record,
      RunFiles files,
      Comparisons comparisons,
      Labels labels,
      PrintStream log,
      PrintWriter out) {
    this.plan = plan;
    this.record = record;
    this.files = files;
    this.comparisons = comparisons;
    this.labels = labels;
    this.log = log;
    this.out = out;
  }

  /** Prints the summary. */
  boolean print(boolean report) {
    Map<String, List<RunResult>> benchmarks = byBenchmark();
    MeasuredTables tables = new MeasuredTables(labels, labels.order(parameters(record.results())));
    attempt(
        "the ranking",
        () -> benchmarks.forEach((name, results) -> ranking(name, results).forEach(out::println)));
    attempt(
        "the tables",
        () -> benchmarks.forEach((name, results) -> tables(name, results, benchmarks.size() > 1)));
    attempt("the response times", () -> block(tables.responseTimes(record.latencies())));
    attempt("the profilers' metrics", () -> block(tables.profilerMetrics(record.results())));
    attempt("the stored sizes", () -> block(tables.storedSizes(record.stores())));
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

  /** A failure here costs a table and the run's good end, and no result. */
  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      failed = true;
      out.println(
          "failed: "
              + what
              + " cannot be made ("
              + e
              + "); the results are written, and the log has the details");
      e.printStackTrace(log);
      log.flush();
    }
  }

  private void block(List<String> lines) {
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  private Map<String, List<RunResult>> byBenchmark() {
    return record.results().stream()
        .collect(
            Collectors.groupingBy(
                result -> result.getParams().getBenchmark(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** That of the result tables: forks of several combinations run in another one. */
  private void tables(String benchmark, List<RunResult> results, boolean named) {
    PrimaryMetric metric = plan.workload().experiment(benchmark).primaryMetric();
    List<String> more = new ArrayList<>(List.of("--items", metric.items()));
    String by = labelling(benchmark, results);
    if (!by.isEmpty()) {
      more.addAll(List.of("--by", by));
    }
    if (named) {
      out.println();
      out.println(new Combination(benchmark, Map.of()).shortName());
    }
    stats("summary", benchmark, metric, more);
    comparison(benchmark, results)
        .ifPresent(who ->
            stats(
                record.switches().isEmpty() ? "superiority" : "flip",
                benchmark,
                metric,
                List.of("--compare", who)));
  }

  private String labelling(String benchmark, List<RunResult> results) {
    return labelling(
        plan.kept().stream().filter(one -> one.benchmark().equals(benchmark)).toList(),
        parameters(results));
  }

  /** What differs in the plan names a row even where the others failed. */
  static String labelling(List<Combination> plan, List<Map<String, String>> measured) {
    List<Map<String, String>> all = new ArrayList<>(measured);
    plan.forEach(one -> all.add(one.parameters()));
    return measured.get(0).keySet().stream()
        .filter(name -> all.stream().map(one -> one.getOrDefault(name, "")).distinct().count() > 1)
        .collect(Collectors.joining(","));
  }

  private Optional<String> comparison(String benchmark, List<RunResult> results) {
    return comparisons.of(benchmark, parameters(results));
  }

  private static List<Map<String, String>> parameters(List<RunResult> results) {
    return results.stream().map(result -> StoreState.parameters(result.getParams())).toList();
  }

  private List<String> ranking(String benchmark, List<RunResult> results) {
    Experiment experiment = plan.workload().experiment(benchmark);
    if (experiment.needs().isEmpty() || !record.switches().isEmpty()) {
      return List.of();
    }
    Subjects subjects = experiment.subjects(plan.stores());
    Set<String> present = comparisons.present(parameters(results), subjects);
    if (present.size() < 2) {
      return List.of();
    }
    Ranking ranking =
        comparisons.ranking(
            files.json,
            benchmark,
            subjects.parameter() + "=" + String.join(",", present),
            record.looks());
    List<String> lines = new ArrayList<>(List.of(ranking.sentence()));
    ranking.sentences().forEach(sentence -> lines.add("  " + sentence));
    return lines;
  }

  private void twins(Set<String> benchmarks) {
    for (String benchmark : benchmarks) {
      comparisons
          .twins(files.json, benchmark, record.looks())
          .forEach(line ->
              out.println(
                  line
                      + (benchmarks.size() > 1
                          ? ", " + new Combination(benchmark, Map.of()).shortName()
                          : "")));
    }
  }

  private void stats(String command, String benchmark, PrimaryMetric metric, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.json.toString()));
    arguments.addAll(more);
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!metric.metric().isEmpty()) {
      arguments.addAll(List.of("--metric", metric.metric()));
    }
    out.println();
    failed |= Main.run(out, out, arguments.toArray(String[]::new)) != Main.DONE;
    out.flush();
  }

  private void report(String benchmark, List<RunResult> results) {
    Experiment experiment = plan.workload().experiment(benchmark);
    PrimaryMetric metric = experiment.primaryMetric();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "report",
                files.json.toString(),
                "-o",
                files.report.toString(),
                "--per",
                metric.items()));
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
    if (!reported) {
      return;
    }
    path("report", files.report.resolve("report.html"));
    // the report's first figure of a long run in time; those of its metrics lie beside it
    path("series", files.report.resolve(Path.of("figures", "timeline.svg")));
  }

  private void path(String what, Path file) {
    if (Files.exists(file)) {
      out.printf("%-9s %s%n", what, RunFiles.shown(file));
    }
  }
}
