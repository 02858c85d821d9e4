package org.docduel.core.launch;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.StoreProviders;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.PrimaryMetric;
import org.docduel.core.workload.Subjects;
import org.docduel.core.workload.Workload;
import org.docduel.stats.cli.Main;
import org.docduel.stats.ranking.Ranking;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are. The paths are printed whatever happens to the rest.
 */
public final class RunSummary {
  private final RunFiles files;
  private final Workload workload;
  private final Comparisons comparisons;
  private final Labels labels;
  private final PrintStream log;
  private final PrintWriter out;
  private boolean reported;

  /**
   * Of a run.
   *
   * @param files its files, written
   * @param workload what ran
   * @param comparisons who is compared
   * @param labels how combinations are called
   * @param log for the details of a failure
   * @param out where it is said
   */
  public RunSummary(
      RunFiles files,
      Workload workload,
      Comparisons comparisons,
      Labels labels,
      PrintStream log,
      PrintWriter out) {
    this.files = files;
    this.workload = workload;
    this.comparisons = comparisons;
    this.labels = labels;
    this.log = log;
    this.out = out;
  }

  /**
   * Prints the summary.
   *
   * @param report whether the report is written
   * @return whether all that was asked for is there: a report that is not written fails the run
   */
  public boolean print(boolean report) {
    Map<String, List<RunResult>> benchmarks = byBenchmark();
    attempt(
        "the ranking",
        () -> benchmarks.forEach((name, results) -> ranking(name, results).forEach(out::println)));
    attempt("the tables", () -> benchmarks.forEach(this::tables));
    attempt("the response times", this::responseTimes);
    attempt("the profilers' metrics", this::profilerMetrics);
    attempt("the stored sizes", this::storedSizes);
    out.println();
    files.serverLines().forEach(out::println);
    files.findings().forEach(finding -> out.println("note: " + finding));
    if (report) {
      Map.Entry<String, List<RunResult>> first = benchmarks.entrySet().iterator().next();
      attempt("the report", () -> report(first.getKey(), first.getValue()));
    }
    paths();
    out.flush();
    return reported || !report;
  }

  /** A failure here costs a table, and no result. */
  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      out.println(
          "note: "
              + what
              + " cannot be made ("
              + e
              + "); the results are written, and the log has the details");
      e.printStackTrace(log);
      log.flush();
    }
  }

  private Map<String, List<RunResult>> byBenchmark() {
    return files.results().stream()
        .collect(
            Collectors.groupingBy(
                result -> result.getParams().getBenchmark(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private void responseTimes() {
    List<String> lines = new ResponseTimes(files.latencyLog(), labels).lines(order());
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  /** That of the result tables: forks of several combinations run in another one. */
  private Comparator<String> order() {
    return labels.order(parameters(files.results()));
  }

  private void profilerMetrics() {
    List<String> lines = new ProfilerMetrics(files.results(), labels).lines();
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  private void storedSizes() {
    List<String> lines = new StoredSizes(files.stores(), labels).lines(order());
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  private void tables(String benchmark, List<RunResult> results) {
    Experiment experiment = workload.experiment(benchmark);
    PrimaryMetric metric = experiment.primaryMetric();
    stats("summary", benchmark, metric, List.of("--items", metric.items()));
    comparison(benchmark, results)
        .ifPresent(who -> stats("superiority", benchmark, metric, List.of("--compare", who)));
  }

  private Optional<String> comparison(String benchmark, List<RunResult> results) {
    return comparisons.of(benchmark, parameters(results));
  }

  private static List<Map<String, String>> parameters(List<RunResult> results) {
    return results.stream().map(result -> StoreState.parameters(result.getParams())).toList();
  }

  private List<String> ranking(String benchmark, List<RunResult> results) {
    Experiment experiment = workload.experiment(benchmark);
    if (experiment.needs().isEmpty()) {
      return List.of();
    }
    Subjects subjects = experiment.subjects(StoreProviders.all());
    Set<String> present = comparisons.present(parameters(results), subjects);
    if (present.size() < 2) {
      return List.of();
    }
    Ranking ranking =
        comparisons.ranking(
            files.paths().json(),
            benchmark,
            subjects.parameter() + "=" + String.join(",", present),
            files.looks());
    List<String> lines = new ArrayList<>(List.of(ranking.sentence()));
    ranking.sentences().forEach(sentence -> lines.add("  " + sentence));
    return lines;
  }

  private void stats(String command, String benchmark, PrimaryMetric metric, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.paths().json().toString()));
    arguments.addAll(more);
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!metric.metric().isEmpty()) {
      arguments.addAll(List.of("--metric", metric.metric()));
    }
    out.println();
    Main.run(out, out, arguments.toArray(String[]::new));
    out.flush();
  }

  private void report(String benchmark, List<RunResult> results) {
    Experiment experiment = workload.experiment(benchmark);
    PrimaryMetric metric = experiment.primaryMetric();
    ResultFiles paths = files.paths();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "report",
                paths.json().toString(),
                "-o",
                paths.report().toString(),
                "--per",
                metric.items()));
    comparison(benchmark, results).ifPresent(who -> arguments.addAll(List.of("--compare", who)));
    PrintWriter page = new PrintWriter(Writer.nullWriter()); // its path is printed with the others
    reported = Main.run(page, out, arguments.toArray(String[]::new)) == Main.DONE;
  }

  private void paths() {
    ResultFiles paths = files.paths();
    out.println();
    path("JMH JSON", paths.json());
    path("sidecar", paths.sidecar());
    files.latencies().ifPresent(file -> path("latencies", file));
    if (!reported) {
      return;
    }
    path("report", paths.report().resolve("report.html"));
    // the report's first figure of a long run in time; those of its metrics lie beside it
    path("series", paths.report().resolve(Path.of("figures", "timeline.svg")));
  }

  private void path(String what, Path file) {
    if (Files.exists(file)) {
      out.printf("%-9s %s%n", what, ShownPath.of(file));
    }
  }
}
