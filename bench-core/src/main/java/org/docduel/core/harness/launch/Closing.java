package org.docduel.core.harness.launch;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.harness.jmh.StoreState;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stats.cli.Main;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are.
 */
final class Closing {
  private final ResultFiles files;
  private final Contestants contestants;
  private final Set<String> judged;
  private final PrintWriter out;

  Closing(ResultFiles files, Contestants contestants, List<StoreProvider> stores, PrintWriter out) {
    this.files = files;
    this.contestants = contestants;
    this.out = out;
    Set<String> keeping =
        stores.stream()
            .filter(store -> store.capabilities().contains(Capability.READ_BACK))
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
    judged =
        contestants.stores().entrySet().stream()
            .filter(entry -> keeping.contains(entry.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
  }

  /**
   * Prints a benchmark's table and, where there is something to compare, the verdict.
   *
   * @param results the benchmark's results
   * @param judged the metric and parameters to look at
   */
  void tables(List<RunResult> results, Workload.Judged judged) {
    String benchmark = results.get(0).getParams().getBenchmark();
    List<String> summary = new ArrayList<>(List.of("--items", judged.items()));
    if (values(results, judged.scale()).size() > 1) {
      summary.addAll(List.of("--scale", judged.scale()));
    }
    stats("summary", benchmark, judged, summary);
    contest(results, judged)
        .ifPresent(who -> stats("superiority", benchmark, judged, List.of("--compare", who)));
  }

  /**
   * Who is compared: the contestants whose store keeps something, or with less than two of them the
   * first parameter that varies.
   */
  private Optional<String> contest(List<RunResult> results, Workload.Judged judged) {
    Set<String> present = values(results, contestants.parameter());
    present.retainAll(this.judged);
    if (present.size() > 1) {
      return Optional.of(contestants.parameter() + "=" + String.join(",", present));
    }
    return StoreState.parameters(results.get(0).getParams()).keySet().stream()
        .filter(
            name -> !Set.of(contestants.parameter(), judged.items(), judged.scale()).contains(name))
        .filter(name -> values(results, name).size() > 1)
        .findFirst();
  }

  private static Set<String> values(List<RunResult> results, String parameter) {
    return results.stream()
        .map(result -> StoreState.parameters(result.getParams()))
        .filter(parameters -> parameters.containsKey(parameter))
        .map(parameters -> parameters.get(parameter))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void stats(String command, String benchmark, Workload.Judged judged, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.json().toString()));
    arguments.addAll(more);
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!judged.metric().isEmpty()) {
      arguments.addAll(List.of("--metric", judged.metric()));
    }
    stats(arguments);
  }

  /**
   * Writes the report.
   *
   * @param results what it compares
   * @param judged the parameters to look at
   */
  void report(List<RunResult> results, Workload.Judged judged) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "report",
                files.json().toString(),
                "-o",
                files.report().toString(),
                "--per",
                judged.items()));
    contest(results, judged).ifPresent(who -> arguments.addAll(List.of("--compare", who)));
    PrintWriter page = new PrintWriter(Writer.nullWriter()); // its path is printed with the others
    if (Main.run(page, out, arguments.toArray(String[]::new)) == Main.DONE) {
      out.println("report    " + Shown.path(files.report().resolve("report.html")));
      series().ifPresent(figure -> out.println("series    " + Shown.path(figure)));
    }
  }

  /** The report's first figure of a long run in time; those of its metrics lie beside it. */
  private Optional<Path> series() {
    return Optional.of(files.report().resolve(Path.of("figures", "timeline.svg")))
        .filter(Files::exists);
  }

  /** Prints where the files are. */
  void paths() {
    out.println();
    out.println("JMH JSON  " + Shown.path(files.json()));
    out.println("sidecar   " + Shown.path(files.sidecar()));
  }

  private void stats(List<String> arguments) {
    out.println();
    Main.run(out, out, arguments.toArray(String[]::new));
    out.flush();
  }
}
