package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.FindMax;
import org.docduel.core.server.Servers;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What only the packaged jar can show: what bad input, a crash and a stall of the server come to.
 */
@Execution(ExecutionMode.CONCURRENT)
class BenchmarksJarIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(BenchmarksJarIT.class);
  private static final String SMALL =
      "-p store=postgres-jsonb -p documents=2000 -f 1 -wi 0 --no-report -rf json -rff out.json ";

  @TempDir Path directory;

  @Tag("attack")
  @Tag("C6")
  @ParameterizedTest
  @ValueSource(strings = {"documents=0"}) // the other parameters: BadParametersTest
  void rejectsBadParameter(String parameter) throws Exception {
    Ended ended = run(Map.of(), SMALL + "-p " + parameter);

    assertThat(ended.rejection()).startsWith("docduel: -p " + parameter + ": accepted is ");
  }

  /** An index on an expression of the document is touched by every update, a column's by none. */
  @Test
  void showsCostOfUpdate() throws Exception {
    Ended ended =
        run(Map.of(), SMALL + "--explain -p key=expression,column -p fillfactor=50 -t 2 -i 3 -r 1")
            .succeeded();
    assertThat(ended.out())
        .contains("Per operation")
        .containsPattern("expression +[0-9.]+ µs +[0-9.]+ µs +[0-9.]+ k?B +0.0 %")
        .containsPattern("column +[0-9.]+ µs +[0-9.]+ µs +[0-9.]+ B +(100|9[0-9])\\.[0-9] %");
  }

  @Test
  void helpMentionsSeveralClientsWhereSupported() throws Exception {
    assertThat(run(Map.of(), "UpdateBenchmark -h").out()).contains("--clients N", "--group-secret");
    assertThat(run(Map.of(), "MixedBenchmark -h").out()).doesNotContain("--clients", "--group");
  }

  @Test
  void rejectsSearchOverTwoCombinations() throws Exception {
    Ended ended =
        BenchmarksJar.main(BenchmarksJarIT.class, FindMax.class.getName())
            .run(directory, "-p store=sqlite-json,sqlite-jsonb -p documents=200");

    assertThat(ended.rejection())
        .isEqualTo(
            "docduel: 2 combinations, and 1 can be searched for: give one value of each parameter");
    assertThat(directory.resolve(Path.of("results", "findmax", "rate-0.json"))).doesNotExist();
  }

  @Test
  void searchReplacesItsResultsAndFailsWithUnwritableReport() throws Exception {
    Path found = Files.createDirectories(directory.resolve(Path.of("results", "findmax")));
    Path earlier = Files.writeString(directory.resolve("earlier"), "[]");
    Files.createLink(found.resolve("findmax.json"), earlier);
    Files.writeString(found.resolve("report"), "a file");

    Ended ended =
        BenchmarksJar.main(BenchmarksJarIT.class, FindMax.class.getName())
            .run(directory, "--steps=1 -p store=noop -p documents=50 -t 1 -wi 0 -i 1 -r 100ms");

    assertThat(ended.status()).as(ended.out()).isEqualTo(1);
    assertThat(ended.out()).contains("report: is a file");
    assertThat(found.resolve("findmax.json")).content().contains("response.p99");
    assertThat(earlier).hasContent("[]");
    Sidecar sidecar =
        SidecarFile.read(found.resolve("findmax.json")).map(SidecarFile::sidecar).orElseThrow();
    assertThat(sidecar.highestRate())
        .hasValueSatisfying(rate -> {
          assertThat(rate.parameters())
              .containsEntry("store", "noop")
              .containsEntry("documents", "50")
              .doesNotContainKey("rate");
          assertThat(rate.threads()).isEqualTo(1);
          assertThat(rate.boundMillis()).isEqualTo(50);
        });
    assertThat(sidecar.descriptions()).hasSize(1);
  }

  @Test
  void doesNotCompareRequestedRates() throws Exception {
    Ended ended = run(Map.of(), SMALL + "-p rate=50,100 -t 2 -i 2 -r 1").succeeded();

    assertThat(ended.out()).contains("response times, ms").doesNotContain("candidate");
  }

  @Test
  void comparesResponseTimesOfForksAtOfferedRate() throws Exception {
    Ended ended =
        run(
                Map.of(),
                "UpdateBenchmark -p store=sqlite-jsonb,sqlite-json -p documents=200 -p rate=200 -t 2 -f 1"
                    + " -wi 0 -i 2 -r 500ms --no-report -rf json -rff out.json")
            .succeeded();
    assertThat(ended.out())
        .contains("compared: response.p99")
        .containsPattern("fork 1: response\\.p99 [0-9.]+ ms")
        .doesNotContainPattern("(?m)^sqlite.*updates/s")
        .doesNotContainPattern("fork 1: .*updates/s");
    assertThat(raw("response.p99")).hasSize(2);
    assertThat(raw("fork.response.p99"))
        .singleElement()
        .satisfies(merged ->
            assertThat(merged)
                .isBetween(
                    raw("response.p99").stream().min(Double::compare).orElseThrow(),
                    raw("response.p99").stream().max(Double::compare).orElseThrow()));
  }

  @Test
  void showsMeanAndDeviationOfRateForAnyThreads() throws Exception {
    Ended ended =
        run(
                Map.of(),
                "UpdateBenchmark -p store=noop -p documents=100 -t 4 -f 1 -wi 0 -i 2 -r 200ms"
                    + " --no-report -rf json -rff out.json")
            .succeeded();
    Matcher row =
        Pattern.compile("(?m)^all +2 +1 +([0-9.,]+) updates/s +([0-9.,]+) updates/s")
            .matcher(ended.out());
    assertThat(row.find()).as(ended.out()).isTrue();
    double first = raw("throughput").get(0);
    double second = raw("throughput").get(1);
    double mean = (first + second) / 2;
    double deviation = Math.abs(first - second) / Math.sqrt(2);
    assertThat(parseNumber(row.group(1))).isCloseTo(mean, withinPercentage(1));
    assertThat(parseNumber(row.group(2))).isCloseTo(deviation, within(0.01 * mean));
  }

  private static double parseNumber(String number) {
    return Double.parseDouble(number.replace(",", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-t 20", "-t 4 -p pool=20"})
  void reportsServerWithTooFewConnectionsInOneLine(String workers) throws Exception {
    Map<String, String> few = Map.of(Settings.variable("postgres.options"), "max_connections=12");
    try (Servers servers = new Servers(Settings.of(few, new Properties()))) {
      String address = servers.start(PostgresServer.FAMILY).address().url();
      Ended ended =
          run(Map.of(Settings.variable("postgres.url"), address), SMALL + "-i 1 -r 1 " + workers);

      assertThat(ended.failure()).contains("max_connections");
    }
  }

  /** The embedded server takes 100 connections unless a run needs more. */
  @Test
  void workersUseOnlyPooledConnections() throws Exception {
    run(Map.of(), SMALL + "-i 1 -r 1 -t 120 -p pool=2").succeeded();
  }

  @Tag("attack")
  @Tag("H3")
  @Tag("C5")
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
  void countsErrorsAndLosesNoUpdateWhenServerRestarts() throws Exception {
    PackagedRun run = start(Map.of(), SMALL + "-i 4 -r 1 -t 6 -p pool=3 -prof pgstat");
    ProcessHandle victim = awaitUpdates(run).get(0);
    Processes.signal("KILL", List.of(victim));
    Ended ended = run.await().succeeded();
    assertThat(ended.out())
        .containsPattern("fork 1: .* updates/s")
        .containsPattern("note: postgres-jsonb: [0-9]+ attempts failed");
    assertThat(raw("errors").stream().mapToDouble(Double::doubleValue).sum()).isPositive();
    double updates =
        raw("pgstat.updates").stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(ended.out())
        .containsPattern(
            String.format(
                Locale.ROOT,
                "pgstat\\.updates +%s +updates",
                updates >= 1000
                    ? String.format(Locale.ROOT, "%,.0f", updates)
                    : String.format(Locale.ROOT, "%.4g", updates)));
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"check\" : \"last acknowledged values after the run\"")
        .doesNotContain("\"outcome\" : \"failed\"");
    assertThat(victim.onExit()).succeedsWithin(Duration.ofSeconds(10));
    assertThat(server(run)).isEmpty();
  }

  @Tag("attack")
  @Tag("M7")
  @ParameterizedTest
  @ValueSource(strings = {"-t 4", "-t 4 -p pool=2"})
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
  void deadServerEndsRunInOneLine(String workers) throws Exception {
    Map<String, String> soon =
        Map.of("DOCDUEL_CONNECT_SECONDS", "5", "DOCDUEL_SILENCE_SECONDS", "5");
    PackagedRun run = start(soon, SMALL + "-i 3 -r 2 " + workers);
    awaitUpdates(run);
    Processes.signal("KILL", server(run));
    Ended ended = run.await();

    assertThat(ended.failure()).contains("postgres-jsonb");
    assertThat(server(run)).isEmpty();
  }

  @Tag("attack")
  @Tag("C7")
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and suspended as on Linux")
  void serverStallAppearsInResponseTimesOnly() throws Exception {
    PackagedRun run = start(Map.of(), SMALL + "-i 1 -r 8 -t 2 -p rate=700 -p durability=relaxed");
    awaitUpdates(run);
    List<ProcessHandle> server = server(run);
    Processes.signal("STOP", server);
    try {
      new ProcessBuilder("sleep", "2").start().waitFor();
    } finally {
      Processes.signal("CONT", server);
    }
    run.await().succeeded();
    // One update of each worker stalls: 2 of 5,600, and 1,400 that were due meanwhile are late.
    assertThat(raw("response.p99.9").get(0)).isBetween(1_500.0, 5_000.0);
    assertThat(raw("response.p95").get(0)).isGreaterThan(500);
    assertThat(raw("service.p99.9").get(0)).isLessThan(raw("response.p99.9").get(0) / 4);
    assertThat(raw("service.max").get(0)).isGreaterThan(1_500);
    assertThat(Files.readAllLines(directory.resolve("out.hlog")))
        .filteredOn(line -> line.startsWith("Tag="))
        .hasSize(2);
  }

  private Ended run(Map<String, String> environment, String arguments) throws Exception {
    return start(environment, arguments).await();
  }

  private PackagedRun start(Map<String, String> environment, String arguments) throws IOException {
    return JAR.start(directory, environment, arguments.split(" "));
  }

  /** Waits until workers update, and returns the server's processes that serve clients. */
  private static List<ProcessHandle> awaitUpdates(PackagedRun run) throws Exception {
    run.awaitProcesses(all ->
        serving(all).stream().anyMatch(process -> Processes.title(process).contains("UPDATE")));
    return serving(run.descendants());
  }

  private static List<ProcessHandle> serving(List<ProcessHandle> all) {
    return all.stream()
        .filter(process ->
            Processes.title(process).contains("postgres")
                && Processes.title(process).contains("127.0.0.1"))
        .toList();
  }

  private static List<ProcessHandle> server(PackagedRun run) {
    return run.descendants().stream()
        .filter(process -> Processes.title(process).contains("postgres"))
        .toList();
  }

  private List<Double> raw(String metric) throws IOException {
    return PackagedRun.raw(directory.resolve("out.json"), metric);
  }
}
