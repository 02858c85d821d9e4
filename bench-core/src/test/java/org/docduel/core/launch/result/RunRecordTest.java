package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.TestFork;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.verdict.Twins;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SingleShotResult;

public class RunRecordTest {
  private static final List<String> INSERT = List.of("Insert");

  private final RunRecord record = record(INSERT, "family a", "family b", "family c");

  /** Of a plan on stores, each after the family of its server. */
  public static RunRecord record(List<String> line, String... stores) {
    return new RunRecord(plan(line, stores), List.of(), Instant.EPOCH, Optional.empty());
  }

  private static Plan plan(List<String> line, String... stores) {
    TestWorkload workload = new TestWorkload();
    Map<String, String> defaults = new HashMap<>(Map.of("store", "all", "durability", "default"));
    defaults.putAll(Map.of("dataset", "", "size", "1", "batch", "1"));
    return new Plan(
        workload,
        Stream.of(stores)
            .map(store -> store.split(" ", -1))
            .map(store -> (StoreProvider) TestStore.on(store[0], store[1]))
            .toList(),
        new Arguments(line, workload, Map.of()),
        List.of(TestWorkload.entry("a.Insert", defaults)),
        () -> new ClientGroup.Stores(Map.of(), Set.of(), Set.of()));
  }

  @Test
  void serverLineShowsDurabilityOfStores() {
    record.server(server("family", "jdbc:x://h/d"), Network.LOOPBACK, 0);
    record.addFact(store("a", "syncs on"));
    record.addFact(store("b", "syncs on"));
    assertThat(record.serverLines()).containsExactly("family: Product 1.0 (given, syncs on)");

    record.addFact(store("c", "syncs off"));
    assertThat(record.serverLines())
        .containsExactly("family: Product 1.0 (given, syncs off or syncs on)");
  }

  /** Such as when the system clears its temporary files during a long run. */
  @Test
  void missingFactsDirectoryLosesNoResult() {
    assertThat(record.collect(new RunDirectory(Path.of("no such directory")))).isEmpty();
    assertThat(record.findings()).singleElement().asString().contains("no such directory");
  }

  @Test
  void serverLineOmitsUnreportedDurability() {
    record.server(server("family", "jdbc:x://h/d"), Network.LOOPBACK, 0);
    record.addFact(store("a", ""));
    assertThat(record.serverLines()).containsExactly("family: Product 1.0 (given)");
  }

  @Test
  void sameAddressIsListedAsOneServer() {
    RunRecord record = record(INSERT, "a a", "b b", "c c");
    record.server(server("a", "jdbc:x://h/d"), Network.LOOPBACK, 0);
    record.server(server("b", "jdbc:x://h/d"), Network.LOOPBACK, 0);
    record.server(server("c", "jdbc:x://other/d"), Network.LOOPBACK, 0);
    record.addFact(store("b", ""));
    Sidecar sidecar = record.sidecar("complete");
    assertThat(sidecar.servers()).extracting(Sidecar.Server::label).containsExactly("a", "c");
    assertThat(sidecar.stores()).extracting(StoreFact::server).containsExactly("a");

    record.addFact(store("a", ""));
    assertThat(record.sidecar("complete").servers())
        .extracting(Sidecar.Server::label)
        .containsExactly("Product 1.0", "c");
  }

  private static Servers.InUse server(String family, String url) {
    return new Servers.InUse(
        family,
        "given",
        Optional.empty(),
        new ServerAddress(url),
        Optional.empty(),
        Optional.empty());
  }

  private static StoreFact store(String name, String durability) {
    return new StoreFact(name, "", Map.of(), "Product 1.0", durability, Map.of(), Map.of(), "");
  }

  private static final Combination COMBINATION =
      new Combination("org.docduel.Insert.b", Map.of("store", "postgres-json"));

  @Test
  void timeBreakdownOfTwinIsReportedSeparately() {
    record.addFact(explained(COMBINATION.parameters()));
    record.setCurrentFork(new Turn(COMBINATION, 0, "store"));
    record.addFact(explained(COMBINATION.parameters()));
    assertThat(record.sidecar("complete").explained())
        .extracting(fact -> fact.parameters().get("store"))
        .containsExactly("postgres-json", "postgres-json" + Twins.SUFFIX);
  }

  /** A suite of a user's own is named by its content in the results, which facts have to match. */
  @Test
  void timeBreakdownUsesParametersOfResults() {
    RunRecord record = record(List.of("Insert", "-p", "dataset=./mine"), "family a");
    record.addFact(explained(Map.of("dataset", "./mine")));
    assertThat(record.sidecar("complete").explained())
        .extracting(ExplainFact::parameters)
        .containsExactly(Map.of("dataset", "./mine@1"));
  }

