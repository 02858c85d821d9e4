package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.testkit.files.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, case by case: what {@code src/test/resources/cases} holds, see its README. */
class CommandCasesTest {

  static Stream<String> cases() throws IOException {
    try (Stream<Path> files = Files.list(CommandCase.DIRECTORY)) {
      List<String> names =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(CommandCase.SUFFIX))
              .sorted()
              .toList();
      return names.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void commandProducesExpectedOutput(String name) throws IOException {
    Path file = CommandCase.DIRECTORY.resolve(name);
    String text = Files.readString(file);
    if (Golden.isUpdating()) {
      Golden.check(file, CommandCase.pinned(text).orElse(text));
    }
    CommandCase.check(Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "superiority",
        "summary",
        "compare",
        "plan",
        "check",
        "claims",
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
