package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.docduel.testkit.files.CommandCases;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, case by case: what {@code src/test/resources/cases} holds, see its README. */
class CommandCasesTest {
  private static final CommandCases CASES =
      new CommandCases(
          Main::run,
          ModuleFiles.resolve(CommandCasesTest.class, "src/test/resources/cases"),
          ModuleFiles.resolve(CommandCasesTest.class, "src/test/resources/runs"),
          ModuleFiles.resolve(CommandCasesTest.class, "examples"));

  static List<String> cases() throws IOException {
    return CASES.names();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void commandProducesExpectedOutput(String name) throws IOException {
    CASES.check(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "superiority",
        "summary",
        "compare",
        "plan",
        "check",
        "convert-csv",
        "export",
        "report"
      })
  void everyCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: stats " + command);
  }

  @Test
  void printsVersionNumber() {
    assertThat(CommandRun.of("--version").out()).matches("DocDuel stats [0-9]+\\.[0-9].*\\s*");
  }

  @ParameterizedTest
  @CsvSource({
    "compare, BEFORE... AFTER",
    "plan, 'P[,P]'",
    "convert-csv, 'COLUMN[,COLUMN]'",
  })
  void usageNamesEachArgumentOnce(String command, String argument) {
    String usage = CommandRun.of(command, "--help").out().split("\n\n|\n[A-Z]", 2)[0];
    usage = usage.replaceAll("\\s+", " ");

    assertThat(usage).contains(argument).doesNotContain(argument + "[", argument + " " + argument);
  }
}
