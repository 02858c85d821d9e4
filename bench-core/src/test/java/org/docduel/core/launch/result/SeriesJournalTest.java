package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.docduel.core.TestFork;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.work.Latencies;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class SeriesJournalTest {
  private static final Combination INSERT = new Combination("a.Insert.b", Map.of("store", "a"));
  private static final IterationParams MEASURED =
      new IterationParams(IterationType.MEASUREMENT, 60, TimeValue.seconds(1), 1);
  private static final BenchmarkParams PARAMS =
      TestFork.params(INSERT.benchmark(), Mode.Throughput, MEASURED, 0, INSERT.parameters());

  @TempDir private Path directory = Path.of("");
  private final RunRecord record = RunRecordTest.record(List.of("Insert"), "family a");
  private final List<String> warnings = new ArrayList<>();

  private SeriesJournal journal(RunFiles files) {
    return new SeriesJournal(record, files, this::leaveLatencies, warnings::add);
  }

  private void leaveLatencies() {
    Latencies latencies = new Latencies(1);
    latencies.of(0).record(1_000_000);
    latencies.take();
    record.addFact(new LatencyFact(latencies.line("response;store=a", 0, 1000)));
  }

  private static void iterations(SeriesJournal journal, int count) {
    for (int number = 1; number <= count; number++) {
      IterationResult iteration = new IterationResult(PARAMS, MEASURED, null);
      iteration.addResult(
          new ThroughputResult(
              ResultRole.PRIMARY, "b", 50 + number, 1_000_000_000, TimeUnit.SECONDS));
      iteration.addResult(new Metric("response.p99", number, "ms"));
      journal.iterationEnded(PARAMS, MEASURED, number, iteration);
    }
  }

  /** As a kill of this process would leave it: nothing is closed. */
  @Test
  void endedIterationsAreOnDiskBeforeForkEnds() throws IOException {
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    SeriesJournal journal = journal(files);
    journal.start(new Turn(INSERT, 0));
    iterations(journal, 37);

    JmhResult result = JmhFile.read(files.series.path).get(0);
    assertThat(result.primary().forks())
        .singleElement()
        .satisfies(fork -> {
          assertThat(fork.size()).isEqualTo(37);
          assertThat(fork.value(36)).isEqualTo(87);
        });
    assertThat(result.unfinished()).contains("37 of 60 iterations");
    assertThat(Files.readAllLines(files.latencies.path))
        .filteredOn(line -> line.startsWith("Tag=response;"))
        .hasSize(37);
    assertThat(journal.progress()).startsWith("37 of 60 iterations are in ");
  }

  @Test
  void onlyForksThatEndedWellCount() throws IOException {
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    SeriesJournal journal = journal(files);
    journal.start(new Turn(INSERT, 0));
    iterations(journal, 60);
    iterations(journal, 60); // the fork before was one that warms up
    journal.forkEnded(true);
    journal.start(new Turn(INSERT, 1));
    iterations(journal, 5);
    journal.forkEnded(false);
    journal.close();

    JmhResult result = JmhFile.read(files.series.path).get(0);
    assertThat(result.primary().forks()).extracting(fork -> fork.size()).containsExactly(60, 5);
    assertThat(result.unfinished())
        .isEqualTo("fork 2 did not end: 5 of 60 iterations, and what they wrote was not checked");
    assertThat(files.latencies())
        .contains("Tag=response;")
        .containsSubsequence("Tag=unfinished.response;", "Tag=unfinished.response;");
    assertThat(files.latencies().split("Tag=unfinished", -1)).hasSize(7);
  }

  @Test
  void completeRunNeedsNoSeries() {
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    SeriesJournal journal = journal(files);
    journal.start(new Turn(INSERT, 0));
    iterations(journal, 60);
    journal.forkEnded(true);
    journal.close();

    assertThat(files.series.path).doesNotExist();
  }

  @Test
  void unwritableFileCostsWarningAndNoIteration() throws IOException {
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    SeriesJournal journal = journal(files);
    Files.createDirectory(files.series.path);
    journal.start(new Turn(INSERT, 0));
    iterations(journal, 2);
    assertThat(warnings).singleElement().asString().contains("out.series.ndjson cannot be written");

    Files.delete(files.series.path);
    IterationResult third = new IterationResult(PARAMS, MEASURED, null);
    third.addResult(
        new ThroughputResult(ResultRole.PRIMARY, "b", 53, 1_000_000_000, TimeUnit.SECONDS));
    journal.iterationEnded(PARAMS, MEASURED, 3, third);

    assertThat(JmhFile.read(files.series.path).get(0).primary().forks().get(0).size()).isEqualTo(3);
  }
}