  @Test
  void recordsStoreFactsPerBenchmark(@TempDir Path directory) {
    String run = Settings.property(RunDirectory.SETTING);
    System.setProperty(run, directory.toString());
    try {
      for (String benchmark : List.of("a.Insert.b", "a.Ingest.b")) {
        BenchmarkParams params = result(benchmark, Map.of("store", "a"), 1).getParams();
        Map<String, String> combination = StoreState.combination(params);
        ForkFacts.store(
            "a", combination, 1, new StoreDescription("P", "", Map.of(), Map.of(), List.of(), ""));
        ForkFacts.plan("a", combination, List.of("scan of " + benchmark));
        new ContentCheck.Outcome(true, "").recordOrThrow("a", params, "content");
      }
      record.collect(new RunDirectory(directory));
    } finally {
      System.clearProperty(run);
    }
    Sidecar sidecar = record.sidecar("complete");
    assertThat(sidecar.stores())
        .extracting(store -> store.parameters().get("benchmark"))
        .hasSize(2);
    assertThat(sidecar.plans()).hasSize(2);
    assertThat(sidecar.checks())
        .extracting(check -> check.parameters().get("benchmark"))
        .containsExactly("a.Insert.b", "a.Ingest.b");
    assertThat(record.findings()).isEmpty();
  }

  /** Such as one of {@code concat(E'a\\nb', random())}. */
  @Test
  void escapesLineBreaksInRows(@TempDir Path directory) throws Exception {
    RunRecord record = record(List.of("Insert"), "family a");
    CheckFact check = new CheckFact("a", Map.of(), "answer", "failed", "row 1 is a\nb in a");
    Files.writeString(directory.resolve("1.json"), check.json());
    record.collect(new RunDirectory(directory));
    assertThat(record.failedChecks()).containsExactly("row 1 is a\\u000Ab in a");
  }

  private static ExplainFact explained(Map<String, String> parameters) {
    return new ExplainFact("postgres-json", parameters, 5, Map.of("client", 1.0), Map.of());
  }

  @Test
  void commonWordAsPasswordKeepsNamesAndParameters(@TempDir Path directory) throws Exception {
    RunRecord record =
        new RunRecord(
            plan(INSERT, "postgres postgres-json"),
            List.of("-Dsome.address=postgres"),
            Instant.EPOCH,
            Optional.empty());
    record.secrets.add(new ServerAddress("jdbc:x://h/d?user=u&password=postgres"));
    record.secrets.add(new ServerAddress("jdbc:x://h/d?user=u&password=docduel"));
    record.results.add(List.of(result(COMBINATION.parameters())), new Turn(COMBINATION, 0));
    record.server(server("postgres", "jdbc:x://h/d"), Network.LOOPBACK, 0);
    record.addFact(
        new StoreFact(
            "postgres-json",
            "",
            COMBINATION.parameters(),
            "PostgreSQL",
            "",
            Map.of(),
            Map.of(),
            ""));
    record.finding("logging in with postgres failed");
    assertThat(record.findings()).containsExactly("logging in with postgres failed");
    RunFiles files = new RunFiles(ResultPathsTest.paths(directory.resolve("out.json")));
    files.save(record, "complete");
    assertThat(Files.readString(files.paths.json))
        .contains("\"org.docduel.Insert.b\"", "\"store\" : \"postgres-json\"")
        .doesNotContain("***");
    assertThat(Files.readString(files.paths.sidecar))
        .contains("\"store\" : \"postgres-json\"", "\"name\" : \"postgres\"")
        .contains("-Dsome.address=postgres", "logging in with postgres failed")
        .doesNotContain("***");
  }

  private static RunRecord lostItsSecondFork(String order) {
    RunRecord record = record(List.of("Insert", "--order", order), "family a");
    record.results.add(List.of(result(COMBINATION.parameters())), new Turn(COMBINATION, 0));
    record.results.add(List.of(result(COMBINATION.parameters())), new Turn(COMBINATION, 2));
    return record;
  }

  @Test
  void twinForkIsRecordedUnderItsNameAfterItsStore() {
    Turn twin = new Turn(COMBINATION, 0, "store");
    RunRecord run = record(INSERT, "family a");
    run.results.add(List.of(result(COMBINATION.parameters())), twin);
    run.results.add(List.of(result(COMBINATION.parameters())), new Turn(COMBINATION, 0));
    run.setCurrentFork(twin);
    String store = COMBINATION.value("store");
    run.addFact(new LatencyFact("Tag=response;threads=1store=" + store + ";,0,1,2,x\n"));

    assertThat(run.results.inOrder())
        .extracting(result -> result.getParams().getParam("store"))
        .containsExactly(store, store + "~twin");
    assertThat(run.takeLatencies()).contains("store=" + store + "~twin;");
  }

