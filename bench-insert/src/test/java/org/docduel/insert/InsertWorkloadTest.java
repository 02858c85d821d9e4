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
import org.docduel.core.query.ShopIndexes;
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
  void acceptsEveryExampleInHelp(Parameter<?> parameter) {
    String[] assignment = parameter.example().split("=", 2);
    assertThat(assignment[0]).isEqualTo(parameter.name());
    Arrays.stream(assignment[1].split(",")).forEach(parameter::parse);
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void rejectsInvalidValueNamingParameter(Parameter<?> parameter) {
    assertThatThrownBy(() -> parameter.parse("4XB"))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("-p " + parameter.name() + "=4XB: accepted is ");
  }

  @Test
  void ladderStepRequiresMatchingPayload() {
    assertThat(rejection(combination("4KB", "200x20B"))).isEmpty();
    assertThat(rejection(combination("10B", "200x20B"))).isPresent();
    assertThat(rejection(combination("10B", "200"))).isEmpty();
  }

  @Test
  void excludesStoresWithoutLinkIndexFromComparison() {
    Experiment inserts = experiment("InsertBenchmark.insert");
    Combination links = combination("10B", "1").and("index", "links", false);
    StoreProvider sqlite = ForkStore.provider("sqlite-json");
    assertThat(inserts.collection(links))
        .hasValueSatisfying(collection ->
            assertThat(sqlite.unsupportedReason(links.storeConfig(), collection))
                .contains("it has no index on elements of lists"));
    assertThat(inserts.collection(links.with("index", "none"))).isEmpty();
  }

  @Test
  void loadingRequiresBulkLoadingStore() {
    assertThat(experiment("IngestionBenchmark.ingest").requiredCapability())
        .contains(Capability.INGEST);
    assertThat(experiment("InsertBenchmark.insert").requiredCapability())
        .contains(Capability.INSERT);
    assertThat(experiment("DocumentMakingBenchmark.make").requiredCapability()).isEmpty();
  }

  @Test
  void operationWithoutBatchHandlesOneDocument() {
    assertThat(experiment("InsertBenchmark.insert").primaryMetric().items()).isEqualTo("documents");
    assertThat(experiment("DocumentMakingBenchmark.make").primaryMetric().items()).isEqualTo("1");
  }

  @Test
  void profilesNameBenchmarksAndParameters() {
    assertThat(experiment("InsertBenchmark.insert").profiles())
        .containsOnlyKeys(
            "short", "published-single", "published-multi", "like-for-like", "shop-batch")
        .allSatisfy((name, arguments) -> assertThat(arguments).startsWith("InsertBenchmark", "-p"));
    assertThat(experiment("IngestionBenchmark.ingest").profiles()).containsKey("loading");
  }

  private static Experiment experiment(String benchmark) {
    return WORKLOAD.experiment("org.docduel.insert." + benchmark);
  }

  @Test
  void collectionsOfSuiteShareRows() {
    Suite suite = Suite.read("customer");
    assertThat(IngestionBenchmark.Ingest.rowCountError(suite, 400)).isEmpty();
    assertThat(IngestionBenchmark.Ingest.rowCountError(suite, 402))
        .hasValueSatisfying(reason -> assertThat(reason).contains("4 collections"));
  }

  /** Its documents are the same: two results of one work would be compared. */
  @Test
  void fileIsInsertedOnceForAllGeneratedVariants(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("orders.ndjson"), "{\"no\":1}\n");
    Experiment inserts = experiment("InsertBenchmark.insert");
    Combination combination = combination("10B", "1").and("dataset", file.toString(), false);

    assertThat(
            inserts.normalize(
                combination.and("documents", "all", false).and("encoding", "text", false)))
        .isEqualTo(
            inserts.normalize(
                combination
                    .with("payload", "4KB")
                    .and("documents", "1", false)
                    .and("encoding", "binary", false)));
  }

  @Test
  void datasetWithFixedShapeIsLoadedOnceWithoutPayload() {
    Experiment ingest = experiment("IngestionBenchmark.ingest");
    Combination rows = combination("200B", "1").and("dataset", "w2", false).and("rows", "9", false);
    Combination normalized = ingest.normalize(rows.with("payload", "4KB").with("attributes", "50"));

    assertThat(ingest.normalize(rows)).isEqualTo(normalized);
    assertThat(normalized.value("payload")).isEqualTo("none");
    assertThat(ingest.unsupportedReason(normalized)).isEmpty();
    assertThat(ingest.normalize(rows.with("dataset", "w1")).value("payload")).isEqualTo("200B");
  }

  @Test
  void shopDocumentsHaveTheirOwnIndexesAndNoPayload() {
    Experiment inserts = experiment("InsertBenchmark.insert");
    Combination accounts =
        combination("10B", "1")
            .and("dataset", "accounts", false)
            .and("index", "own", false)
            .and("documents", "9", false);
    Combination normalized = inserts.normalize(accounts);

    assertThat(inserts.normalize(accounts.with("payload", "4KB"))).isEqualTo(normalized);
    assertThat(normalized.value("payload")).isEqualTo("accounts");
    assertThat(inserts.unsupportedReason(normalized)).isEmpty();
    assertThat(inserts.collection(normalized).orElseThrow().indexes())
        .isEqualTo(ShopIndexes.of("accounts"));
    assertThat(inserts.unsupportedReason(normalized.with("index", "links")))
        .hasValue("dataset=accounts has no links; it takes index=none or index=own");
    assertThat(inserts.unsupportedReason(accounts.with("dataset", "w1")))
        .hasValue("index=own goes with dataset=accounts and dataset=products");
  }

  @Test
  void namesStoreThatCannotHoldFile(@TempDir Path directory) throws IOException {
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
    assertThat(rejection(typed))
        .hasValueSatisfying(reason ->
            assertThat(reason).startsWith("postgres-typed: " + file + ":1: ").contains("1599"));
  }

  private static Optional<String> rejection(Combination combination) {
    return WORKLOAD.experiment(combination.benchmark()).unsupportedReason(combination);
  }

  private static Combination combination(String payload, String attributes) {
    return new Combination(
        "a.InsertBenchmark.insert",
        Map.of("payload", payload, "attributes", attributes, "fractions", "double"));
  }
}
