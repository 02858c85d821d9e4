package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.NamedQuery;
import org.docduel.core.suite.Suite;
import org.docduel.read.suite.init.SuiteInit;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The starter questions to a person's file, against an engine that reads the file itself. */
class OwnDocumentsTest {
  private static final int COUNT = 500;

  /** By the question's title, in DuckDB's words. */
  private static final Map<String, String> EXPECTED =
      Map.of(
          "How many documents?",
          "SELECT count(*) AS n FROM orders",
          "Documents by status",
          "SELECT status AS value, count(*) AS n FROM orders GROUP BY 1",
          "Documents by to.city",
          "SELECT \"to\".city AS value, count(*) AS n FROM orders GROUP BY 1",
          "Documents with one status",
          "SELECT count(*) AS n FROM orders WHERE status = 'paid'",
          "Sum of total by status",
          "SELECT status AS value, count(*) AS n, sum(total::DECIMAL(18, 2)) AS total FROM orders"
              + " GROUP BY 1",
          "The 10 greatest by total",
          "SELECT id, total::DECIMAL(18, 2) AS value FROM orders ORDER BY total DESC, id LIMIT 10",
          "Elements of tags",
          "SELECT value, count(*) AS n FROM (SELECT unnest(tags) AS value FROM orders) GROUP BY 1",
          "Documents without note",
          "SELECT count(*) AS n FROM orders WHERE note IS NULL");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"postgres-typed", "postgres-jsonb", "mongodb"})
  void aStoreAnswersAsAnEngineThatReadsTheFile(String store) throws IOException, SQLException {
    Path file = Orders.write(directory.resolve("orders.ndjson"), COUNT);
    Path folder = directory.resolve("mine");
    StringWriter out = new StringWriter();
    new SuiteInit()
        .run(List.of(folder.toString(), "--data", file.toString()), new PrintWriter(out, true));
    assertThat(out.toString()).contains(COUNT + " documents").contains("suite.yaml");

    Suite suite = Suite.read(folder.toString());
    assertThat(suite.names().stream().map(suite::title))
        .containsExactlyInAnyOrderElementsOf(EXPECTED.keySet());
    SuiteParameters chosen = SuiteParameters.parse(folder.toString(), "all", "1", "all", "60");
    StoreProvider provider = ForkStore.provider(store);
    try (TypedTables duck = new TypedTables();
        Store open = provider.open(TestServers.address(provider), StoreConfig.defaults())) {
      duck.run(
          "CREATE TABLE orders AS SELECT row_number() OVER () - 1 AS id, * FROM read_json('"
              + file
              + "', format = 'newline_delimited', sample_size = -1)");
      new SuiteData(store, chosen, suite.dialect(store), StoreConfig.defaults()).provide(open);
      try (Session session = open.session()) {
        QuerySuites questions = session.suite(chosen.space());
        for (NamedQuery query : suite.dialect(store).queries().values()) {
          boolean ordered = suite.ordered().contains(query.name());
          Answer.Rows rows = new Answer.Rows(ordered, true);
          questions.prepare(query.text(), Duration.ofMinutes(1)).answer(rows::add);
          String title = suite.title(query.name());
          Answer expected = duck.ask(EXPECTED.getOrDefault(title, title), ordered);
          assertThat(expected.rows()).as(title).isPositive();
          assertThat(expected.difference(rows.answer())).as(title).isEmpty();
        }
      }
    }
  }
}
