package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.suite.Tuples;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.testkit.TinyRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;

/** Queries with parameters, asked of a server with hostile values. */
@Tag("attack")
@Tag("D10")
class ParametersTest {
  private static final String RUN = Settings.property(RunDirectory.SETTING);
  private static final List<String> BOTH = List.of("postgres-typed", "postgres-jsonb");

  private static final String TYPED =
      """
      -- name: 1.1  By age and day of birth
      -- parameters: ages.csv
      SELECT id, age FROM customer WHERE age = $2 AND date_of_birth >= $1 ORDER BY id;
      -- name: 1.2  By name, as it is
      -- parameters: names.csv
      SELECT count(*) AS n, $1 AS name FROM customer WHERE full_name <> $1;
      """;

  private static final String JSONB =
      """
      -- name: 1.1  By age and day of birth
      -- parameters: ages.csv
      SELECT id, (doc->>'age')::bigint AS age FROM customer
      WHERE (doc->>'age')::bigint = $2 AND doc->>'date_of_birth' >= $1 AND doc ? 'age' ORDER BY id;
      -- name: 1.2  By name, as it is
      -- parameters: names.csv
      SELECT count(*) AS n, $1 AS name FROM customer WHERE doc->>'full_name' <> $1;
      """;

  @TempDir private Path folder;
  @TempDir private Path run;

  @BeforeEach
  void setRunDirectory() throws IOException {
    System.setProperty(RUN, run.toString());
    OwnSuite.writeForThisProcess(folder);
    Path yaml = folder.resolve("suite.yaml");
    Files.writeString(
        yaml,
        Files.readString(yaml)
            .replace("ordered: [1.2]", "ordered: [1.1]\nweights: {1.1: 300, 1.2: 3}"));
    Files.writeString(folder.resolve("postgres-typed.sql"), TYPED);
    Files.writeString(folder.resolve("postgres-jsonb.sql"), JSONB);
    Files.writeString(
        folder.resolve("ages.csv"),
        "calls,since timestamp,age integer\n5,1900-01-01,40\n3,1980-05-05T00:00:00Z,41\n1,,42\n");
    Files.writeString(
        folder.resolve("names.csv"),
        """
        name text
        '; DROP TABLE customer; --
        $1
        ?
        \\' OR 1 = 1 --
        ${name}
        "{""$ne"": null}"
        ’
        """);
  }

  @AfterEach
  void clearRunDirectory() {
    System.clearProperty(RUN);
  }

  private SuiteRun chosen() {
    return OwnSuite.select(folder, "rows=400", "timeLimit=5");
  }

  private String pass(SuiteRun chosen, List<String> through) {
    StringWriter out = new StringWriter();
    Gate gate = new Gate(chosen, Map.of("suite", "mine"), false, new PrintWriter(out, true));
    assertThat(gate.pass(BOTH)).as(out.toString()).containsExactlyInAnyOrderElementsOf(through);
    Gate.shareDraws(List.of(gate));
    return out.toString();
  }

