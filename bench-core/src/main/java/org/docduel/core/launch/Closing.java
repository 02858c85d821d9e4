package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.cli.Main;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are.
 */
final class Closing {
  private final ResultFiles files;
  private final PrintWriter out;

  Closing(ResultFiles files, PrintWriter out) {
    this.files = files;
    this.out = out;
  }

  /**
   * Prints a benchmark's table and, where stores can be compared, the verdict.
   *
   * @param benchmark the benchmark's full name
   * @param judged the metric and parameters to look at
   * @param compare the parameter whose values are compared, or empty when there is nothing to
   *     compare
   */
  void tables(String benchmark, Workload.Judged judged, String compare) {
    stats(
        arguments(
            benchmark, judged, "summary", "--items", judged.items(), "--scale", judged.scale()));
    if (!compare.isEmpty()) {
      stats(arguments(benchmark, judged, "superiority", "--compare", compare));
    }
  }

  private List<String> arguments(
      String benchmark, Workload.Judged judged, String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.json().toString()));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!judged.metric().isEmpty()) {
      arguments.addAll(List.of("--metric", judged.metric()));
    }
    return arguments;
  }

  /**
   * Prints where the files are, and writes the report.
   *
   * @param report whether there is to be one
   */
  void paths(boolean report) {
    out.println();
    out.println("JMH JSON  " + Shown.path(files.json()));
    out.println("sidecar   " + Shown.path(files.sidecar()));
    if (report
        && stats(List.of("report", files.json().toString(), "-o", files.report().toString()))) {
      out.println("report    " + Shown.path(files.report().resolve("index.html")));
    }
    out.flush();
  }

  private boolean stats(List<String> arguments) {
    out.println();
    int status = Main.run(out, out, arguments.toArray(String[]::new));
    out.flush();
    return status == 0;
  }
}
