package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.suite.Suite;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InsertWorkloadTest {
  private static final InsertWorkload WORKLOAD = new InsertWorkload();

  static List<Parameter<?>> parameters() {
    return WORKLOAD.experiments().stream()
        .flatMap(experiment -> experiment.parameters().stream())
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void everyExampleInTheHelpIsAccepted(Parameter<?> parameter) {
    String[] assignment = parameter.example().split("=", 2);
    assertThat(assignment[0]).isEqualTo(parameter.name());
    Arrays.stream(assignment[1].split(",")).forEach(parameter::parse);
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void aValueThatIsNoneIsRefusedByName(Parameter<?> parameter) {
    assertThatThrownBy(() -> parameter.parse("4XB"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p " + parameter.name() + "=4XB: accepted is ");
  }

  @Test
  void aRungGoesOnlyWithItsPayload() {
    assertThat(refusal(combination("4KB", "200x20B"))).isEmpty();
    assertThat(refusal(combination("10B", "200x20B"))).isPresent();
    assertThat(refusal(combination("10B", "200"))).isEmpty();
  }

  @Test
  void aStoreWithoutAnIndexOnLinksIsNotComparedWithThoseThatKeepOne() {
    Experiment inserts = experiment("InsertBenchmark.insert");
    Combination links = combination("10B", "1").and("index", "links", false);
    StoreProvider sqlite = ForkStore.provider("sqlite-json");
    assertThat(inserts.collection(links))
        .hasValueSatisfying(it ->
            assertThat(sqlite.refusal(links.storeConfig(), it))
                .contains("it has no index on elements of lists"));
    assertThat(inserts.collection(links.with("index", "none"))).isEmpty();
  }

  @Test
  void loadingNeedsAStoreThatLoads() {
    assertThat(experiment("IngestionBenchmark.ingest").needs()).contains(Capability.INGEST);
    assertThat(experiment("InsertBenchmark.insert").needs()).contains(Capability.INSERT);
    assertThat(experiment("DocumentMakingBenchmark.make").needs()).isEmpty();
  }

  @Test
  void anOperationWithoutABatchHandlesOneDocument() {
    assertThat(experiment("InsertBenchmark.insert").primaryMetric().items()).isEqualTo("documents");
    assertThat(experiment("DocumentMakingBenchmark.make").primaryMetric().items()).isEqualTo("1");
  }

  @Test
  void profilesNameBenchmarksAndParameters() {
    assertThat(experiment("InsertBenchmark.insert").profiles())
        .containsOnlyKeys("short", "published-single", "published-multi", "like-for-like")
        .allSatisfy((name, arguments) -> assertThat(arguments).startsWith("InsertBenchmark", "-p"));
    assertThat(experiment("IngestionBenchmark.ingest").profiles()).containsKey("loading");
  }

  private static Experiment experiment(String benchmark) {
    return WORKLOAD.experiment("org.docduel.insert." + benchmark);
  }

  @Test
  void theCollectionsOfASuiteShareTheRows() {
    Suite suite = Suite.read("customer");
    assertThat(IngestionBenchmark.Ingest.rowsRefusal(suite, 400)).isEmpty();
    assertThat(IngestionBenchmark.Ingest.rowsRefusal(suite, 402))
        .hasValueSatisfying(reason -> assertThat(reason).contains("4 collections"));
  }

  /** Its documents are the same: two results of one work would be compared. */
  @Test
  void aFileIsInsertedOnceWhateverTheGeneratedDocumentsWouldBe(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("orders.ndjson"), "{\"no\":1}\n");
    Experiment inserts = experiment("InsertBenchmark.insert");
    Combination one = combination("10B", "1").and("dataset", file.toString(), false);

    assertThat(inserts.settled(one.and("documents", "all", false).and("encoding", "text", false)))
        .isEqualTo(
            inserts.settled(
                one.with("payload", "4KB")
                    .and("documents", "1", false)
                    .and("encoding", "binary", false)));
  }

  @Test
  void whatHasAShapeOfItsOwnIsLoadedOnceForAllPayloadsAndHasNone() {
    Experiment ingest = experiment("IngestionBenchmark.ingest");
    Combination rows = combination("200B", "1").and("dataset", "w2", false).and("rows", "9", false);
    Combination settled = ingest.settled(rows.with("payload", "4KB").with("attributes", "50"));

    assertThat(ingest.settled(rows)).isEqualTo(settled);
    assertThat(settled.value("payload")).isEqualTo("none");
    assertThat(ingest.refusal(settled)).isEmpty();
    assertThat(ingest.settled(rows.with("dataset", "w1")).value("payload")).isEqualTo("200B");
  }

  @Test
  void whoCannotHoldAFileIsNamed(@TempDir Path directory) throws IOException {
    String wide =
        IntStream.range(0, 1700)
            .mapToObj(i -> "\"f" + i + "\":1")
            .collect(Collectors.joining(",", "{", "}"));
    Path file = Files.writeString(directory.resolve("wide.ndjson"), wide);
    Combination typed =
        combination("file", "file")
            .and("dataset", file.toString(), false)
            .and("index", "none", false)
            .and("store", "postgres-typed", false);
    assertThat(refusal(typed))
        .hasValueSatisfying(reason ->
            assertThat(reason).startsWith("postgres-typed: " + file + ":1: ").contains("1599"));
  }

  private static Optional<String> refusal(Combination combination) {
    return WORKLOAD.experiment(combination.benchmark()).refusal(combination);
  }

  private static Combination combination(String payload, String attributes) {
    return new Combination(
        "a.InsertBenchmark.insert",
        Map.of("payload", payload, "attributes", attributes, "fractions", "double"));
  }
}
