package org.docduel.core.harness.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.harness.jmh.StoreState;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * The results so far: many runs of one fork each, put together as if each benchmark had run once
 * with many forks.
 */
final class Results {
  private final List<Combination> plan;
  private final Map<String, BenchmarkParams> heads = new LinkedHashMap<>();
  private final Map<String, List<BenchmarkResult>> forks = new LinkedHashMap<>();

  /**
   * No results yet.
   *
   * @param plan the order in which they are written, whatever the order in which they come
   */
  Results(List<Combination> plan) {
    this.plan = List.copyOf(plan);
  }

  /**
   * Adds what a run gave.
   *
   * @param results one for each mode of the benchmark that ran
   */
  synchronized void add(Collection<RunResult> results) {
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      // not by BenchmarkParams.compareTo, which looks at positions and would merge different stores
      String key =
          params.getBenchmark()
              + params.getMode()
              + params.getThreads()
              + StoreState.parameters(params);
      heads.putIfAbsent(key, params);
      forks.computeIfAbsent(key, ignored -> new ArrayList<>()).addAll(result.getBenchmarkResults());
    }
  }

  synchronized boolean isEmpty() {
    return heads.isEmpty();
  }

  /**
   * The merged results.
   *
   * @return in the plan's order
   */
  synchronized List<RunResult> merged() {
    return heads.entrySet().stream()
        .sorted(Comparator.comparingInt(head -> place(head.getValue())))
        .map(head -> new RunResult(head.getValue(), forks.getOrDefault(head.getKey(), List.of())))
        .toList();
  }

  /**
   * The merged results of each benchmark.
   *
   * @return by full name, in the plan's order
   */
  Map<String, List<RunResult>> byBenchmark() {
    return merged().stream()
        .collect(
            Collectors.groupingBy(
                result -> result.getParams().getBenchmark(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  private int place(BenchmarkParams params) {
    return plan.indexOf(new Combination(params.getBenchmark(), StoreState.parameters(params)));
  }

  /**
   * Writes them with JMH's own formatter, whole or not at all.
   *
   * @param file where
   * @param format which of JMH's formats
   */
  synchronized void write(Path file, ResultFormatType format) {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      try (PrintStream out =
          new PrintStream(Files.newOutputStream(half), false, StandardCharsets.UTF_8)) {
        ResultFormatFactory.getInstance(format, out).writeOut(merged());
      }
      Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
