package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The example that ships with the module, and SciPy's numbers for it (see {@code src/test/python}).
 */
class PublishedExampleTest {
  private static final Path EXAMPLE = Path.of("examples/turutin-n100k-runs.json");
  private static final Map<String, Map<String, String[]>> ROWS = new LinkedHashMap<>();

  /** Rows of {@code superiority} by group, one run per method. */
  private static synchronized String[] row(String method, String group) {
    return Objects.requireNonNull(
        ROWS.computeIfAbsent(method, PublishedExampleTest::rows).get(group), group);
  }

  private static Map<String, String[]> rows(String method) {
    CommandRun run =
        CommandRun.of(
            "superiority",
            EXAMPLE.toString(),
            "--baseline=variant=jsonb_ind",
            "--candidate=variant=rel_ind",
            "--overall=pooled",
            "--p-value=plain",
            "--format=csv",
            "--method=" + method);
    assertThat(run.status()).as(run.err()).isZero();
    Map<String, String[]> rows = new LinkedHashMap<>();
    run.out()
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(cells -> rows.put(cells[0], cells));
    return rows;
  }

  // A bound's Monte Carlo error with 100,000 resamples is below 1 % of the interval's width for a
  // normal distribution;
  // 2.5 % leaves room for skewness and for SciPy's own error.
  @ParameterizedTest
  @CsvFileSource(resources = "/scipy/turutin-n100k.csv", useHeadersInDisplayName = true)
  void agreesWithSciPy(
      String group,
      double delta,
      double percentileLower,
      double percentileUpper,
      double bcaLower,
      double bcaUpper,
      double p) {
    String[] percentile = row("percentile", group);
    String[] bca = row("bca", group);
    double error = 0.025 * (percentileUpper - percentileLower);

    assertThat(Double.parseDouble(percentile[3])).isCloseTo(delta, within(1e-12));
    assertThat(Double.parseDouble(percentile[4])).isCloseTo(percentileLower, within(error));
    assertThat(Double.parseDouble(percentile[5])).isCloseTo(percentileUpper, within(error));
    assertThat(Double.parseDouble(bca[4])).isCloseTo(bcaLower, within(2 * error));
    assertThat(Double.parseDouble(bca[5])).isCloseTo(bcaUpper, within(2 * error));
    // Five standard errors of a share of 100,000 resamples.
    assertThat(Double.parseDouble(percentile[6]))
        .isCloseTo(p, within(1e-4 + 5 * Math.sqrt(p * (1 - p) / 100_000)));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/scipy/turutin-n100k.csv", useHeadersInDisplayName = true)
  void welchAgreesWithSciPy(
      String group, double d, double a, double b, double e, double f, double p, double welch) {
    assertThat(Double.parseDouble(row("welch", group)[6]))
        .isCloseTo(welch, within(1e-9 + 1e-9 * welch));
  }

  @Test
  void publishedTestDividesTheCountByTheNumberOfResamples() {
    String p = row("percentile", "S4_ts_range")[6];

    assertThat(p).isEqualTo("0.0");
  }

  @Test
  void shippedJsonIsTheConversionOfTheShippedCsv() throws IOException {
    CommandRun run =
        CommandRun.of(
            "convert-csv",
            "examples/turutin-n100k-runs.csv",
            "--benchmark",
            "turutin.IndexedReads.execute",
            "--params",
            "rows,variant,scenario",
            "--value",
            "execution_ms=ms/op",
            "--secondary",
            "shared_hits=blocks/op,shared_reads=blocks/op");

    assertThat(run.out()).isEqualTo(Files.readString(EXAMPLE));
    assertThat(List.of(run.status(), run.err().length())).containsOnly(0);
  }
}
