package org.docduel.read.suite;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.StoreDialect;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.core.workload.Experiment.Subjects;
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

/** The query suites, as the launcher sees them. */
public final class QuerySuiteExperiment implements Experiment {
  /** What the metric of a question's time begins with. */
  static final String SCORE = "query ";

  /** What the metric of its first time in the fork begins with. */
  static final String FIRST = "first ";

  /** The same in a fork that found empty caches. */
  static final String COLD = "cold ";

  private static final double MILLISECOND_NANOS = 1e6;

  private static final String STORE = Subjects.STORE;

  /** For the workload of this module. */
  public QuerySuiteExperiment() {}

  @Override
  public Class<?> benchmark() {
    return QuerySuiteBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.QUERY_SUITE);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return SuiteParameters.described();
  }

  /** Queries ask different things: their times are never compared. */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1", "rows");
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    String store = combination.value(STORE);
    return ForkStore.provider(store).capabilities().contains(Capability.QUERY_SUITE)
        ? StoreDialect.refusal(SuiteParameters.of(combination).suite(), store)
        : Optional.empty(); // the plan says what it lacks
  }

  @Override
  public Map<String, String> recorded(Combination combination) {
    return SuiteParameters.recorded(
        combination.value(SuiteParameters.SUITE), combination.value(SuiteParameters.DATA));
  }

  /**
   * Loads what is missing and compares the answers of all stores. Questions that were named one by
   * one are asked together, so that a fork loads once and not once for each.
   */
  @Override
  public List<Combination> prepare(List<Combination> plan, boolean allowMissing, PrintWriter out) {
    Map<Combination, Set<String>> queries = new LinkedHashMap<>();
    for (Combination combination : plan) {
      queries
          .computeIfAbsent(
              combination.with(SuiteParameters.QUERY, ""), ignored -> new LinkedHashSet<>())
          .add(combination.value(SuiteParameters.QUERY));
    }
    List<Combination> together = new ArrayList<>();
    queries.forEach((combination, asked) ->
        together.add(combination.with(SuiteParameters.QUERY, String.join(Suite.AND, asked))));
    Map<Combination, Set<String>> contests = new LinkedHashMap<>();
    for (Combination combination : together) {
      contests
          .computeIfAbsent(combination.with(STORE, ""), ignored -> new LinkedHashSet<>())
          .add(combination.value(STORE));
    }
    List<Combination> through = new ArrayList<>();
    try {
      contests.forEach((contest, stores) ->
          new Gate(SuiteParameters.of(contest), contest.parameters(), allowMissing, out)
              .pass(new ArrayList<>(stores)).stream()
                  .map(store -> contest.with(STORE, store))
                  .forEach(through::add));
      return together.stream().filter(through::contains).toList();
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  /**
   * A result for each question, as if each had been a benchmark of its own: the same parameters but
   * {@code query}, the question's time as the score.
   */
  @Override
  public List<RunResult> results(RunResult result) {
    Map<String, List<BenchmarkResult>> byQuery = new TreeMap<>(QuerySuiteExperiment::byNumber);
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
