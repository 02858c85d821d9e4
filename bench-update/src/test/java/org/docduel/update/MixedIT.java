package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mixes through the packaged jar: what the server counts, and what a crash costs. */
class MixedIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(MixedIT.class);
  private static final String SMALL = "Mixed -f 1 -wi 0 --no-report -rf json -rff out.json ";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-p store=postgres-jsonb -p mix=read:5,upsert:5|-p mix=read:5,upsert:5: accepted is ",
        "-p store=noop -p mix=read:5,update:5|needs a store that can give documents back",
        "-p store=postgres-jsonb -p kind=read|-p kind=read: accepted is one of all",
        "-p store=postgres-jsonb -p documents=4x|-p documents=4x is a ratio to the memory of each",
        "-p store=postgres-jsonb --memory 100MB|--memory 100MB: accepted is 256 MB to ",
        "-p store=sqlite-json --memory 256MB|the memory of sqlite cannot be limited"
      })
  void rejectsImpossibleMix(String arguments, String line) throws Exception {
    Ended ended = run(Map.of(), arguments);

    assertThat(ended.rejection()).contains(line);
  }

  @Test
  void serverCountsMatchWeightsOfMix() throws Exception {
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      String url = servers.start(PostgresServer.FAMILY).address().url();
      run(
              Map.of(Settings.variable("postgres.url"), url),
              "-p store=postgres-typed -p mix=read:60,update:30,insert:6,delete:4"
                  + " -p documents=2000 -t 4 -i 4 -r 1 -p durability=none")
          .succeeded();
      double updates = counted(url, "n_tup_upd");
      double inserts = counted(url, "n_tup_ins") - 2000;
      double deletes = counted(url, "n_tup_del");
      // Each worker's last deal is cut off: 100 operations of many thousands.
      assertThat(updates + inserts + deletes).isGreaterThan(4_000);
      double all = (updates + inserts + deletes) / 0.40;
      assertThat(updates / all).isCloseTo(0.30, within(0.005));
      assertThat(inserts / all).isCloseTo(0.06, within(0.005));
      assertThat(deletes / all).isCloseTo(0.04, within(0.005));
      assertThat(sidecar())
          .contains(
              String.format(
                  "as %.0f acknowledged inserts, %.0f deletes and the last change",
                  inserts, deletes));
      assertThat(raw("kind\":\"read", "throughput") / raw("kind\":\"all", "throughput"))
          .isCloseTo(0.60, within(0.02));
    }
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
  void killedServerLosesNoAcknowledgedWrite() throws Exception {
    PackagedRun run =
        JAR.start(
            directory,
            Map.of(),
            (SMALL
                    + "-p store=postgres-jsonb -p documents=2000 -t 4 -i 5 -r 1"
                    + " -p mix=read:30,update:20,replace:10,modify:10,insert:10,delete:10,find:10")
                .split(" "));
    run.awaitProcesses(
        all -> all.stream().anyMatch(process -> Processes.title(process).contains("UPDATE")));
    ProcessHandle victim =
        run.descendants().stream()
            .filter(process ->
                Processes.title(process).contains("postgres")
                    && Processes.title(process).contains("127.0.0.1"))
            .findFirst()
            .orElseThrow();
    Processes.signal("KILL", List.of(victim));
    Ended ended = run.await().succeeded();
    assertThat(ended.out()).containsPattern("note: postgres-jsonb: [0-9]+ attempts failed");
    assertThat(sidecar())
        .contains("\"check\" : \"acknowledged operations after the run\"")
        .doesNotContain("\"outcome\" : \"failed\"");
  }

  @ParameterizedTest
  @CsvSource({"sqlite-json", "postgres-typed"})
  void usesNamedFieldsOfUserDocuments(String store) throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      lines.append("{\"no\":").append(1_000 - 7 * i).append(",\"a\":{\"sum\":").append(i);
      lines.append("},\"note\":\"n").append(i).append("\"}\n");
    }
    Files.writeString(directory.resolve("orders.ndjson"), lines);
    run(
            Map.of(),
            "-p store="
                + store
                + " -p dataset=./orders.ndjson -p id=no -p field=a.sum -t 2 -i 1 -r 1"
                + " -p mix=read:4,update:2,replace:1,modify:1,insert:2,delete:2,find:2")
        .succeeded();
    assertThat(sidecar())
        .contains("acknowledged operations after the run")
        .doesNotContain("failed");
  }

  @Test
  void openLoopOffersEveryKindAtItsRate() throws Exception {
    Ended ended =
        run(Map.of(), "-p store=postgres-jsonb -p rate=100 -p documents=500 -t 2 -i 1 -r 2")
            .succeeded();

    assertThat(ended.out()).contains("response times, ms");
    assertThat(Files.readString(directory.resolve("out.hlog")))
        .contains("Tag=response;", "Tag=response.read;", "Tag=response.update;", "Tag=service;");
  }

  private Ended run(Map<String, String> environment, String arguments) throws Exception {
    return JAR.start(directory, environment, (SMALL + arguments).split(" ")).await();
  }

  private String sidecar() throws IOException {
    return Files.readString(directory.resolve("out.sidecar.json"));
  }

  private static double counted(String url, String counter) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT sum("
                    + counter
                    + ") FROM pg_stat_user_tables WHERE relname = 'postgres_typed_mixed'")) {
      row.next();
      return row.getDouble(1);
    }
  }

  /** A metric of one kind's result. */
  private double raw(String kind, String metric) throws IOException {
    String json = Files.readString(directory.resolve("out.json")).replaceAll("\\s+", "");
    Matcher matcher =
        Pattern.compile(
                Pattern.quote(kind)
                    + "\".*?\"secondaryMetrics\":\\{.*?\""
                    + metric
                    + "\":\\{\"score\":([0-9.E]+)")
            .matcher(json);
    assertThat(matcher.find()).as(kind + " in " + json).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
