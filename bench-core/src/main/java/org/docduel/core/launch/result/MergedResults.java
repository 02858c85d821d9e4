package org.docduel.core.launch.result;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.stats.verdict.Twins;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The results of a run: many runs of one fork each, put together as if each benchmark had run once
 * with many forks.
 */
public final class MergedResults {
  /**
   * The forks of one result.
   *
   * @param place in the plan
   * @param processes stands for its forks, which the queries of a suite share
   * @param rounds in which each ran, from 1
   */
  private record Merged(
      BenchmarkParams head,
      int place,
      String processes,
      List<BenchmarkResult> forks,
      List<Integer> rounds) {}

  private final Plan plan;
  private final PublishedNames names;
  private final Map<String, Merged> results = new LinkedHashMap<>();
  private List<Combination> order = List.of();

  MergedResults(Plan plan, PublishedNames names) {
    this.plan = plan;
    this.names = names;
  }

  /** Says in which order the combinations that run are written. */
  synchronized void order(List<Combination> combinations) {
    order = List.copyOf(combinations);
  }

  /**
   * Adds what a fork measured: a result for each mode, or each value where the plan says all.
   *
   * @param turn of the fork; its results get the name of its twin, if it is one
   */
  public synchronized void add(Collection<RunResult> fork, Turn turn) {
    Map<Mode, String> processes = new EnumMap<>(Mode.class); // each mode has its own
    for (RunResult result : fork) {
      BenchmarkParams params = flattenParams(result.getParams(), turn.twin());
      // not by BenchmarkParams.compareTo, which looks at positions and would merge different stores
      String key = key(params);
      Merged merged =
          results.computeIfAbsent(
              key,
              ignored ->
                  new Merged(
                      params,
                      order.indexOf(turn.combination()),
                      processes.getOrDefault(params.getMode(), key),
                      new ArrayList<>(),
                      new ArrayList<>()));
      processes.putIfAbsent(params.getMode(), merged.processes);
      Collection<BenchmarkResult> forks = result.getBenchmarkResults();
      merged.forks.addAll(forks);
      merged.rounds.addAll(Collections.nCopies(forks.size(), turn.fork() + 1));
    }
  }

  /** Takes the results of an earlier run; the order is known. */
  synchronized void resume(List<EarlierRun.Part> parts) {
    for (EarlierRun.Part part : parts) {
      BenchmarkParams params = part.params();
      results.put(
          key(params),
          new Merged(
              params,
              place(params),
              "resumed " + part.processes(),
              new ArrayList<>(part.forks()),
              new ArrayList<>(part.rounds())));
    }
  }

  private static String key(BenchmarkParams params) {
    return params.getBenchmark()
        + params.getMode()
        + params.getThreads()
        + StoreState.parameters(params);
  }

  /** Of its combination in the plan, whose twin has the same. */
  private int place(BenchmarkParams params) {
    Map<String, String> parameters = new LinkedHashMap<>(StoreState.parameters(params));
    parameters.replaceAll((name, value) -> value.replaceFirst(Twins.SUFFIX + "$", ""));
    return IntStream.range(0, order.size())
        .filter(i -> isOf(order.get(i), params.getBenchmark(), parameters))
        .findFirst()
        .orElse(order.size());
  }

  /** Whether a result is of a combination; one that stands for all of a kind has several. */
  private boolean isOf(Combination combination, String benchmark, Map<String, String> parameters) {
    return benchmark.equals(combination.benchmark())
        && names.of(combination.parameters()).entrySet().stream()
            .allMatch(each ->
                each.getValue().equals("all")
                    || each.getValue()
                        .equals(parameters.getOrDefault(each.getKey(), each.getValue())));
  }

  /** Whether an earlier run has measured a fork. */
  public synchronized boolean isMeasured(Turn turn) {
    return results.values().stream()
        .anyMatch(merged ->
            merged.rounds.contains(turn.fork() + 1)
                && turn.threads().orElse(merged.head.getThreads()) == merged.head.getThreads()
                && isOf(
                    turn.publishedCombination(),
                    merged.head.getBenchmark(),
                    StoreState.parameters(merged.head)));
  }

  /** Whether nothing was measured yet. */
  public synchronized boolean isEmpty() {
    return results.isEmpty();
  }

  /** The merged results, in the plan's order. */
  synchronized List<RunResult> inOrder() {
    return merged().map(merged -> new RunResult(merged.head, List.copyOf(merged.forks))).toList();
  }

  private Stream<Merged> merged() {
    return results.values().stream()
        .sorted(
            Comparator.comparingInt(Merged::place)
                .thenComparing(
                    merged -> StoreState.parameters(merged.head).toString().contains(Twins.SUFFIX))
                .thenComparingInt(merged -> merged.head.getThreads()));
  }

  /** The parameters that stores declare travel as one field of JMH's; here each stands alone. */
  BenchmarkParams flattenParams(BenchmarkParams params, String twinned) {
    WorkloadParams all = new WorkloadParams();
    if (plan.clients > 1) {
      all.put("clients", String.valueOf(plan.clients), 0);
    }
    names
        .of(StoreState.parameters(params))
        .forEach(
            (name, value) -> all.put(name, name.equals(twinned) ? value + Twins.SUFFIX : value, 0));
    return ResultParts.params(params, params.getThreads() * plan.clients, all);
  }

  /** In which rounds the forks of each result ran, in their order. */
  synchronized List<List<Integer>> rounds() {
    return merged().map(each -> List.copyOf(each.rounds)).toList();
  }

  /** A number of the forks that measured each result: the queries of a suite share theirs. */
  synchronized List<Integer> processes() {
    Map<String, Integer> numbers = new HashMap<>();
    return merged()
        .map(each -> numbers.computeIfAbsent(each.processes, key -> numbers.size() + 1))
        .toList();
  }

  /** The metric by which each benchmark is judged; of those judged by JMH's score nothing. */
  synchronized Map<String, String> metrics() {
    Map<String, String> metrics = new LinkedHashMap<>();
    merged()
        .map(merged -> merged.head.getBenchmark())
        .forEach(benchmark ->
            metrics.put(benchmark, plan.workload.experiment(benchmark).primaryMetric().metric()));
    metrics.values().removeIf(String::isEmpty);
    return metrics;
  }
}
