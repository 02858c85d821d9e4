package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * SciPy's numbers for t and Welch, made by {@code src/test/python/scipy_verdicts.py}; no run of the
 * tests writes them.
 */
class SciPyAgreementTest {
  private static final double BOUND = 1e-9;

  @ParameterizedTest
  @CsvFileSource(resources = "/scipy/verdicts.csv", useHeadersInDisplayName = true)
  void tTestAgreesWithSciPy(ArgumentsAccessor row) {
    agree(row, "t", 4);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/scipy/verdicts.csv", useHeadersInDisplayName = true)
  void welchAgreesWithSciPy(ArgumentsAccessor row) {
    agree(row, "welch", 8);
  }

  private static void agree(ArgumentsAccessor row, String method, int column) {
    CommandRun run =
        CommandRun.of(
            "superiority",
            ModuleFiles.resolve(
                    SciPyAgreementTest.class, "src/test/resources/cases/" + row.getString(0))
                .toString(),
            "--where=" + row.getString(1),
            "--baseline=" + row.getString(2),
            "--candidate=" + row.getString(3),
            "--method=" + method,
            "--format=csv");
    String[] cells = run.out().lines().skip(1).findFirst().orElseThrow().split(",", -1);

    assertThat(number(cells, 3)).isCloseTo(row.getDouble(column), within(1e-12));
    assertThat(number(cells, 4)).isCloseTo(row.getDouble(column + 1), within(BOUND));
    assertThat(number(cells, 5)).isCloseTo(row.getDouble(column + 2), within(BOUND));
    assertThat(number(cells, 6)).isCloseTo(row.getDouble(column + 3), within(1e-9));
  }

  private static double number(String[] cells, int index) {
    return Double.parseDouble(cells[index]);
  }
}
