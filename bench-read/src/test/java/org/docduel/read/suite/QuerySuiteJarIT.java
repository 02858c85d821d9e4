package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder of questions, asked by the packaged jar. */
class QuerySuiteJarIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(QuerySuiteJarIT.class);

  @TempDir private Path directory;
  private Path suiteFolder;

  @BeforeEach
  void folder() throws IOException {
    suiteFolder = OwnSuite.write(Files.createDirectory(directory.resolve("mine")));
  }

  private Ended run() throws Exception {
    return JAR.run(
        directory,
        "QuerySuite -p suite=./mine -p rows=200 -p timeLimit=1 -p"
            + " store=postgres-typed,postgres-jsonb -f 1 -wi 1 -i 1 -rf json -rff out.json");
  }

  private String file(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  @Test
  void differingAnswersHaveNoScoreAndFailRun() throws Exception {
    Ended ended = run();
    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(ended.out())
        .contains("2 of 7 queries have equal answers")
        .containsPattern("failed: no score for 2.1 .*row 1 is");
    assertThat(file("out.json"))
        .containsPattern("\"suite\" : \"mine@[0-9a-f]{16}\"")
        .contains("\"query\" : \"1.1\"", "\"query\" : \"2.5\"", "\"cold\"")
        .doesNotContain(
            "\"query\" : \"2.1\"",
            "\"query\" : \"2.2\"",
            "\"query\" : \"2.3\"",
            "\"query\" : \"all\"");
    assertThat(file("out.sidecar.json"))
        .contains("no score for 2.1", "postgres-jsonb.sql:8", "has no query 2.4")
        .contains("\"cold start\" : \"restarted: ");
    assertThat(file("out-report/tables/questions.csv"))
        .startsWith("query,postgres-typed,postgres-jsonb,ratio,fastest,plan,question")
        .containsPattern("(?m)^1\\.1,.*,How many\\?$")
        .contains("2.5,1.0,1.0,,,plan,Takes too long");
    assertThat(file("out-report/report.html")).contains("&gt; 1.000 s");
  }

  @Test
  @Tag("attack")
  @Tag("D3")
  void failsWithoutFileWhenNothingIsAnswered() throws Exception {
    for (String store : List.of("postgres-typed", "postgres-jsonb")) {
      Files.writeString(
          suiteFolder.resolve(store + ".sql"),
          "-- name: 1.2 Nobody\nSELECT nothing FROM customer\n");
    }
    Ended ended = run();
    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(ended.out())
        .contains("failed: no result; out.json is not written")
        .contains("failed: no query of suite mine returns a row");
    assertThat(directory.resolve("out.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "suite.yaml         | generator: customer | generator: clients | suite.yaml:3: generator",
        "suite.yaml         | postgres-jsonb]     | mongodb]           | mongodb.sql: no such file",
        "suite.yaml         | ordered: [1.2]      | ordered: [9.9]     | suite.yaml:7: no dialect",
        "postgres-typed.sql | -- name: 1.2        | -- name: 1.1       | postgres-typed.sql:3: 1.1",
        "postgres-jsonb.sql | -- name: 1.1 | -- index: all; CREATE INDEX ON nothing (n); -- name: 1.1 "
            + "| postgres-jsonb.sql: index: all",
      })
  void rejectsMistakeInFolder(String name, String valid, String bad, String message)
      throws Exception {
    Path file = suiteFolder.resolve(name);
    Files.writeString(
        file,
        Files.readString(file).replace(valid, bad.replace("; ", ";\n").replace("all;", "all")));
    Ended ended = run();
    assertThat(ended.rejection()).contains(message);
    assertThat(directory.resolve("out.json")).doesNotExist();
  }
}
