package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.fork.StoreState;
import org.docduel.core.workload.Combination;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/**
 * The results so far: many runs of one fork each, put together as if each benchmark had run once
 * with many forks.
 */
public final class Results {
  private final List<Combination> plan;
  private final Map<String, BenchmarkParams> heads = new LinkedHashMap<>();
  private final Map<String, List<BenchmarkResult>> forks = new LinkedHashMap<>();

  /**
   * No results yet.
   *
   * @param plan the order in which they are written, whatever the order in which they come
   */
  public Results(List<Combination> plan) {
    this.plan = List.copyOf(plan);
  }

  /**
   * Adds what a run gave.
   *
   * @param results one for each mode of the benchmark that ran
   */
  public synchronized void add(Collection<RunResult> results) {
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      // not by BenchmarkParams.compareTo, which looks at positions and would merge different stores
      String key =
          params.getBenchmark()
              + params.getMode()
              + params.getThreads()
              + StoreState.parameters(params);
      heads.putIfAbsent(key, DeclaredParameters.apart(params));
      forks.computeIfAbsent(key, ignored -> new ArrayList<>()).addAll(result.getBenchmarkResults());
    }
  }

  /**
   * Whether nothing was measured yet.
   *
   * @return whether there is no result
   */
  public synchronized boolean isEmpty() {
    return heads.isEmpty();
  }

  /**
   * The merged results.
   *
   * @return in the plan's order
   */
  public synchronized List<RunResult> merged() {
    return heads.entrySet().stream()
        .sorted(Comparator.comparingInt(head -> place(head.getValue())))
        .map(head -> new RunResult(head.getValue(), forks.getOrDefault(head.getKey(), List.of())))
        .toList();
  }

  /**
   * The combination of the plan that a result is of. A fork may give several results for one, each
   * with another value where the plan says "all"; they keep their order.
   */
  private int place(BenchmarkParams params) {
    Map<String, String> parameters = StoreState.parameters(params);
    int place = plan.size();
    long most = -1;
    for (int i = 0; i < plan.size(); i++) {
      Combination one = plan.get(i);
      long same =
          parameters.entrySet().stream().filter(one.parameters().entrySet()::contains).count();
      if (one.benchmark().equals(params.getBenchmark()) && same > most) {
        most = same;
        place = i;
      }
    }
    return place;
  }
}
