package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.docduel.audit.PublishedBootstrap.Reduction;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The authors' own timings, with SciPy's percentile bootstrap of them. */
class PublishedBootstrapTest {
  private static final Path STATS = ModuleFiles.resolve(PublishedBootstrapTest.class, "../stats");
  private static final List<Comparison> PAIRS =
      new Pairing(
              ParameterMatch.parse("variant=jsonb_ind"),
              ParameterMatch.parse("variant=rel_ind"),
              List.of())
          .pair(
              Selection.ALL.from(
                  JmhFile.readAll(List.of(STATS.resolve("examples/turutin-n100k-runs.json")))),
              pair -> {})
          .comparisons();
  private static final PublishedBootstrap BOOTSTRAP =
      new PublishedBootstrap(Hypothesis.DEFAULT, Resampling.DEFAULT, Statistic.MEAN);

  static List<String> references() throws IOException {
    List<String> lines =
        Files.readAllLines(STATS.resolve("src/test/resources/scipy/turutin-n100k.csv"));
    assertThat(lines.get(0)).startsWith("group,delta,percentile_lower,percentile_upper,");
    return lines.subList(1, lines.size());
  }

  // A bound's Monte Carlo error with 100,000 resamples is below 1 % of the interval's width for a
  // normal distribution; 2.5 % leaves room for skewness and for SciPy's own error.
  @ParameterizedTest
  @MethodSource("references")
  void agreesWithSciPy(String line) {
    String[] cells = line.split(",", -1);
    double[] numbers = Arrays.stream(cells).skip(1).mapToDouble(Double::parseDouble).toArray();
    double error = 0.025 * (numbers[2] - numbers[1]);

    Reduction reduction = reduction(cells[0]);

    assertThat(reduction.value()).isCloseTo(numbers[0], within(1e-12));
    assertThat(reduction.interval().lower()).isCloseTo(numbers[1], within(error));
    assertThat(reduction.interval().upper()).isCloseTo(numbers[2], within(error));
    assertThat(reduction.interval().confidence()).isCloseTo(0.95, within(1e-12));
    assertThat(reduction.superior()).isEqualTo(numbers[5] < 0.05);
  }

  private static Reduction reduction(String group) {
    return group.equals(PublishedBootstrap.OVERALL)
        ? BOOTSTRAP.overall(PAIRS)
        : BOOTSTRAP.of(
            PAIRS.stream().filter(pair -> pair.group().equals(group)).findFirst().orElseThrow());
  }

  /** (1 + 1000) against (0.5 + 1000): the slow group decides. */
  @Test
  void overallRowCountsObservationsAlike() {
    List<Comparison> groups =
        List.of(
            new Comparison("fast", seconds(1, 1), seconds(0.5, 0.5)),
            new Comparison("slow", seconds(1000, 1000), seconds(1000, 1000)));

    assertThat(BOOTSTRAP.overall(groups).value()).isCloseTo(0.5 / 1001, within(1e-12));
  }

  /** Nothing varies, so every resample has the same reduction. */
  @Test
  void constantReductionOfHalfIsSuperior() {
    assertThat(BOOTSTRAP.of(new Comparison("x", seconds(2, 2, 2), seconds(1, 1, 1))).superior())
        .isTrue();
    assertThat(BOOTSTRAP.of(new Comparison("x", seconds(2, 2, 2), seconds(2, 2, 2))).superior())
        .isFalse();
  }

  private static Observations seconds(double... values) {
    return Observations.ofSeconds(values);
  }
}
