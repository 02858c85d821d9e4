package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.docduel.core.workload.Combination;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.TinyRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/**
 * Runs the benchmark in this JVM with few rows, as an IDE would, against one embedded server. The
 * answer is checked in every run.
 */
class BenchmarksTest {
  @BeforeAll
  static void startServer() {
    TestServers.publishToForks(PostgresServer.FAMILY);
  }

  @ParameterizedTest
  @CsvSource({
    "jsonb_ind,S1,published,0",
    "jsonb_unind,S4,published,0",
    "rel_ind,S5,published,0",
    "rel_unind,S9,published,0",
    "jsonb_ind,S10,published,10",
    "rel_ind,S10,best,100",
    "jsonb_ind,S3,best,0",
    "rel_ind,S2,best,0"
  })
  void readsWithEveryVariant(String variant, String scenario, String index, String limit)
      throws Exception {
    RunResult result =
        TinyRun.single(
            tiny()
                .param("variant", variant)
                .param("scenario", scenario)
                .param("index", index)
                .param("limit", limit));
    assertThat(result.getPrimaryResult().getScore()).isPositive();
    assertThat(result.getSecondaryResults())
        .containsKeys("execution", "planning", "sharedHits", "sharedReads", "rows");
    assertThat(result.getSecondaryResults())
        .hasEntrySatisfying("rows", rows -> assertThat(rows.getStatistics().getN()).isEqualTo(2));
  }

  @Test
  void serverClockGivesSameMetrics() throws Exception {
    RunResult result =
        TinyRun.single(
            tiny().param("variant", "rel_ind").param("scenario", "S7").param("clock", "server"));
    assertThat(result.getSecondaryResults())
        .containsKeys("execution", "planning", "sharedHits", "sharedReads", "rows");
    double score = result.getPrimaryResult().getScore();
    assertThat(result.getSecondaryResults())
        .hasEntrySatisfying(
            "execution",
            execution -> assertThat(execution.getScore()).isPositive().isLessThan(score));
  }

  @Test
  void rejectsSecondThread() {
    IndexedReadBenchmark.IndexedReadExperiment experiment =
        new IndexedReadBenchmark.IndexedReadExperiment();
    Combination combination = new Combination(IndexedReadBenchmark.class.getName(), Map.of());
    assertThat(experiment.threadLimit(combination, 2)).isPresent();
    assertThat(experiment.threadLimit(combination, 1)).isEmpty();
  }

  private static ChainedOptionsBuilder tiny() {
    return TinyRun.of("IndexedReadBenchmark").param("rows", "1500");
  }
}
