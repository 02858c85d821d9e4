package org.docduel.core.launch;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Benchmarks of the jar, and what their annotations say unless the command line says otherwise. */
record ChosenBenchmarks(
    Workload workload, List<StoreProvider> stores, Collection<BenchmarkListEntry> entries) {

  static ChosenBenchmarks all(Workload workload, List<StoreProvider> stores) {
    return new ChosenBenchmarks(
        workload, stores, BenchmarkList.defaultList().getAll(silent(), List.of()));
  }

  /**
   * Those that the command line names.
   *
   * @throws BadInputException there is none
   */
  static ChosenBenchmarks of(
      Workload workload, List<StoreProvider> stores, CommandLineOptions jmh) {
    Collection<BenchmarkListEntry> found =
        BenchmarkList.defaultList().find(silent(), jmh.getIncludes(), jmh.getExcludes());
    if (found.isEmpty()) {
      throw new BadInputException(
          "no benchmark matches "
              + String.join(" ", jmh.getIncludes())
              + "; -l lists those that there are");
    }
    return new ChosenBenchmarks(workload, stores, found);
  }

  /** Those that the benchmarks have, with their checks. */
  List<Parameter<?>> parameters() {
    Map<String, Parameter<?>> all = new LinkedHashMap<>();
    for (BenchmarkListEntry benchmark : entries) {
      Set<String> fields = benchmark.getParams().orElse(Map.of()).keySet();
      CoreParameters.with(workload.experiment(benchmark.getUsername()), stores).stream()
          .filter(parameter -> fields.contains(parameter.name()))
          .forEach(parameter -> all.putIfAbsent(parameter.name(), parameter));
    }
    return List.copyOf(all.values());
  }

  Set<Experiment> experiments() {
    Set<Experiment> experiments = new LinkedHashSet<>();
    entries.forEach(one -> experiments.add(workload.experiment(one.getUsername())));
    return experiments;
  }

  /** The most that a benchmark asks for. */
  int forks(CommandLineOptions jmh) {
    return entries.stream()
        .mapToInt(
            one -> jmh.getForkCount().orElse(one.getForks().orElse(Defaults.MEASUREMENT_FORKS)))
        .max()
        .orElse(1);
  }

  /** The most that a benchmark asks for. */
  int threads(CommandLineOptions jmh) {
    int threads = 1;
    for (BenchmarkListEntry benchmark : entries) {
      int asked = jmh.getThreads().orElse(benchmark.getThreads().orElse(Defaults.THREADS));
      threads =
          Math.max(
              threads, asked == Threads.MAX ? Runtime.getRuntime().availableProcessors() : asked);
    }
    return threads;
  }

  private static OutputFormat silent() {
    return OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
  }
}
