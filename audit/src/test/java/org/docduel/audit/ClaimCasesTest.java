package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.docduel.testkit.files.CommandCases;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command, case by case; the results are those of the cases of stats. */
class ClaimCasesTest {
  private static final CommandCases CASES =
      new CommandCases(
          CommandRun.PROGRAM::run,
          ModuleFiles.resolve(ClaimCasesTest.class, "src/test/resources/cases"),
          ModuleFiles.resolve(ClaimCasesTest.class, "src/test/resources/runs"),
          ModuleFiles.resolve(ClaimCasesTest.class, "../stats/src/test/resources/cases"),
          ModuleFiles.resolve(ClaimCasesTest.class, "../stats/src/test/resources/runs"));

  static List<String> cases() throws IOException {
    return CASES.names();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void commandProducesExpectedOutput(String name) throws IOException {
    CASES.check(name);
  }

  @Test
  void commandHasHelp() {
    CommandRun run = CommandRun.of("claims", "--help");

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("Usage: stats claims");
  }
}
