package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.StoreException;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured is what is there. */
@Tag("attack")
@Tag("D5")
class SuiteStoreTest {
  private static final String STORE = "postgres-typed";

  @TempDir private Path folder;

  private SuiteRun chosen(String name) throws IOException {
    OwnSuite.writeForThisProcess(folder);
    replace("suite.yaml", "name: mine", "name: " + name);
    return parse();
  }

  private SuiteRun parse() {
    return OwnSuite.select(folder, "rows=200");
  }

  private void replace(String file, String what, String by) throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(what);
    Files.writeString(path, text.replace(what, by));
  }

  /** As somebody else does, past the store. */
  private static long byHand(SuiteRun chosen, String sql) throws SQLException {
    ServerAddress address = TestServers.address(ForkStore.provider(STORE)).orElseThrow();
    String table = address.space() + "_postgres_typed_" + space(chosen) + ".customer";
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql.replace("TABLE", table))) {
        return statement.getUpdateCount();
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static void load(SuiteRun chosen) {
    OwnSuite.loaded(STORE, chosen).close();
  }

  private static void pass(SuiteRun chosen) {
    try (SuiteStore open = new SuiteStore(STORE, chosen)) {
      open.require();
    }
  }

  @Test
  void reloadsDamagedData() throws Exception {
    SuiteRun chosen = chosen("damaged");
    load(chosen);
    byHand(chosen, "DELETE FROM TABLE WHERE id < 96");
    load(chosen);
    assertThat(byHand(chosen, "SELECT count(*) FROM TABLE")).isEqualTo(200);
    byHand(chosen, "UPDATE TABLE SET age = age + 1");
    load(chosen);
    assertThat(byHand(chosen, "SELECT count(*) FROM TABLE WHERE age < 0 OR age > 130")).isZero();
  }

  @Test
  void reloadsChangedCollection() throws Exception {
    load(chosen("changed"));
    replace("suite.yaml", "generator: customer", "generator: customer-contact");
    SuiteRun changed = parse();
    load(changed);
    assertThat(byHand(changed, "SELECT count(customer_id) FROM TABLE")).isEqualTo(200);
  }

  @Test
  void forkLoadsNothingAfterGate() throws Exception {
    SuiteRun chosen = chosen("cold");
    assertThatThrownBy(() -> pass(chosen))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is no longer what was loaded before the first fork");
    load(chosen);
    pass(chosen);
  }

  /** Such as the checkouts of two revisions, or two people's on one server. */
  @Test
  void separatesSuitesOfSameNameWithDifferentDocuments() throws Exception {
    List<SuiteRun> both = new ArrayList<>();
    for (String revision : List.of("before", "after")) {
      Path suiteFolder =
          OwnSuite.writeForThisProcess(Files.createDirectory(folder.resolve(revision)));
      if (revision.equals("after")) {
        Path yaml = suiteFolder.resolve("suite.yaml");
        Files.writeString(
            yaml, Files.readString(yaml).replace(": customer}", ": customer-contact}"));
      }
      both.add(OwnSuite.select(suiteFolder, "rows=200"));
    }
    both.forEach(SuiteStoreTest::load);
    both.forEach(SuiteStoreTest::pass);
    assertThat(space(both.get(0))).isNotEqualTo(space(both.get(1)));
  }

  private static String space(SuiteRun chosen) {
    return chosen.space(chosen.suite().dialect(STORE));
  }

  @Test
  void loadsEqualDocumentsOfTwoFoldersOnce() throws Exception {
    SuiteRun original = chosen("twice");
    load(original);
    Path copy = OwnSuite.write(Files.createDirectory(folder.resolve("copy")));
    Files.copy(
        folder.resolve("suite.yaml"),
        copy.resolve("suite.yaml"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(
        copy.resolve(STORE + ".sql"),
        "-- name: 1.1 Most\nSELECT count(*) AS n FROM customer LIMIT 1");
    SuiteRun other = OwnSuite.select(copy, "query=1.1", "rows=200");
    pass(other);
    assertThat(Gate.name(other, STORE))
        .isNotEqualTo(Gate.name(OwnSuite.select(folder, "query=1.1", "rows=200"), STORE));
  }

  @Test
  void longSuiteNameFitsIntoSchemaName() throws Exception {
    SuiteRun chosen = chosen("orders_of_a_shop_in_2025_and_6");
    load(chosen);
    assertThat(byHand(chosen, "SELECT count(*) FROM TABLE")).isEqualTo(200);
  }

  @Test
  void reportsDataChangedDuringQueries() throws Exception {
    SuiteRun chosen = chosen("during");
    try (SuiteStore open = OwnSuite.loaded(STORE, chosen)) {
      assertThat(open.after()).isEmpty();
      byHand(chosen, "DELETE FROM TABLE WHERE id = 7");
      assertThat(open.after()).get().asString().contains("expected 200 documents, found 199");
    }
    assertThatThrownBy(() -> pass(chosen)).isInstanceOf(StoreException.class);
  }

  @Test
  void reloadsDataAfterWritingQueries() throws Exception {
    OwnSuite.writeForThisProcess(folder);
    replace("suite.yaml", "name: mine", "name: writing\nwrites: true");
    replace("suite.yaml", "ordered: [1.2]", "");
    for (String store : List.of(STORE, "postgres-jsonb")) {
      Files.writeString(
          folder.resolve(store + ".sql"),
          "-- name: 1.1 Remove\nDELETE FROM customer WHERE id < 5 RETURNING id\n");
    }
    SuiteRun chosen = parse();
    StringWriter out = new StringWriter();
    Gate gate = new Gate(chosen, Map.of(), false, new PrintWriter(out, true));
    assertThat(gate.pass(List.of(STORE, "postgres-jsonb"))).hasSize(2);
    assertThat(out.toString())
        .contains("suite writing: writes: its queries may change data")
        .contains("1 of 1 queries have equal answers");
    assertThat(byHand(chosen, "SELECT count(*) FROM TABLE")).isEqualTo(200);
  }
}
