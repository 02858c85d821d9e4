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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No equal answer, no score. */
class GateTest {
  private static final String RUN = Settings.property(RunDirectory.SETTING);

  @TempDir private Path folder;
  @TempDir private Path run;

  @BeforeEach
  void stand() {
    System.setProperty(RUN, run.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty(RUN);
  }

  @Test
  void letsThroughWhatAllStoresAnswerAlikeAndNothingElse() throws IOException {
    SuiteParameters chosen =
        SuiteParameters.parse(
            OwnSuite.writeForThisProcess(folder).toString(), "all", "200", "all", "1");
    StringWriter out = new StringWriter();
    new Gate(chosen, Map.of("suite", "mine"), new PrintWriter(out, true))
        .pass(List.of("postgres-typed", "postgres-jsonb"));

    assertThat(GateFile.read(GateFile.of(chosen, "postgres-typed").orElseThrow()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("1.1", 1L, "1.2", 3L, "2.2", 1L, "2.4", 1L, "2.5", GateFile.OVER_LIMIT));
    assertThat(GateFile.read(GateFile.of(chosen, "postgres-jsonb").orElseThrow()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("1.1", 1L, "1.2", 3L, "2.5", GateFile.OVER_LIMIT));
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("skipped: postgres-jsonb 2.2 .*postgres-jsonb.sql:8\\).*"))
        .anyMatch(line -> line.endsWith("postgres-jsonb.sql has no query 2.4"))
        .anyMatch(line -> line.startsWith("postgres-typed 2.5: > 1 s"))
        .anyMatch(line -> line.startsWith("suite mine: 5 of 7 questions have equal answers"));
    assertThat(facts())
        .anyMatch(fact -> fact.contains("\"failed\"") && fact.contains("no score for 2.1"))
        .anyMatch(fact -> fact.contains("\"failed\"") && fact.contains("no score for 2.3"))
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
}
