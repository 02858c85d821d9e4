package org.docduel.read.links;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.docduel.core.workload.Combination;
import org.docduel.read.IdDigest;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.TinyRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Runs the benchmark in this JVM, as an IDE would. The answer is checked in every run. */
class LinkReadBenchmarkTest {
  @BeforeAll
  static void startServer() {
    TestServers.publishToForks(PostgresServer.FAMILY);
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-json,referring,links",
    "postgres-jsonb,referring,none",
    "postgres-typed,referring,links",
    "postgres-json,in,links",
    "postgres-typed,in,links",
    "postgres-json,lookup,links",
    "postgres-jsonb,lookup,links",
    "postgres-typed,lookup,none"
  })
  void readsLinksInEveryLayout(String store, String query, String index) throws Exception {
    RunResult result =
        TinyRun.single(tiny().param("store", store).param("query", query).param("index", index));
    assertThat(result.getPrimaryResult().getScore()).isPositive();
    assertThat(result.getSecondaryResults())
        .hasEntrySatisfying(
            "documents",
            documents ->
                assertThat(documents.getScore())
                    .isBetween(query.equals("referring") ? 3 : 4.0, 5.0))
        // Every document has at least its payload of 200 bytes.
        .hasEntrySatisfying(
            "received", received -> assertThat(received.getScore()).isGreaterThan(600));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 7})
  void namesChangedDocumentByAnyId(long id) {
    IdDigest.Answer answer = new IdDigest().answer();
    assertThat(LinkReadBenchmark.fault(List.of(id, 8L), answer, answer))
        .hasValue("document " + id + " comes back changed");
    assertThat(LinkReadBenchmark.fault(List.of(), answer, answer)).isEmpty();
  }

  @Test
  void rejectsSecondThread() {
    LinkReadBenchmark.LinkReads experiment = new LinkReadBenchmark.LinkReads();
    Combination combination = new Combination(LinkReadBenchmark.class.getName(), Map.of());
    assertThat(experiment.threadLimit(combination, 2)).hasValue("LinkRead supports only -t 1");
    assertThat(experiment.threadLimit(combination, 1)).isEmpty();
  }

  private static ChainedOptionsBuilder tiny() {
    return TinyRun.of("LinkReadBenchmark")
        .param("documents", "500")
        .param("lookups", "100")
        .param("links", "4");
  }
}
