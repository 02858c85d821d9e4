package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.RunDirectory;
import org.docduel.testkit.HttpSqlStub;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A store over HTTP that answers otherwise than PostgreSQL has no score either. */
@Isolated("sets properties of this process that other gates read")
class HttpStoreGateTest {
  private static final List<String> SET =
      List.of(
          Settings.property(RunDirectory.SETTING),
          Settings.property("inventdb.url"),
          Settings.property("inventdb.token"));

  @TempDir private Path folder;
  @TempDir private Path run;
  private HttpSqlStub server;

  @BeforeEach
  void start() throws Exception {
    server = new HttpSqlStub();
    System.setProperty(SET.get(0), run.toString());
    System.setProperty(SET.get(1), server.url());
    System.setProperty(SET.get(2), HttpSqlStub.TOKEN);
  }

  @AfterEach
  void stop() {
    server.close();
    SET.forEach(System::clearProperty);
  }

  @Test
  void aWrongAnswerGivesNoScoreAndARefusedQuestionMayBeLeftOut() throws Exception {
    TestServers.tellForks(ForkStore.provider("postgres-typed").server().orElseThrow());
    Files.writeString(
        folder.resolve("suite.yaml"),
        """
        name: http
        collections:
          customer: {generator: customer}
        dialects: [postgres-typed]
        indexes: [all]
        """);
    Files.writeString(
        folder.resolve("postgres-typed.sql"),
        """
        -- name: 1.1  How many?
        SELECT count(*) AS n FROM customer;
        -- name: 1.2  How many, once more?
        SELECT count(id) AS n FROM customer;
        -- name: 1.3  Not understood there
        SELECT max(age) AS eldest FROM customer;
        """);
    server.answer(
        "SELECT count(*) AS n FROM customer",
        records -> "{\"columns\": [\"n\"], \"rows\": [[" + records.size() + "]]}");
    server.answer(
        "SELECT count(id) AS n FROM customer",
        records -> "{\"columns\": [\"n\"], \"rows\": [[" + (records.size() + 1) + "]]}");

    QuerySuiteExperiment.Asked chosen =
        QuerySuiteExperiment.Asked.parse(
            folder.toString(), QuerySuiteExperiment.GENERATED, "all", "200", "all", "20");
    StringWriter out = new StringWriter();
    new Gate(chosen, Map.of("suite", "http"), true, new PrintWriter(out, true))
        .pass(List.of("postgres-typed", "inventdb"));

    String space =
        Settings.ofProcess().get(ServerAddress.SPACE).orElse(ServerAddress.DEFAULT_SPACE);
    assertThat(server.records(space, "customer")).hasSize(200);
    assertThat(Gate.read(Gate.file(chosen, "inventdb").orElseThrow()))
        .containsExactlyInAnyOrderEntriesOf(Map.of("1.1", 1L));
    assertThat(Gate.read(Gate.file(chosen, "postgres-typed").orElseThrow()))
        .containsExactlyInAnyOrderEntriesOf(Map.of("1.1", 1L, "1.3", 1L));
    assertThat(out.toString().lines())
        .anyMatch(line ->
            line.startsWith("skipped: inventdb 1.3 ")
                && line.contains("HTTP 400: ")
                && line.contains("parse this"));
    assertThat(facts())
        .anyMatch(fact ->
            fact.contains("no score for 1.2")
                && fact.contains("row 1 is {n=200} in postgres-typed and {n=201} in inventdb"));
  }

  private List<String> facts() throws Exception {
    List<String> texts = new ArrayList<>();
    for (Path fact : new RunDirectory(run).facts()) {
      texts.add(Files.readString(fact));
    }
    return texts;
  }
}
