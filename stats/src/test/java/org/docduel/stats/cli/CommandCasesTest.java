package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
  void theCommandPrintsWhatItsCaseHolds(String name) throws IOException {
    Path file = CommandCase.DIRECTORY.resolve(name);
    String reason = System.getProperty("golden.update", "");
    if (!reason.isEmpty()) {
      CaseManifest.requireReason(reason);
      CommandCase.pinned(Files.readString(file)).ifPresent(text -> rewrite(file, text, reason));
    }
    CommandCase.check(Files.readString(file));
  }

  private static void rewrite(Path file, String text, String reason) {
    try {
      Files.writeString(file, text);
      CaseManifest.read().with(String.valueOf(file.getFileName()), text, reason).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyCaseIsAsTheManifestSaysWithItsReason() throws IOException {
    CaseManifest manifest = CaseManifest.read();

    assertThat(manifest.names()).containsExactlyElementsOf(cases().toList());
    for (String name : cases().toList()) {
      assertThat(manifest.hash(name))
          .as("the hash of " + name + "; rewrite it with -Dgolden.update='why it changes'")
          .isEqualTo(CaseManifest.hashOf(Files.readString(CommandCase.DIRECTORY.resolve(name))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "yes", "  "})
  void anUpdateWithoutAReasonIsRefused(String reason) {
    assertThatThrownBy(() -> CaseManifest.requireReason(reason)).hasMessageContaining("why");
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
        "report"
      })
  void everyCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: stats " + command);
  }

  @Test
  void theVersionIsANumber() {
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

    assertThat(usage).contains(argument).doesNotContain(argument + "[", argument + " " + argument);
  }
}
