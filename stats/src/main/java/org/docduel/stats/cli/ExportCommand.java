package org.docduel.stats.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.export.LongTable;
import org.docduel.stats.export.MetricSeries;
import org.docduel.stats.export.OpenMetrics;
import org.docduel.stats.history.History;
import org.docduel.stats.history.OtavaFiles;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.WholeFile;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Format;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description = "Results for notebooks, monitoring and change detection.",
    footer = {
      "",
      "csv: a row for each observation; times in s/op, rates per second; a column for each parameter.",
      "openmetrics: means and 95 %% intervals, for a textfile collector or a Pushgateway.",
      "otava: a row for each file, the earliest first, and FILE.yaml for Otava.",
      "jmh.json is JMH's own JSON as it is.",
      "",
      "Example: export results/insert-*/jmh.json -o out.csv",
      "Example: export results/*/jmh.json --format otava -o history.csv"
    })
final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "JMH JSON files.")
  private List<Path> files = new ArrayList<>();

  @Mixin private Options.Wanted wanted = new Options.Wanted();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "csv (default), openmetrics or otava.")
  private ExportFormat format = ExportFormat.CSV;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where it goes (default: standard output).")
  private @Nullable Path target;

  private enum ExportFormat {
    CSV,
    OPENMETRICS,
    OTAVA
  }

  @Override
  public Integer call() {
    switch (format) {
      case CSV -> write(Format.csv(LongTable.of(series())));
      case OPENMETRICS -> {
        OpenMetrics metrics = OpenMetrics.of(series());
        leftOut(metrics.leftOut());
        write(metrics.text());
      }
      case OTAVA -> otava();
    }
    return Main.DONE;
  }

  /** Of all metrics, or of the one that is named. */
  private List<MetricSeries> series() {
    return wanted.metricSeries(files);
  }

  private void otava() {
    OtavaFiles otava =
        OtavaFiles.of(History.of(files, wanted.selection(SidecarFile.readAll(files))));
    leftOut(otava.leftOut());
    write(otava.csv());
    if (target != null) {
      Path configuration = target.resolveSibling(target.getFileName() + ".yaml");
      write(configuration, otava.configuration(target));
      spec.commandLine()
          .getErr()
          .println("otava analyze " + OtavaFiles.TEST + " --config-file " + configuration);
    }
  }

  private void leftOut(List<String> lines) {
    lines.forEach(line -> spec.commandLine().getErr().println("Left out: " + line));
  }

  private void write(String text) {
    if (target == null) {
      spec.commandLine().getOut().print(text);
    } else {
      write(target, text);
    }
  }

  /** Writes what {@code -o} names. */
  static void write(Path file, String text) {
    try {
      WholeFile.write(file, text);
    } catch (IOException e) {
      throw new BadInputException(
          file + ": cannot be written (" + e + "); name another file with -o", e);
    }
  }
}
