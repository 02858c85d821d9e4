package org.docduel.tools.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.docduel.core.fork.ForkSettings;
import org.docduel.core.fork.MetricsProfiler;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs forks one by one and keeps their results, case by case, in a file for each side. */
final class SideResults {
  private final Comparison.Timing timing;
  private final Map<String, Map<Map<String, String>, RunResult>> bySide = new LinkedHashMap<>();
  private final Map<String, Path> files = new LinkedHashMap<>();

  SideResults(Comparison.Timing timing) {
    this.timing = timing;
  }

  /** Runs one fork of a side. */
  void measure(Comparison.Side side, Map<String, String> one) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + Pattern.quote(side.benchmark()) + "$")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .forks(1)
            .threads(side.threads())
            .warmupIterations(timing.warmups())
            .measurementIterations(timing.iterations())
            .addProfiler(ForkSettings.class)
            .addProfiler(MetricsProfiler.class);
    if (timing.millis() > 0) {
      options
          .warmupTime(TimeValue.milliseconds(timing.millis()))
          .measurementTime(TimeValue.milliseconds(timing.millis()));
    }
    one.forEach(options::param);
    side.parameters().forEach(options::param);
    bySide
        .computeIfAbsent(side.name(), ignored -> new LinkedHashMap<>())
        .merge(one, new Runner(options.build()).runSingle(), SideResults::merged);
  }

  private static RunResult merged(RunResult before, RunResult fork) {
    List<BenchmarkResult> all = new ArrayList<>(before.getBenchmarkResults());
    all.addAll(fork.getBenchmarkResults());
    return new RunResult(before.getParams(), all);
  }

  /** Writes each side's results with JMH's own formatter. */
  void write(Function<String, Path> file) throws IOException {
    for (Map.Entry<String, Map<Map<String, String>, RunResult>> side : bySide.entrySet()) {
      Path path = file.apply(side.getKey());
      try (PrintStream out =
          new PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8)) {
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
            .writeOut(side.getValue().values());
      }
      files.put(side.getKey(), path);
    }
  }

  /** Where each side's results are. */
  List<Path> files() {
    return List.copyOf(files.values());
  }

  /**
   * A side's observations in each case.
   *
   * @param metric a metric's name, or empty for JMH's score
   */
  Map<Map<String, String>, Observations> read(String side, String metric) {
    List<SelectedResult> results =
        Selection.of("", metric).from(JmhFile.read(files.getOrDefault(side, Path.of(side))));
    List<Map<String, String>> cases = List.copyOf(bySide.getOrDefault(side, Map.of()).keySet());
    Map<Map<String, String>, Observations> observations = new LinkedHashMap<>();
    for (int i = 0; i < cases.size(); i++) {
      observations.put(cases.get(i), results.get(i).observations());
    }
    return observations;
  }
}
