package org.docduel.read.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.workload.Experiment.ResultParts;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;

/**
 * Turns the result of a fork that asked many questions into a result for each, as if each had been
 * a benchmark of its own: same parameters but {@code query}, the question's time as the score.
 */
final class SuiteResults {
  /** What the metric of a question's time begins with. */
  static final String SCORE = "query ";

  /** What the metric of its first time in the fork begins with. */
  static final String FIRST = "first ";

  /** The same in a fork that found empty caches. */
  static final String COLD = "cold ";

  private static final double MILLISECOND_NANOS = 1e6;

  private SuiteResults() {}

  /** A result for each question; none when no question had a time. */
  static List<RunResult> split(RunResult result) {
    Map<String, List<BenchmarkResult>> byQuery = new TreeMap<>(SuiteResults::byNumber);
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (String query : questions(fork)) {
        BenchmarkParams params = ResultParts.params(fork.getParams(), SuiteParameters.QUERY, query);
        List<IterationResult> iterations =
            fork.getIterationResults().stream()
                .filter(whole -> questions(whole).contains(query))
                .map(whole -> of(query, whole, params))
                .toList();
        byQuery
            .computeIfAbsent(query, ignored -> new ArrayList<>())
            .add(new BenchmarkResult(params, iterations));
      }
    }
    List<RunResult> split = new ArrayList<>();
    byQuery.forEach((query, forks) -> split.add(new RunResult(forks.get(0).getParams(), forks)));
    return split;
  }

  private static Set<String> questions(BenchmarkResult fork) {
    return fork.getIterationResults().stream()
        .flatMap(iteration -> questions(iteration).stream())
        .collect(Collectors.toSet());
  }

  /** 1.2 before 1.10: by the numbers in the names. */
  static int byNumber(String one, String other) {
    String[] left = one.split("\\.", -1);
    String[] right = other.split("\\.", -1);
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      boolean numbers = left[i].matches("[0-9]{1,9}") && right[i].matches("[0-9]{1,9}");
      int order =
          numbers
              ? Integer.compare(Integer.parseInt(left[i]), Integer.parseInt(right[i]))
              : left[i].compareTo(right[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length, right.length);
  }

  private static List<String> questions(IterationResult iteration) {
    return iteration.getSecondaryResults().keySet().stream()
        .filter(metric -> metric.startsWith(SCORE))
        .map(metric -> metric.substring(SCORE.length()))
        .toList();
  }

  private static IterationResult of(String query, IterationResult whole, BenchmarkParams params) {
    IterationParams iteration = params.getMeasurement();
    IterationResult one = new IterationResult(params, iteration, whole.getMetadata());
    long nanos = Math.round(score(whole, SCORE + query) * MILLISECOND_NANOS);
    one.addResult(new SingleShotResult(ResultRole.PRIMARY, "ask", nanos, TimeUnit.MILLISECONDS));
    for (String metric : List.of(FIRST, COLD)) {
      Result<?> first = whole.getSecondaryResults().get(metric + query);
      if (first != null) {
        one.addResult(
            new ScalarResult(metric.strip(), first.getScore(), "ms/op", AggregationPolicy.AVG));
      }
    }
    whole.getSecondaryResults().values().stream()
        .filter(result -> !isAQuestions(result))
        .forEach(one::addResult);
    return one;
  }

  private static boolean isAQuestions(Result<?> result) {
    return Stream.of(SCORE, FIRST, COLD).anyMatch(result.getLabel()::startsWith);
  }

  private static double score(IterationResult iteration, String metric) {
    Result<?> result = iteration.getSecondaryResults().get(metric);
    return result == null ? Double.NaN : result.getScore();
  }
}
