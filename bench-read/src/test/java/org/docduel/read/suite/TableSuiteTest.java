package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.spi.Session;
import org.docduel.core.work.SuiteFiles;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A suite with the server's own schema, its rows as COPY data, its statements as they are. */
class TableSuiteTest {
  private static final String RUN = Settings.property(RunDirectory.SETTING);
  private static final String STORE = "postgres";

  @TempDir private Path folder;
  @TempDir private Path run;

  @BeforeEach
  void write() throws IOException {
    System.setProperty(RUN, run.toString());
    TestServers.publishToForks(ForkStore.provider(STORE).server().orElseThrow());
    Files.writeString(
        folder.resolve("suite.yaml"),
        """
        name: shop
        dialects: [postgres]
        tables: {customer: customer.copy.gz, Order Item: items.copy}
        indexes: [now, candidate]
        weights: {by-mail: 600, kinds: 5, items: 10}
        """);
    Files.writeString(
        folder.resolve("schema.sql"),
        """
        -- Made by hand; a semicolon; in a comment.
        CREATE TYPE kind AS ENUM ('new', 'old;er');
        CREATE DOMAIN positive AS integer CHECK (VALUE > 0);
        CREATE TABLE customer (
          id integer NOT NULL, ref uuid, email text, kind kind, doc jsonb, "at" timestamptz,
          length integer GENERATED ALWAYS AS (char_length(email)) STORED);
        CREATE TABLE "Order Item" (customer_id integer, quantity positive);
        """);
    Files.writeString(
        folder.resolve("postgres.sql"),
        """
        -- index: now
        CREATE INDEX ON "Order Item" (customer_id);
        -- index: candidate
        CREATE INDEX ON "Order Item" (customer_id);
        CREATE INDEX ON customer (email);
        -- phase: constraints
        ALTER TABLE customer ADD PRIMARY KEY (id);
        ALTER TABLE "Order Item" ADD FOREIGN KEY (customer_id) REFERENCES customer;
        -- name: by-mail
        -- parameters: by-mail.csv
        SELECT c.id, o.customer_id AS id, ref, length, "at" FROM customer c
        LEFT JOIN "Order Item" o ON o.customer_id = c.id WHERE email = $1 AND c.id > $2
        -- name: kinds
        SELECT kind, count(*) FROM customer WHERE doc ? 'a' GROUP BY kind ORDER BY kind
        -- name: items
        SELECT sum(quantity) FROM "Order Item"
        """);
    Files.writeString(folder.resolve("by-mail.csv"), "calls,p1 text,p2 text\n9,m7,0\n1,m8,-1\n");
    StringBuilder customers = new StringBuilder();
    StringBuilder items = new StringBuilder();
    for (int id = 1; id <= 2_000; id++) {
      customers.append(
          "%d\tf47ac10b-58cc-4372-a567-%012d\tm%d\t%s\t{\"a\": \"x\\\\ty\"}\t2026-01-01 00:00:00+01\n"
              .formatted(id, id, id, id % 3 == 0 ? "new" : "old;er"));
      items.append(id).append('\t').append(id % 5 + 1).append('\n');
    }
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("customer.copy.gz")))) {
      out.write(customers.toString().getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(folder.resolve("items.copy"), items + "\\.\n");
  }

  @AfterEach
  void clearRunDirectory() {
    System.clearProperty(RUN);
  }

  private SuiteRun select(String index) {
    return OwnSuite.select(folder, "index=" + index);
  }

  private static Object byHand(SuiteRun suite, String sql) throws SQLException {
    ServerAddress address = TestServers.address(ForkStore.provider(STORE)).orElseThrow();
    String schema =
        address.space() + "_postgres_" + suite.space(SuiteFiles.dialect(suite.suite(), STORE));
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      statement.execute("SET search_path = " + schema);
      if (!statement.execute(sql)) {
        return statement.getUpdateCount();
      }
      try (ResultSet row = statement.getResultSet()) {
        row.next();
        return row.getObject(1);
      }
    }
  }

  @Test
  void answersStatementsOfServersOwnSchema() throws Exception {
    StringWriter out = new StringWriter();
    SuiteRun now = select("now");
    Gate gate = new Gate(now, Map.of("suite", "shop"), false, new PrintWriter(out, true));
    assertThat(gate.pass(List.of(STORE))).containsExactly(STORE);
    assertThat(out.toString()).contains("3 of 3 queries are answered by postgres");
    assertThat(byHand(now, "SELECT sum(quantity) FROM \"Order Item\"")).isEqualTo(6000L);
    assertThat(byHand(now, "SELECT doc->>'a' FROM customer LIMIT 1")).isEqualTo("x\ty");
    try (SuiteStore open = OwnSuite.loaded(STORE, select("candidate"));
        Session session = open.session()) {
      var query = select("candidate").prepare(session, open.dialect().query("by-mail"));
      query.bind(open.dialect().query("by-mail").tuples().orElseThrow().values(0));
      assertThat(query.run()).isOne();
      assertThat(String.join(" ", query.plan())).contains("customer_email_idx");
      assertThat(open.documents()).isEqualTo(4_000);
      assertThat(open.describe().sizes()).containsKeys("heap", "index");
    }
  }

  @Test
  void reloadsChangedRows() throws Exception {
    SuiteRun suite = select("now");
    OwnSuite.loaded(STORE, suite).close();
    byHand(suite, "UPDATE \"Order Item\" SET quantity = quantity + 1 WHERE customer_id = 7");
    try (SuiteStore open = new SuiteStore(STORE, suite)) {
      assertThat(open.after())
          .hasValueSatisfying(fault -> assertThat(fault).contains("Order Item: 2000 rows, digest"));
    }
    OwnSuite.loaded(STORE, suite).close();
    assertThat(byHand(suite, "SELECT sum(quantity) FROM \"Order Item\"")).isEqualTo(6000L);
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "suite.yaml | items.copy | none.copy | none.copy is not there",
        "suite.yaml | tables: | table: | 'table' is unknown",
        "schema.sql | CREATE DOMAIN | DROP DOMAIN | schema.sql:3: a statement begins with none of",
        "schema.sql | TABLE customer | TABLE public.customer | schema.sql:4: a statement names a",
        "schema.sql | integer NOT NULL | integer DEFAULT nextval('x') | schema.sql:4: a statement"
            + " calls nextval",
        "schema.sql | char_length | char_lengt | schema.sql: postgres: making tables failed",
        "items.copy | 7\t3 | 7\tx | items.copy: ERROR: invalid input syntax for type integer",
        "items.copy | 7\t3 | 7\t-3 | line 7",
        "items.copy | 7\t3 | 7 | missing data for column",
        "items.copy | 7\t3 | 7777\t3 | postgres.sql: phase: constraints: ",
        "suite.yaml | Order Item: | Order Items: | schema.sql makes no table Order Items",
      })
  void rejectsMistakeInOneLine(String file, String valid, String bad, String message)
      throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(valid.strip());
    Files.writeString(path, text.replaceFirst("\\Q" + valid.strip(), bad.strip()));
    assertThatThrownBy(() -> OwnSuite.loaded(STORE, select("now")).close())
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(message.strip())
        .doesNotContain("\n");
  }

  @Test
  void otherStoresRefuseTables() {
    assertThat(SuiteFiles.unsupportedReason(select("now").suite(), "postgres-typed"))
        .isEqualTo(
            Optional.of("postgres-typed speaks postgres-typed, for which suite shop has no file"));
  }
}
