package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.TinyRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs every benchmark in this JVM with tiny settings, as an IDE would, against one embedded
 * server.
 */
class BenchmarksTest {
  @TempDir private Path directory;

  @BeforeAll
  static void startServer() {
    TestServers.publishToForks(PostgresServer.FAMILY);
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-json,text,flat,none,1",
    "postgres-jsonb,intarray,flat,links,10",
    "postgres-jsonb,text,nested,links,3",
    "postgres-typed,binary,flat,links,200",
    "postgres-typed,text,nested,none,2",
    "postgres-bytea-bson,binary,nested,none,4",
    "noop,text,flat,none,1"
  })
  void insertsInEveryStore(
      String store, String encoding, String shape, String index, int attributes) throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of("InsertBenchmark")
            .param("store", store)
            .param("payload", "100B")
            .param("encoding", encoding)
            .param("shape", shape)
            .param("index", index)
            .param("attributes", String.valueOf(attributes))
            .param("documents", "55")
            .param("batch", "10");
    assertThat(scores(options)).hasSize(2).allMatch(score -> score > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "InsertBenchmark,postgres-json",
    "InsertBenchmark,postgres-jsonb",
    "InsertBenchmark,postgres-typed",
    "InsertBenchmark,postgres-bytea-bson",
    "InsertBenchmark,noop",
    "IngestionBenchmark,postgres-jsonb",
    "IngestionBenchmark,postgres-typed"
  })
  void documentsOfFileRoundTrip(String benchmark, String store) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("own.ndjson"),
            """
            {"id": 1, "a.b": 2.50, "to": {"city": "Zürich"}, "n": [1, null, -2], "d": [1, 2.5]}
            {"id": 12345678901234567, "a.b": 3, "to": null, "t": ["x", null], "b": [true, false]}
            {"id": 3, "a.b": 0.1, "j": {}, "t": [], "late": "2025-01-01T00:00:00.001Z"}
            {"id": 4, "a.b": null, "to": {"city": "東京"}, "j": [{"x": 1}], "n": [], "": "empty"}
            """);
    ChainedOptionsBuilder options =
        TinyRun.of(benchmark).param("store", store).param("dataset", file.toString());
    if (benchmark.equals("InsertBenchmark")) {
      options.param("documents", "10").param("batch", "3").param("payload", "file");
    } else {
      options.param("rows", "10");
    }
    assertThat(scores(options)).isNotEmpty(); // the content checks compare every document
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyThreadInsertsSeparateDocuments(int threads) throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of("InsertBenchmark")
            .param("store", "postgres-jsonb")
            .param("payload", "10B")
            .param("documents", "30")
            .param("batch", "7")
            .threads(threads);
    assertThat(scores(options)).isNotEmpty(); // the content check after the run counts them all
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-jsonb,w1",
    "postgres-jsonb,w2",
    "postgres-typed,w2",
    "postgres-json,w1",
    "postgres-json,users"
  })
  void ingestsByPhase(String store, String dataset) throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of("IngestionBenchmark")
            .param("store", store)
            .param("rows", "500")
            .param("dataset", dataset);
    Collection<RunResult> results = TinyRun.all(options);
    assertThat(results)
        .singleElement()
        .satisfies(result ->
            assertThat(result.getSecondaryResults())
                .containsKeys(
                    "copy", "index", "set-logged", "analyze", "total", "raw", "effective"));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-typed,copy index foreign-keys set-logged analyze total raw effective",
    "postgres-jsonb,copy index set-logged analyze total raw effective"
  })
  void ingestsTheCollectionsOfASuiteTogether(String store, String phases) throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of("IngestionBenchmark")
            .param("store", store)
            .param("rows", "300")
            .param("dataset", "customer");
    assertThat(TinyRun.all(options))
        .singleElement()
        .satisfies(
            result -> assertThat(result.getSecondaryResults()).containsKeys(phases.split(" ", -1)));
  }

  @ParameterizedTest
  @CsvSource({
    "DocumentMakingBenchmark.make,text,flat",
    "DocumentMakingBenchmark.make,binary,nested"
  })
  void generatesAndEncodesWithoutStore(String benchmark, String encoding, String shape)
      throws Exception {
    ChainedOptionsBuilder options =
        TinyRun.of(benchmark)
            .param("payload", "100B")
            .param("attributes", "3")
            .param("encoding", encoding)
            .param("shape", shape)
            .measurementTime(TimeValue.milliseconds(20));
    assertThat(scores(options)).hasSize(2).allMatch(score -> score > 0);
  }

  private static List<Double> scores(ChainedOptionsBuilder options) throws RunnerException {
    return TinyRun.all(options).stream()
        .flatMap(result -> result.getBenchmarkResults().stream())
        .flatMap(result -> result.getIterationResults().stream())
        .map(iteration -> iteration.getPrimaryResult().getScore())
        .toList();
  }
}
