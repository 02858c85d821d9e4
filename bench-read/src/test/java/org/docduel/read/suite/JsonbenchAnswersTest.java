package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.RunDirectory;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The five questions to the events, at 20,000 of them. */
class JsonbenchAnswersTest {
  private static SuiteAnswers answers;

  @BeforeAll
  static void computeReferenceAnswers() throws SQLException {
    answers = SuiteAnswers.of("jsonbench", 20_000);
  }

  @Test
  void allFiveQueriesHaveAnswers() {
    assertThat(answers.suite().names()).hasSize(5);
    answers
        .suite()
        .dialects()
        .values()
        .forEach(
            dialect -> assertThat(dialect.queries().keySet()).isEqualTo(answers.suite().names()));
    assertThat(answers.empty()).isEmpty();
    // nine collections and events without one; every hour of the day for three collections
    assertThat(answers.expected())
        .hasEntrySatisfying("1.1", answer -> assertThat(answer.rows()).isEqualTo(10))
        .hasEntrySatisfying("1.3", answer -> assertThat(answer.rows()).isEqualTo(72));
  }

  /** Events as they are published: fields that do not apply are not there. */
  @Test
  void realFilesReplaceGenerator(@TempDir Path run, @TempDir Path data) throws IOException {
    Files.writeString(
        data.resolve("file_0001.json"),
        """
        {"did":"did:plc:a","time_us":1732206349000167,"kind":"commit","commit":{"rev":"3l","operation":"create","collection":"app.bsky.feed.post","rkey":"3l","record":{"$type":"app.bsky.feed.post","createdAt":"2024-11-21T16:25:49.000Z","langs":["en"],"text":"hi"},"cid":"b1"}}
        {"did":"did:plc:b","time_us":1732206349000203,"kind":"identity","identity":{"did":"did:plc:b","seq":2,"time":"2024-11-21T16:25:49.000Z"}}
        """);
    try (OutputStream gzip =
        new GZIPOutputStream(Files.newOutputStream(data.resolve("file_0002.json.gz")))) {
      gzip.write(
          """
          {"did":"did:plc:a","time_us":1732209949000167,"kind":"commit","commit":{"rev":"3m","operation":"create","collection":"app.bsky.feed.post","rkey":"3m","record":{"$type":"app.bsky.feed.post","createdAt":"2024-11-21T17:25:49.000Z","text":"again"},"cid":"b2"}}
          {"did":"did:plc:c","time_us":1732209949000999,"kind":"commit","commit":{"rev":"3n","operation":"delete","collection":"app.bsky.feed.like","rkey":"3n"}}
          """
              .getBytes(StandardCharsets.UTF_8));
    }
    String property = Settings.property(RunDirectory.SETTING);
    System.setProperty(property, run.toString());
    try {
      TestServers.publishToForks(ForkStore.provider("postgres-typed").server().orElseThrow());
      QuerySuiteExperiment.SuiteRun chosen = OwnSuite.select("jsonbench", "data=" + data);
      StringWriter out = new StringWriter();
      new Gate(chosen, Map.of(), false, new PrintWriter(out, true))
          .pass(List.of("postgres-typed", "postgres-jsonb"));
      assertThat(out.toString()).contains("5 of 5 queries have equal answers");
      assertThat(Gate.readRowCounts(chosen, "postgres-typed").orElseThrow())
          .isEqualTo(Map.of("1.1", 3L, "1.2", 1L, "1.3", 2L, "2.1", 1L, "2.2", 1L));
    } finally {
      System.clearProperty(property);
    }
  }

  /** Any change of the documents or the questions shows here. */
  @Test
  void answersAreReproducible() throws IOException {
    answers.checkDigests();
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-typed, all",
    "postgres-jsonb, all",
    "postgres-jsonb, none",
    "mongodb, all",
    "sqlite-jsonb, all",
    "sqlite-json, none",
    "mysql-json, all",
    "mysql-json, none"
  })
  void storeAgreesWithReferenceEngine(String store, String index) {
    assertThat(answers.differences(store, index)).isEmpty();
  }
}
