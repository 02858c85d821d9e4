package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.workload.Combination;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries whose answers differ get no score. */
class GateTest {
  private static final String RUN = Settings.property(RunDirectory.SETTING);

  @TempDir private Path folder;
  @TempDir private Path run;

  @BeforeEach
  void setRunDirectory() {
    System.setProperty(RUN, run.toString());
  }

  @AfterEach
  void clearRunDirectory() {
    System.clearProperty(RUN);
  }

  private static final List<String> BOTH = List.of("postgres-typed", "postgres-jsonb");

  private String pass(
      QuerySuiteExperiment.SuiteRun chosen, boolean allowMissing, List<String> through) {
    StringWriter out = new StringWriter();
    Gate gate = new Gate(chosen, Map.of("suite", "mine"), allowMissing, new PrintWriter(out, true));
    assertThat(gate.pass(BOTH)).containsExactlyInAnyOrderElementsOf(through);
    return out.toString();
  }

  private static Map<String, Long> timedQueries(
      QuerySuiteExperiment.SuiteRun chosen, String store) {
    return Gate.readRowCounts(chosen, store).orElseThrow();
  }

  private QuerySuiteExperiment.SuiteRun chosen(String query) throws IOException {
    Path suite = OwnSuite.writeForThisProcess(folder);
    return OwnSuite.select(suite, "query=" + query, "rows=200", "timeLimit=1");
  }

