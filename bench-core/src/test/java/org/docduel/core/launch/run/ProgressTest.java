package org.docduel.core.launch.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.TestFork;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.spi.Capability;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.ResultParts;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SingleShotResult;

/** What a line of progress says of a fork: what the verdict compares. */
class ProgressTest {
  @Test
  void suiteForkShowsTimeOfEachQuery() {
    Progress.Compared compared =
        new Progress.Compared(benchmark -> new QueryExperiment(List.of("1.1", "1.2")));
    RunResult fork =
        fork(
            iteration(100.3, Map.of("1.1", 0.75, "1.2", 12.0)),
            iteration(100.9, Map.of("1.1", 0.77, "1.2", 14.0)));

    assertThat(compared.apply(fork)).isEqualTo("1.1: 0.7600 ms/op, 1.2: 13.00 ms/op");
  }

  @Test
  void singleQueryForkShowsObservations() {
    Progress.Compared compared =
        new Progress.Compared(benchmark -> new QueryExperiment(List.of("1.1")));
    RunResult fork =
        fork(iteration(100.3, Map.of("1.1", 0.75)), iteration(100.9, Map.of("1.1", 0.77)));

    assertThat(compared.apply(fork)).isEqualTo("0.7500, 0.7700 ms/op");
  }

  @Test
  void countsQueriesThatDoNotFitLine() {
    List<String> queries = new ArrayList<>();
    for (int query = 1; query <= 14; query++) {
      queries.add("q" + query);
    }
    Progress.Compared compared = new Progress.Compared(benchmark -> new QueryExperiment(queries));

    assertThat(compared.apply(fork(iteration(100, Map.of()))))
        .contains("q12: ")
        .doesNotContain("q13")
        .endsWith(", and 2 more");
  }

  @Test
  void forkAtRateShowsResponseTime() {
    Progress.Compared compared = new Progress.Compared(benchmark -> new QueryExperiment(List.of()));
    IterationResult first = iteration(5, Map.of());
    first.addResult(new Metric("response.p99", 9.0, "ms"));
    IterationResult last = iteration(5, Map.of());
    last.addResult(new Metric("response.p99", 11.0, "ms"));

    assertThat(compared.apply(atRate("200", first))).isEqualTo("response.p99 9.000 ms");
    assertThat(compared.apply(atRate("200", first, last)))
        .isEqualTo("response.p99 9.000, 11.00 ms");
    assertThat(compared.apply(atRate("0", first))).isEqualTo("5.000 ms/op");

    last.addResult(new Metric("fork.response.p99", 10.5, "ms"));
    assertThat(compared.apply(atRate("200", first, last))).isEqualTo("response.p99 10.50 ms");
  }

  private static IterationResult iteration(double millis, Map<String, Double> queries) {
    IterationResult iteration = new IterationResult(params("all"), TestFork.ONCE, null);
    iteration.addResult(time(millis));
    queries.forEach((query, time) -> iteration.addResult(new Metric(query, time, "ms/op")));
    return iteration;
  }

  private static SingleShotResult time(double millis) {
    return new SingleShotResult(
        ResultRole.PRIMARY, "ask", Math.round(millis * 1e6), TimeUnit.MILLISECONDS);
  }

  private static RunResult fork(IterationResult... iterations) {
    return fork(params("all"), iterations);
  }

  private static RunResult atRate(String rate, IterationResult... iterations) {
    return fork(ResultParts.params(params("all"), "rate", rate), iterations);
  }

  private static RunResult fork(BenchmarkParams params, IterationResult... iterations) {
    return TestFork.result(params, List.of(iterations));
  }

  private static BenchmarkParams params(String query) {
    return TestFork.params(
        "a.Asking.ask", Mode.SingleShotTime, TestFork.ONCE, 0, Map.of("query", query, "rate", "0"));
  }

  /** A fork is a result for each query, or what it is. */
  private record QueryExperiment(List<String> queries) implements Experiment {
    @Override
    public List<RunResult> results(RunResult fork) {
      return queries.isEmpty()
          ? List.of(fork)
          : queries.stream().map(query -> of(query, fork)).toList();
    }

    private static RunResult of(String query, RunResult fork) {
      BenchmarkParams params = params(query);
      List<IterationResult> iterations = new ArrayList<>();
      for (BenchmarkResult benchmark : fork.getBenchmarkResults()) {
        for (IterationResult iteration : benchmark.getIterationResults()) {
          IterationResult part = new IterationResult(params, TestFork.ONCE, null);
          Result<?> measured = iteration.getSecondaryResults().get(query);
          part.addResult(time(measured == null ? 1 : measured.getScore()));
          iterations.add(part);
        }
      }
      return TestFork.result(params, iterations);
    }

    @Override
    public Class<?> benchmark() {
      return QueryExperiment.class;
    }

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.empty();
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of();
    }
  }
}
