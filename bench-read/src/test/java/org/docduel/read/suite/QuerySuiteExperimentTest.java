package org.docduel.read.suite;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Combination;
import org.docduel.testkit.TinyRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** One fork asks many questions; each becomes a result of its own. */
class QuerySuiteExperimentTest {
  private static final double LIMIT_MILLIS = 1_000;

  @TempDir private Path folder;

  private List<RunResult> measure(String query, int threads) throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of("QuerySuiteBenchmark")
            .param("suite", OwnSuite.writeForThisProcess(folder).toString())
            .param("query", query)
            .param("rows", "200")
            .param("timeLimit", "1")
            .param("store", "postgres-typed")
            .threads(threads);
    Collection<RunResult> runs = TinyRun.all(options);
    assertThat(runs).hasSize(1);
    return new QuerySuiteExperiment().results(runs.iterator().next());
  }

  @Test
  void everyQueryIsAResultWithItsTimes() throws Exception {
    List<RunResult> split = measure("1", 2);
    assertThat(split)
        .extracting(result -> result.getParams().getParam("query"))
        .containsExactly("1.1", "1.2");
    for (RunResult result : split) {
      assertThat(result.getParams().getParam("store")).isEqualTo("postgres-typed");
      assertThat(result.getParams().getThreads()).isEqualTo(2);
      BenchmarkResult fork = result.getBenchmarkResults().iterator().next();
      assertThat(fork.getIterationResults()).hasSize(2);
      IterationResult first = fork.getIterationResults().iterator().next();
      assertThat(first.getPrimaryResult().getScoreUnit()).isEqualTo("ms/op");
      assertThat(first.getPrimaryResult().getScore()).isPositive();
      assertThat(first.getSecondaryResults()).containsOnlyKeys("first");
      for (IterationResult iteration : fork.getIterationResults()) {
        assertThat(firstTime(iteration)).isEqualTo(firstTime(first)); // of the fork, repeated
      }
    }
  }

  private static double firstTime(IterationResult iteration) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get("first")).getScore();
  }

  @Test
  void queryOverLimitScoresLimit() throws Exception {
    assertThat(measure("2.5", 1))
        .singleElement()
        .satisfies(
            result -> assertThat(result.getPrimaryResult().getScore()).isEqualTo(LIMIT_MILLIS));
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb_embedded, mongodb-embedded, mongodb",
    "postgres-jsonb@17_embedded, postgres-jsonb-embedded, postgres@17"
  })
  void namesStoresOfEmbeddedDocuments(String name, String dialect, String family) {
    StoreProvider store = StoreProviders.byName(name).orElseThrow();

    assertThat(store.name()).isEqualTo(name);
    assertThat(store.dialect()).isEqualTo(dialect);
    assertThat(store.server().orElseThrow().name()).isEqualTo(family);
    assertThat(store.onlyWhenNamed()).isTrue();
    assertThat(store.capabilities())
        .containsExactlyInAnyOrder(Capability.QUERY_SUITE, Capability.READ_BACK);
    assertThat(StoreProviders.all()).extracting(StoreProvider::name).doesNotContain(name);
  }

  @Test
  void refusesEmbeddedDocumentsWhereSuiteOrStoreHasNone() {
    assertThat(StoreProviders.byName("noop_embedded")).as("it answers no suite").isEmpty();
    Combination typed =
        new Combination(
            "QuerySuite",
            Map.of(
                "store", "postgres-typed_embedded",
                "suite", "customer",
                "query", "all",
                "data", "generated",
                "rows", "100",
                "index", "all",
                "timeLimit", "60"));
    assertThat(new QuerySuiteExperiment().unsupportedReason(typed))
        .hasValue(
            "postgres-typed_embedded speaks postgres-typed-embedded, for which suite customer has"
                + " no file");
  }

  @Test
  void ordersNumberedNamesByNumber() {
    assertThat(
            Stream.of("1.10", "7.", "1.", "1.2", "x")
                .sorted(comparing(QuerySuiteExperiment::order)))
        .containsExactly("1.", "1.2", "1.10", "7.", "x");
    assertThat(Stream.of("a-b.1", "a.2", "a.1").sorted(comparing(QuerySuiteExperiment::order)))
        .containsExactly("a.1", "a.2", "a-b.1");
    // a sort that finds a circle, 10 before 1a before 9 before 10, gives up
    for (List<String> names :
        List.of(List.of("10", "1a", "9"), List.of("1a", "9", "10"), List.of("9", "10", "1a"))) {
      assertThat(names.stream().sorted(comparing(QuerySuiteExperiment::order)))
          .containsExactly("9", "10", "1a");
    }
  }
}