  /** The same text in both dialects. */
  private QuerySuiteExperiment.SuiteRun suiteWith(String sql) throws IOException {
    OwnSuite.writeForThisProcess(folder);
    Path yaml = folder.resolve("suite.yaml");
    Files.writeString(yaml, Files.readString(yaml).replace("ordered: [1.2]", ""));
    for (String store : BOTH) {
      Files.writeString(folder.resolve(store + ".sql"), "-- name: 1.1 One\n" + sql + ";\n");
    }
    return OwnSuite.select(folder, "rows=200", "timeLimit=1");
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D3")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT nothing FROM customer                               | compared 0, different 0,"
            + " skipped 1",
        "SELECT id FROM customer WHERE id = -7                      | empty in every store 1",
        "SELECT pg_sleep(5), random()                               | compared 0, different 0,"
            + " skipped 0, over the limit 1",
        "SELECT generate_series(1, 100000000000), pg_sleep(0.001) | compared 0, different 0,"
            + " skipped 0, over the limit 1",
        "SELECT '{\"x\": 1, \"x\": 2}'::json AS v | different 0, skipped 1",
        "SELECT '{\"x\": \"y\\ud800z\"}'::json AS v | different 0, skipped 1",
        "SELECT concat(repeat('[', 3000), repeat(']', 3000))::json AS v | different 0, skipped 1",
      })
  void failsBeforeForksWhenNothingIsAnswered(String sql, String counted) throws IOException {
    assertThat(pass(suiteWith(sql), false, List.of())).contains(counted);
    assertThat(facts())
        .anyMatch(fact -> fact.contains("\"failed\"") && fact.contains("returns a row"));
  }

  /** Joins of tables and arrays of documents, by the same queries. */
  @Test
  void comparesLinkedWithEmbeddedDocuments() {
    TestServers.publishToForks(PostgresServer.FAMILY);
    QuerySuiteExperiment.SuiteRun chosen =
        OwnSuite.select("customer", "query=9+12", "rows=300", "timeLimit=20");
    List<String> stores = List.of("postgres-typed", "postgres-jsonb_embedded");
    StringWriter out = new StringWriter();
    Gate gate = new Gate(chosen, Map.of("suite", "customer"), false, new PrintWriter(out, true));

    assertThat(gate.pass(stores)).containsExactlyElementsOf(stores);

    assertThat(out.toString())
        .contains(
            "suite customer: 21 of 21 queries have equal answers in postgres-typed,"
                + " postgres-jsonb_embedded; compared 21, different 0");
  }

  @Test
  @Tag("attack")
  @Tag("D3")
  void timesPartlyAnsweredQueriesWhenRequested() throws IOException {
    QuerySuiteExperiment.SuiteRun chosen = chosen("all");
    pass(chosen, true, BOTH);
    assertThat(timedQueries(chosen, "postgres-typed"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("1.1", 1L, "1.2", 3L, "2.2", 1L, "2.4", 1L, "2.5", Gate.OVER_LIMIT));
    assertThat(timedQueries(chosen, "postgres-jsonb")).containsOnlyKeys("1.1", "1.2", "2.5");
    assertThat(facts()).noneMatch(fact -> fact.contains("did not answer it"));
  }

  @Test
  @Tag("attack")
  @Tag("D3")
  void runsNoForkWhenAllAnswersDiffer() throws IOException {
    pass(chosen("2.1"), false, List.of());
  }

  @Test
  void recordsAnswersForManualReview() throws IOException {
    pass(chosen("1.2"), false, BOTH);
    assertThat(facts())
        .filteredOn(fact -> fact.contains("\"question\""))
        .singleElement()
        .asString()
        .contains("\"store\" : \"postgres-jsonb\"", "\"rows\" : 3", "\"{age=")
        .containsPattern("\"digest\" : \"[0-9a-f]{32}\"");
  }

  @Test
  @Tag("attack")
  @Tag("D3")
  void passesOnlyQueriesWithEqualAnswersInAllStores() throws IOException {
    QuerySuiteExperiment.SuiteRun chosen = chosen("all");
    String out = pass(chosen, false, BOTH);

    for (String store : BOTH) {
      assertThat(timedQueries(chosen, store))
          .containsExactlyInAnyOrderEntriesOf(Map.of("1.1", 1L, "1.2", 3L, "2.5", Gate.OVER_LIMIT));
    }
    assertThat(out.lines())
        .anyMatch(line -> line.matches("skipped: postgres-jsonb 2.2 .*postgres-jsonb.sql:8\\).*"))
        .anyMatch(line -> line.endsWith("postgres-jsonb.sql has no query 2.4"))
        .anyMatch(line -> line.startsWith("postgres-typed 2.5: > 1 s"))
        .anyMatch(line ->
            line.startsWith(
                "suite mine: 2 of 7 queries have equal answers in postgres-typed,"
                    + " postgres-jsonb; compared 4, different 2, skipped 2, over the limit 1,"
                    + " empty in every store 0"));
    assertThat(facts())
        .anyMatch(fact -> fact.contains("\"failed\"") && fact.contains("no score for 2.1"))
        .anyMatch(fact -> fact.contains("\"failed\"") && fact.contains("no score for 2.3"))
        .anyMatch(fact ->
            fact.contains("\"failed\"")
                && fact.contains("no score for 2.2 (Fails in one): postgres-jsonb did not answer"))
        .anyMatch(fact -> fact.contains("has no query 2.4"));
    assertThat(facts())
        .filteredOn(fact -> fact.contains("no score for 2.1"))
        .singleElement()
        .asString()
        .contains("row 1 is {age=")
        .contains("in postgres-typed and {age=")
        .contains("in postgres-jsonb");
  }

  private List<String> facts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path fact : new RunDirectory(run).facts()) {
      texts.add(Files.readString(fact));
    }
    return texts;
  }

  @Test
  void answersNameTheirParameters() throws IOException {
    String suite = OwnSuite.writeForThisProcess(folder).toString();
    List<Combination> plan = new ArrayList<>();
    for (String limit : List.of("60", "61")) {
      for (String store : BOTH) {
        Map<String, String> parameters =
            Map.of(
                "suite",
                suite,
                "data",
                QuerySuiteExperiment.GENERATED,
                "query",
                "1.1",
                "rows",
                "200",
                "index",
                "all",
                "timeLimit",
                limit,
                "store",
                store);
        plan.add(new Combination("b", parameters));
      }
    }
    StringWriter out = new StringWriter();
    new QuerySuiteExperiment().prepare(plan, true, new PrintWriter(out, true));
    assertThat(out.toString()).contains("with timeLimit=60:", "with timeLimit=61:");
  }
}
