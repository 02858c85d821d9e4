package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.docduel.core.config.BadInputException;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.work.SuiteFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dialects for documents that hold what other collections link to. */
class EmbeddedDialectTest {
  private static final String YAML =
      """
      name: orders
      collections:
        orders: {generator: customer}
        items: {generator: customer-contact, links: {customer_id: orders}}
      embedded:
        orders: {generator: customer-embedded}
      dialects: [one, one-embedded]
      """;

  private static final String LINKED =
      """
      -- index: all
      CREATE INDEX ON items (a);
      -- name: 1  Of orders
      SELECT 1
      -- name: 2  Of items
      SELECT a FROM items
      -- name: 3  Another of items
      SELECT b FROM items
      -- unsupported: 4  it cannot
      """;

  private static final String EMBEDDED =
      """
      -- name: 2  Of items
      SELECT doc->'items' FROM orders
      -- name: 4  It can
      SELECT 4
      -- unsupported: 3  here it cannot
      """;

  @TempDir private Path folder;

  private Suite read(String yaml) throws IOException {
    Files.writeString(folder.resolve("suite.yaml"), yaml);
    Files.writeString(folder.resolve("one.sql"), LINKED);
    Files.writeString(folder.resolve("one-embedded.sql"), EMBEDDED);
    return Suite.read(folder.toString());
  }

  @Test
  void hasCollectionsOfItsOwnAndQueriesOfOtherDialect() throws IOException {
    Suite suite = read(YAML);
    Dialect linked = suite.dialect("one");
    Dialect embedded = suite.dialect("one-embedded");

    assertThat(suite.collections(linked))
        .extracting(Suite.SuiteCollection::name)
        .containsExactly("orders", "items");
    assertThat(suite.collections(embedded))
        .extracting(Suite.SuiteCollection::name)
        .containsExactly("orders");
    assertThat(embedded.queries().values())
        .extracting(NamedQuery::name, NamedQuery::text)
        .containsExactly(
            tuple("1", "SELECT 1"),
            tuple("2", "SELECT doc->'items' FROM orders"),
            tuple("4", "SELECT 4"));
    assertThat(embedded.unsupported()).containsOnlyKeys("3");
    assertThat(embedded.indexes()).as("those of other collections").isEmpty();
    assertThat(embedded.query("1").file()).endsWith("one.sql");
    assertThat(embedded.query("2").file()).endsWith("one-embedded.sql");
  }

  @Test
  void namesDataByTheirDialect() throws IOException {
    Suite suite = read(YAML);
    assertThat(SuiteFiles.dataName(suite, suite.dialect("one")))
        .isNotEqualTo(SuiteFiles.dataName(suite, suite.dialect("one-embedded")));

    String content = SuiteFiles.contentName(suite);
    Suite other = read(YAML.replace("generator: customer-embedded", "generator: social-events"));
    assertThat(SuiteFiles.contentName(other)).isNotEqualTo(content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[one, one-embedded] | [one] | suite.yaml:6: embedded names the collections of dialects that"
            + " end in -embedded: give both, or neither",
        "embedded: | more: | suite.yaml:6: 'more' is unknown",
        "[one, one-embedded] | [one-embedded] | suite.yaml:7: one-embedded needs the dialect one"
            + " beside it",
      })
  void rejectsHalfOfIt(String before, String after, String message) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(YAML.replace(before, after)))
        .withMessageContaining(message);
  }

  @Test
  void rejectsDialectWithoutItsCollections() {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(
            () -> read(YAML.replace("embedded:\n  orders: {generator: customer-embedded}\n", "")))
        .withMessageEndingWith("give both, or neither");
  }

  @Test
  void rejectsDataInPlaceOfEither() throws IOException {
    read(YAML.replaceFirst("  items: .*\n", ""));
    Path data = Files.writeString(folder.resolve("data.ndjson"), "{\"a\": 1}\n");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read(folder.toString(), data))
        .withMessageEndingWith(
            "suite orders has embedded documents too, which data cannot replace");
  }
}
