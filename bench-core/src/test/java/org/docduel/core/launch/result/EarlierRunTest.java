package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.docduel.core.TestFork;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.sidecar.Sidecar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

class EarlierRunTest {
  private static final String BENCHMARK = "org.docduel.insert.IngestionBenchmark.ingest";

  @ParameterizedTest
  @ValueSource(strings = {"Ingest.*", BENCHMARK, "IngestionBenchmark"})
  void acceptsArgumentsOfRunItself(String pattern) {
    assertThat(run(pattern).line(List.of(pattern, "--resume", "x.json")))
        .containsExactly(pattern, "-rff", "x.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ingest.*", BENCHMARK, "IngestionBenchmark", "ingest$"})
  void acceptsPatternThatMatchesBenchmark(String pattern) {
    assertThat(run("Ingestion", "-f", "3").line(List.of(pattern, "--resume", "x.json")))
        .containsExactly("Ingestion", "-f", "3", "-rff", "x.json");
  }

  @Test
  void rejectsPatternOfAnotherBenchmark() {
    assertThatThrownBy(() -> run("Ingest.*").line(List.of("Mixed.*", "--resume", "x.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("this was a run of IngestionBenchmark.ingest, not of Mixed.*;");
    assertThatThrownBy(() -> run("Ingest.*").line(List.of("Mixed[", "--resume", "x.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("Mixed[: no regular expression");
  }

  private static EarlierRun run(String... command) {
    Sidecar sidecar = Sidecar.of(new JsonTree(Map.of("command", List.of(command))));
    EarlierRun.Part part =
        new EarlierRun.Part(
            TestFork.params(BENCHMARK, Mode.Throughput, TestFork.ONCE, 0, Map.of()),
            List.of(),
            List.of(),
            1);
    return new EarlierRun(Path.of("x.json"), sidecar, List.of(part));
  }
}
