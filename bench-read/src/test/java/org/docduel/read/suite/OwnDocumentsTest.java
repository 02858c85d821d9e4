package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.read.suite.init.SuiteInit;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The starter questions to a person's file, against an engine that reads the file itself. */
class OwnDocumentsTest {
  private static final int COUNT = 500;

  /** By the question's title, in DuckDB's words; of whole documents the keys are asked. */
  private static final Map<String, String> EXPECTED =
      Map.ofEntries(
          Map.entry("How many documents?", "SELECT count(*) AS n FROM orders"),
          Map.entry(
              "The documents with order = 251", "SELECT id FROM orders WHERE \"order\" = 251"),
          Map.entry(
              "How many with status = 'open'",
              "SELECT count(*) AS n FROM orders WHERE status = 'open'"),
          Map.entry(
              "How many with total >= 460.44",
              "SELECT count(*) AS n FROM orders WHERE total >= 460.44"),
          Map.entry(
              "Documents and mean total by status",
              "SELECT status AS value, count(*) AS n, avg(total) AS mean FROM orders GROUP BY 1"),
          Map.entry(
              "The 10 greatest by total",
              "SELECT id, total::DECIMAL(18, 2) AS value FROM orders ORDER BY total DESC, id"
                  + " LIMIT 10"),
          Map.entry(
              "How many with 'express' in tags",
              "SELECT count(*) AS n FROM orders WHERE list_contains(tags, 'express')"),
          Map.entry(
              "How many have note", "SELECT count(*) AS n FROM orders WHERE note IS NOT NULL"));

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"postgres-typed", "postgres-jsonb", "sqlite-jsonb", "mongodb"})
  void storeAgreesWithEngineThatReadsFile(String store) throws IOException, SQLException {
    Path file = Orders.write(directory.resolve("orders.ndjson"), COUNT);
    Path folder = directory.resolve("mine");
    StringWriter out = new StringWriter();
    new SuiteInit()
        .run(List.of(folder.toString(), "--data", file.toString()), new PrintWriter(out, true));
    assertThat(out.toString()).contains(COUNT + " documents").contains("suite.yaml");

    Suite suite = Suite.read(folder.toString());
    assertThat(suite.names().stream().map(suite::title))
        .containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
    QuerySuiteExperiment.SuiteRun chosen = OwnSuite.select(folder);
    ForkStore.provider(store).server().ifPresent(TestServers::publishToForks);
    try (TypedTables duck = new TypedTables();
        SuiteStore open = OwnSuite.loaded(store, chosen);
        Session session = open.session()) {
      duck.run(
          "CREATE TABLE orders AS SELECT row_number() OVER () - 1 AS id, * FROM read_json('"
              + file
              + "', format = 'newline_delimited', sample_size = -1)");
      for (NamedQuery query :
          suite.dialect(ForkStore.provider(store).dialect()).queries().values()) {
        boolean ordered = suite.ordered().contains(query.name());
        Answer.Rows rows = new Answer.Rows(ordered, true);
        SuiteQuery suiteQuery = session.query(query.text(), Duration.ofMinutes(1), false);
        suiteQuery.answer(rows::add);
        String title = suite.title(query.name());
        String sql = EXPECTED.getOrDefault(title, title);
        Answer expected =
            sql.startsWith("SELECT id FROM")
                ? documents(file, duck.keys(sql))
                : duck.query(sql, ordered);
        assertThat(expected.rows()).as(title).isPositive();
        assertThat(expected.difference(rows.answer())).as(title).isEmpty();
        if (title.matches(".*(with (order|total) |greatest).*")) {
          assertThat(suiteQuery.plan().toString()).as(title).containsIgnoringCase("index");
        }
      }
    }
  }

  /** The lines of the file as they are, each with its number as the key. */
  private static Answer documents(Path file, List<Long> keys) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Answer.Rows rows = new Answer.Rows(false, true);
    for (long key : keys) {
      rows.add(
          List.of("id", "doc"),
          List.of(new IntegerValue(key), JsonBytes.read(lines.get(Math.toIntExact(key)))));
    }
    return rows.answer();
  }
}