  private List<String> facts() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path fact : new RunDirectory(run).facts()) {
      texts.add(Files.readString(fact));
    }
    return texts;
  }

  @Test
  void answersOfTuplesAreCompared() throws IOException {
    SuiteRun chosen = chosen();
    String out = pass(chosen, BOTH);
    assertThat(out)
        .contains("2 of 2 queries have equal answers")
        .containsPattern(
            "1.1: 3 tuples of ages.csv@[0-9a-f]{16}, seed 42: \\d+ drawn for an iteration; answers"
                + " compared for the 3 hottest and 0 others");
    assertThat(Gate.readRowCounts(chosen, BOTH.get(0)))
        .contains(Map.of("1.1", Gate.UNKNOWN, "1.2", Gate.UNKNOWN));
    assertThat(Gate.readDraws(chosen, BOTH.get(0)))
        .isEqualTo(Gate.readDraws(chosen, BOTH.get(1)))
        .containsOnlyKeys("1.1", "1.2");
    assertThat(facts())
        .filteredOn(fact -> fact.contains("\"workload\""))
        .singleElement()
        .asString()
        .contains("\"1.1\" : 300", "\"1.2\" : 3", "ages.csv@");
  }

  /** Where documents are JSON in a file, instants are texts and there is no server. */
  @Test
  void sqliteAnswersTheSame() throws IOException {
    Path yaml = folder.resolve("suite.yaml");
    Files.writeString(
        yaml, Files.readString(yaml).replace("postgres-jsonb]", "postgres-jsonb, sqlite]"));
    Files.writeString(
        folder.resolve("sqlite.sql"),
        """
        -- name: 1.1  By age and day of birth
        -- parameters: ages.csv
        SELECT id, doc ->> '$.age' AS age FROM customer
        WHERE doc ->> '$.age' = $2 AND doc ->> '$.date_of_birth' >= $1 ORDER BY id;
        -- name: 1.2  By name, as it is
        -- parameters: names.csv
        SELECT count(*) AS n, $1 AS name FROM customer WHERE doc ->> '$.full_name' <> $1;
        """);
    StringWriter out = new StringWriter();
    Gate gate = new Gate(chosen(), Map.of("suite", "mine"), false, new PrintWriter(out, true));
    assertThat(gate.pass(List.of("postgres-typed", "postgres-jsonb", "sqlite-jsonb")))
        .as(out.toString())
        .hasSize(3);
    assertThat(out.toString()).contains("2 of 2 queries have equal answers");
  }

  /** A slower index set asks no other tuples than a fast one. */
  @Test
  void comparedIndexSetsDrawSameTuples() throws IOException {
    Path yaml = folder.resolve("suite.yaml");
    Files.writeString(yaml, Files.readString(yaml).replace("[all]", "[all, none]"));
    Files.writeString(folder.resolve("seconds.csv"), "seconds double\n0.3\n0.2\n");
    for (String store : BOTH) {
      Files.writeString(
          folder.resolve(store + ".sql"),
          """
          -- name: 1.1 Waits
          -- parameters: seconds.csv
          SELECT 1 AS one FROM pg_sleep($1 * random());
          -- name: 1.2 One
          SELECT 1 AS one
          """);
    }
    List<Gate> gates = new ArrayList<>();
    List<SuiteRun> runs = new ArrayList<>();
    for (String index : List.of("all", "none")) {
      SuiteRun chosen = OwnSuite.select(folder, "rows=400", "index=" + index);
      Gate gate =
          new Gate(chosen, Map.of("index", index), false, new PrintWriter(new StringWriter()));
      gate.pass(BOTH);
      gates.add(gate);
      runs.add(chosen);
    }
    Gate.shareDraws(gates);
    assertThat(Gate.readDraws(runs.get(0), BOTH.get(0)))
        .containsOnlyKeys("1.1")
        .isEqualTo(Gate.readDraws(runs.get(1), BOTH.get(1)));
  }

  @Test
  void oneDifferentTupleCostsQueryItsScore() throws IOException {
    Files.writeString(
        folder.resolve("postgres-jsonb.sql"),
        JSONB.replace("= $2 AND", "= CASE $2::bigint WHEN 41 THEN 14 ELSE $2::bigint END AND"));
    String out = pass(chosen(), BOTH);
    assertThat(out).contains("different 1");
    assertThat(facts())
        .anyMatch(fact ->
            fact.contains("no score for 1.1")
                && fact.contains("with (\\\"1980-05-05T00:00:00.000Z\\\", 41): row"));
  }

  /** The tables are as they were, and every hostile text came back as it was sent. */
  @Test
  void valuesNeverBecomeSql() {
    SuiteRun chosen = chosen();
    for (String store : BOTH) {
      try (SuiteStore open = OwnSuite.loaded(store, chosen);
          Session session = open.session()) {
        NamedQuery namedQuery = open.dialect().query("1.2");
        Tuples names = namedQuery.tuples().orElseThrow();
        SuiteQuery query = chosen.prepare(session, namedQuery);
        for (int repeat = 0; repeat < 8; repeat++) { // the driver prepares on the server
          for (int tuple = 0; tuple < names.size(); tuple++) {
            List<Object> row = new ArrayList<>();
            query.bind(names.values(tuple));
            query.answer((columns, values) -> row.addAll(values));
            assertThat(query.run()).isEqualTo(1);
            assertThat(row.get(0)).hasToString("IntegerValue[value=400]");
            assertThat(row.get(1)).isEqualTo(names.values(tuple).get(0));
          }
        }
        assertThat(open.after()).isEmpty();
      }
    }
  }

  @Test
  void planIsThatOfBoundQuery() throws IOException {
    Files.writeString(
        folder.resolve("postgres-typed.sql"),
        "-- index: all\nCREATE INDEX ON customer (age);\n" + TYPED);
    SuiteRun chosen = chosen();
    try (SuiteStore open = OwnSuite.loaded(BOTH.get(0), chosen);
        Session session = open.session()) {
      NamedQuery namedQuery = open.dialect().query("1.1");
      SuiteQuery query = chosen.prepare(session, namedQuery);
      query.bind(namedQuery.tuples().orElseThrow().values(0));
      assertThat(String.join("\n", query.plan())).contains("customer_age_idx").doesNotContain("$2");
    }
  }

  @Test
  void tupleOverLimitCostsQueryItsScore() throws IOException {
    Files.writeString(folder.resolve("seconds.csv"), "seconds double\n0.01\n0.01\n3\n");
    for (String store : BOTH) {
      Files.writeString(
          folder.resolve(store + ".sql"),
          """
          -- name: 1.1 Waits
          -- parameters: seconds.csv
          SELECT 1 AS one FROM pg_sleep($1);
          -- name: 1.2 One
          SELECT 1 AS one
          """);
    }
    Path yaml = folder.resolve("suite.yaml");
    Files.writeString(yaml, Files.readString(yaml).replace("ordered: [1.1]\n", ""));
    SuiteRun chosen = OwnSuite.select(folder, "rows=400", "timeLimit=1");
    assertThat(pass(chosen, BOTH))
        .contains("skipped: postgres-typed 1.1 with (3): > 1 s; raise timeLimit");
    assertThat(Gate.readRowCounts(chosen, BOTH.get(0))).contains(Map.of("1.2", 1L));
  }

  @Test
  void forkTimesTuples() throws Exception {
    System.clearProperty(RUN);
    Collection<RunResult> runs =
        TinyRun.all(
            TinyRun.of("QuerySuiteBenchmark")
                .param("suite", folder.toString())
                .param("rows", "400")
                .param("store", "postgres-typed"));
    List<RunResult> split = new QuerySuiteExperiment().results(runs.iterator().next());
    assertThat(split)
        .extracting(result -> result.getParams().getParam("query"))
        .containsExactly("1.1", "1.2");
    assertThat(split).allMatch(result -> result.getPrimaryResult().getScore() > 0);
  }
}