  @Test
  void recordsLocalFilesByContent() {
    Map<String, String> typed = Map.of("store", "typed", "dataset", "./my file");
    Combination other = new Combination(COMBINATION.benchmark(), Map.of("dataset", "./other"));
    Combination combination = new Combination(COMBINATION.benchmark(), typed);
    List<String> line = List.of("Insert", "--flip", "-p", "dataset=./my file,./other");
    List<String> switches = List.of("-p", "size=1,2", "-p", "batch=1,9");
    RunRecord run =
        record(Stream.of(line, switches).flatMap(List::stream).toList(), "f typed", "f json");
    run.order(List.of(combination, other));
    run.results.add(List.of(result(other.parameters())), new Turn(other, 0));
    run.results.add(List.of(result(typed)), new Turn(combination, 0));
    run.addFact(new StoreFact("typed", "", typed, "Product", "", Map.of(), Map.of(), ""));
    run.addFact(new CheckFact("typed", typed, "answers", "passed", ""));
    run.addFact(new PlanFact("typed", typed, List.of(), List.of(), ""));
    run.addFact(new QuestionFact("1.1", "How many?", "", typed, List.of()));
    run.addFact(new LatencyFact("Tag=response;store=typed;dataset=./my_file;,0,1,2,x\n"));

    assertThat(run.results.inOrder())
        .extracting(result -> result.getParams().getParam("dataset"))
        .containsExactly("./my file@1", "./other@1");
    assertThat(run.takeLatencies()).contains(";dataset=./my_file@1;");
    assertThat(run.sidecar("complete").json())
        .doesNotContain("./my file\"")
        .satisfies(json -> assertThat(json.split("./my file@1", -1)).hasSize(7));
  }

  @Test
  void describesWorkloadUnderPublishedValues() {
    String insert = COMBINATION.benchmark();
    Map<String, String> small = Map.of("dataset", "./d", "payload", "1B", "durability", "default");
    Map<String, String> large = Map.of("dataset", "./d", "payload", "2B", "durability", "relaxed");
    RunRecord run = record(List.of("Insert", "-p", "dataset=./d"), "f typed");
    run.order(List.of(new Combination(insert, small), new Combination(insert, large)));

    assertThat(run.sidecar("complete").descriptions())
        .containsExactly(
            new Sidecar.Description(
                insert,
                "Work on {dataset} of {payload}, {durability}",
                Map.of(
                    "payload=1B", "much",
                    "payload=2B", "much",
                    "dataset=./d@1", "a file",
                    "durability=default", "durable commits",
                    "durability=relaxed", "commits that a crash may lose"),
                "{}"));
  }

  @Test
  void leavesOutDescriptionThatDoesNotHoldForAll() {
    String insert = COMBINATION.benchmark();
    record.order(
        List.of(
            new Combination(insert, Map.of("payload", "3B")),
            new Combination(insert, Map.of("payload", "4B"))));

    assertThat(record.sidecar("complete").descriptions()).isEmpty();
  }

  @Test
  void sidecarRecordsRoundOfEachFork() {
    RunRecord inRounds = lostItsSecondFork("random");
    RunRecord inSequence = lostItsSecondFork("sequential");

    assertThat(inRounds.sidecar("complete").run().rounds()).containsExactly(List.of(1, 3));
    assertThat(inSequence.sidecar("complete").run().rounds()).isEmpty();
  }

  @Test
  void resultsOfOneForkFollowPlanOrder() {
    RunRecord queries = record(INSERT, "family a");
    List<Combination> plan =
        Stream.of("typed", "json")
            .map(store ->
                new Combination("org.docduel.Insert.b", Map.of("store", store, "query", "all")))
            .toList();
    queries.order(plan);
    for (Combination combination : List.of(plan.get(1), plan.get(0))) {
      RunResult two = result(Map.of("store", combination.value("store"), "query", "2"));
      RunResult ten = result(Map.of("store", combination.value("store"), "query", "10"));
      queries.results.add(List.of(two), new Turn(combination, 0));
      queries.results.add(List.of(two, ten), new Turn(combination, 1));
    }

    assertThat(queries.results.inOrder())
        .extracting(
            result -> result.getParams().getParam("store") + result.getParams().getParam("query"))
        .containsExactly("typed2", "typed10", "json2", "json10");
    assertThat(queries.sidecar("complete").run().processes()).containsExactly(1, 1, 2, 2);
  }

  @Test
  void sidecarRecordsMetricOfBenchmark() {
    String ingest = "org.docduel.Ingest.b";
    RunRecord both = record(List.of("Ingest"), "family a");
    both.results.add(List.of(result(COMBINATION.parameters())), new Turn(COMBINATION, 0));
    both.results.add(
        List.of(result(ingest, Map.of("store", "a"), 1)),
        new Turn(new Combination(ingest, Map.of("store", "a")), 0));

    assertThat(both.sidecar("complete").metrics()).isEqualTo(Map.of(ingest, "total"));
  }

  private static RunResult result(Map<String, String> values) {
    return result(COMBINATION.benchmark(), values, 1_000_000);
  }

  /** Of a fork with one single shot. */
  public static RunResult result(String benchmark, Map<String, String> values, long nanos) {
    BenchmarkParams params =
        TestFork.params(benchmark, Mode.SingleShotTime, TestFork.ONCE, 0, values);
    IterationResult iteration = new IterationResult(params, TestFork.ONCE, null);
    iteration.addResult(
        new SingleShotResult(ResultRole.PRIMARY, "b", nanos, 1, TimeUnit.MILLISECONDS));
    return TestFork.result(params, List.of(iteration));
  }
}
