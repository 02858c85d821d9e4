package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.Fractions;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteTest {
  private static final String YAML =
      """
      name: orders
      collections:
        orders: {generator: customer}
        items:
          generator: customer-contact
          links: {customer_id: orders}
      dialects: [one, two]
      indexes: [all]
      categories: {6: By day}
      ordered: [6.1, 6.10]
      """;

  private static final String SQL =
      """
      -- Anything before the first name is a comment.
      -- index: all
      CREATE INDEX ON orders (a);
      CREATE INDEX ON items (b);
      -- phase: foreign-keys
      ALTER TABLE items ADD FOREIGN KEY (order_id) REFERENCES orders (id);

      -- name: 6.1  How many?
      SELECT count(*)
      FROM orders;
      -- name: 6.10  Which?
      SELECT 1
      -- unsupported: 7.3  it has no windows
      """;

  private static final String JSON =
      """
      {"indexes": {"all": {"orders": [{"a": 1}]}},
       "queries": {
        "6.1": {"find": "orders"},
        "7.3": {"unsupported": "it has no windows either"}}}
      """;

  @TempDir private Path folder;

  private Suite read(String yaml, String sql, String json) throws IOException {
    Files.writeString(folder.resolve("suite.yaml"), yaml);
    Files.writeString(folder.resolve("one.sql"), sql);
    Files.writeString(folder.resolve("two.json"), json);
    return Suite.read(folder.toString());
  }

  @Test
  void replacementDataKeepsKey() throws IOException {
    Files.writeString(folder.resolve("orders.ndjson"), "{\"order\": 1}");
    read(
        """
        name: mine
        collections: {orders: {file: orders.ndjson, key: order, null: [n/a]}}
        dialects: [one]
        indexes: [all]
        """,
        "-- index: all\nCREATE INDEX ON orders (a);\n-- name: a  All?\nSELECT 1\n",
        "{}");

    Suite other = Suite.read(folder.toString(), Path.of("more.ndjson"));
    assertThat(other.collections().get(0).source())
        .isEqualTo(
            new SuiteCollection.FromFile(
                Path.of("more.ndjson").toAbsolutePath().toString(),
                "order",
                Fractions.DOUBLE,
                List.of("n/a")));
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D2")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'aggregate': 'orders', 'pipeline': [{'$out': 'x'}]}                              | $out",
        "{'aggregate': 'orders', 'pipeline': [{'$merge': {'into': 'x'}}]}                  | $merge",
        "{'aggregate': 'orders', 'pipeline': [{'$facet': {'a': [{'\\u0024out': 'x'}]}}]}   | $out",
        "{'find': 'orders', 'filter': {'$where': 'sleep(1)'}}                              | $where",
        "{'find': 'orders', 'filter': {'$expr': {'$function': {'body': 'f', 'lang': 'js'}}}} | $function",
      })
  void rejectsWritingPipelineUnlessSuiteWrites(String query, String what) throws IOException {
    String json = JSON.replace("{\"find\": \"orders\"}", query.replace('\'', '"'));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML, SQL, json))
        .withMessageContaining("two.json:3: 6.1 has " + what + "; a query only reads");
    Suite writing = read(YAML + "writes: true\n", SQL.replace("SELECT 1", "DELETE FROM a"), json);
    assertThat(writing.writes()).isTrue();
    assertThat(writing.dialect("one").query("6.10").text()).isEqualTo("DELETE FROM a");
  }

  @Test
  @Tag("attack")
  @Tag("D6")
  void reportsHostileFilesInOneLine() {
    String many =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "  c" + i + ": {generator: customer}\n")
            .collect(Collectors.joining());
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML.replace("collections:\n", "collections:\n" + many), SQL, JSON))
        .withMessageContaining("1002 collections; a suite has at most 100");
    String deep = "[".repeat(10_000) + "]".repeat(10_000);
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read("name: " + deep + "\n", SQL, JSON))
        .withMessageContaining("suite.yaml");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML.replace("name: orders", "name: " + "o".repeat(32)), SQL, JSON))
        .withMessageContaining("is not a valid name: 1 to 31 lower case letters");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read("./a\0b"))
        .withMessageContaining("not a path");
    for (String yaml :
        List.of(
            YAML.replace("generator: customer}", "file: \"a\\0b\"}"),
            YAML.replace("[one, two]", "[one, \"t\\0o\"]"))) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> read(yaml, SQL, JSON))
          .withMessageMatching(".*suite.yaml: '(a\\?b|t\\?o.json)' is not a path: .*");
    }
  }

  @Test
  void rejectsSuiteWithoutCollectionOrIndexes() {
    String none = YAML.replaceAll("(?s)collections:.*?dialects", "collections: {}\ndialects");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(none, SQL, JSON))
        .withMessageContaining("suite.yaml:2: no collection");
    String unindexed = YAML.replace("indexes: [all]", "indexes: []");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() ->
            read(unindexed, SQL.replaceFirst("(?s)-- index: all.*?-- phase", "-- phase"), JSON))
        .withMessageContaining("suite.yaml:8: indexes is empty");
  }

  @Test
  void readsAFolder() throws IOException {
    Suite suite = read(YAML, SQL, JSON);
    assertThat(suite.names()).containsExactly("6.1", "6.10", "7.3");
    assertThat(suite.ordered()).containsExactly("6.1", "6.10");
    assertThat(suite.category("6.10")).contains("By day");
    assertThat(suite.title("6.1")).isEqualTo("How many?");
    Dialect dialect = suite.dialect("one");
    assertThat(dialect.query("6.1").text()).isEqualTo("SELECT count(*)\nFROM orders");
    assertThat(dialect.query("6.1").line()).isEqualTo(8);
    assertThat(dialect.indexes().get("all"))
        .containsExactly("CREATE INDEX ON orders (a)", "CREATE INDEX ON items (b)");
    assertThat(dialect.phases()).containsOnlyKeys("foreign-keys");
    assertThat(suite.dialect("two").query("6.1").text()).isEqualTo("{\"find\": \"orders\"}");
  }

  @Test
  void acceptsByteOrderMarkInEveryFile() throws IOException {
    Suite suite = read("\uFEFF" + YAML, "\uFEFF" + SQL, "\uFEFF" + JSON);
    assertThat(suite.names()).containsExactly("6.1", "6.10", "7.3");
  }

  @Test
  void explainsMissingQuery() throws IOException {
    Suite suite = read(YAML, SQL, JSON);
    assertThat(suite.missing("one", "6.1")).isEmpty();
    assertThat(suite.missing("two", "6.10"))
        .contains(folder.resolve("two.json") + " has no query 6.10");
    assertThat(suite.missing("one", "7.3"))
        .contains("7.3 cannot be expressed in one: it has no windows");
    assertThat(suite.missing("three", "6.1"))
        .contains("suite orders has no file for the dialect three");
  }

  @Test
  void choosesByNameCategoryNumberAndTitle() throws IOException {
    Suite suite = read(YAML, SQL, JSON);
    assertThat(suite.choose("all")).hasSize(3);
    assertThat(suite.choose("6.1")).isEqualTo(List.of("6.1"));
    assertThat(suite.choose("6")).isEqualTo(List.of("6.1", "6.10"));
    assertThat(suite.choose("By day")).isEqualTo(List.of("6.1", "6.10"));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> suite.choose("8"))
        .withMessageContaining("-p query=8: suite orders has no query or category");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: orders         | name: Orders!        | suite.yaml:1: 'Orders!' is not a valid name",
        "dialects: [one, two] | dialects: [one, six] | six.sql: no such file",
        "dialects: [one, two] | dialekts: [one, two] | suite.yaml:7: 'dialekts' is unknown",
        "orders}              | other}               | suite.yaml:5: items links to an unknown",
        "ordered: [6.1        | ordered: [9.9        | suite.yaml:10: no dialect has a query 9.9",
        "indexes: [all]       | indexes: [best]      | the index set all is not listed",
        "{generator: customer}| {file: a.ndjson}     | a.ndjson is not there",
        "{generator: customer}| {generator: clients} | suite.yaml:3: generator clients is unknown",
        "{generator: customer}| {generator: customer, fractions: double} | fractions are those of a file",
        "name: orders         | name: [              | not valid YAML",
      })
  void rejectsBrokenSuiteFileByLine(String valid, String bad, String message) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML.replace(valid, bad), SQL, JSON))
        .withMessageContaining(message)
        .matches(e -> String.valueOf(e.getMessage()).lines().count() == 1, "one line");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-- name: 6.10     | -- name: 6.1   | one.sql:11: 6.1 is there twice",
        "-- name: 6.10     | -- name: 6/10  | one.sql:11: '6/10' is not a valid name",
        "SELECT 1          | SELECT 1;SELECT 2;  | one.sql:11: 6.10 holds 2 statements",
        "SELECT 1          | ''             | one.sql:11: 6.10 holds 0 statements",
        "-- Anything       | SELECT         | one.sql:1: a statement before the first",
        "'  it has no windows' | ''         | one.sql:13: unsupported: 7.3 takes a reason",
      })
  void rejectsBrokenSqlByLine(String valid, String bad, String message) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML, SQL.replace(valid, bad), JSON))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"find\": \"orders\"} | {\"find\": \"orders\" | two.json:5: not valid JSON: Unexpected end",
        "{\"find\": \"orders\"} | {\"limit\": NaN} | two.json:3: not valid JSON: NaN is not a number in JSON; write null",
        "\"6.1\"  | \"7.3\" | two.json:4: not valid JSON: Duplicate",
        "\"queries\" | \"query\" | two.json:2: 'query' is neither",
        "{\"find\": \"orders\"} | 7 | two.json:3: 6.1 is not an object",
        "{\"find\": \"orders\"} | {\"limit\": 1e9999999999} | two.json:3: 6.1: this JSON cannot be",
      })
  void rejectsBrokenJsonByLine(String valid, String bad, String message) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML, SQL, JSON.replace(valid, bad)))
        .withMessageContaining(message);
  }

  @Test
  void rejectsMissingFolder() {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read("./no/such/folder"))
        .withMessageContaining("suite.yaml: no such file");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read("unheard"))
        .withMessageContaining("no built-in suite has this name");
  }
}
