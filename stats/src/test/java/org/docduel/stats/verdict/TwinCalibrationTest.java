package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.VerdictCalibrationTest.Section;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a twin is good for where equal stores differ by chance in all of their forks, such as by
 * where their files lie: false claims at Delta 0 among three stores, of which the first has a twin.
 */
@Tag("simulation")
class TwinCalibrationTest {
  private static final double ALPHA = 0.05;
  private static final double SD = 0.01;
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withDelta(0).withResampling(new Resampling(1000, 42, 1));

  /** A run: whether the twin differs, and the verdicts with and without regard to it. */
  private record Run(boolean alarm, List<Superiority> rows, List<Superiority> regardless) {
    boolean anyClaim() {
      return rows.stream().anyMatch(row -> row.verdict().isDirectional());
    }

    boolean anyClaimRegardless() {
      return regardless.stream().anyMatch(row -> row.verdict().isDirectional());
    }
  }

  /**
   * Runs of three stores.
   *
   * @param between by how much stores differ by chance
   * @param ratio by how much the second is faster than the others
   */
  private record Design(int forks, double between, double ratio) {
    IntFunction<Run> runs() {
      return VerdictCalibrationTest.once(this::run);
    }

    private Run run(int seed) {
      SimulatedRun simulated = new SimulatedRun(seed);
      List<Observations> stores = new ArrayList<>();
      for (double level : new double[] {1, 1, 1 / ratio, 1}) {
        stores.add(simulated.store(level * simulated.chance(between), forks, SD));
      }
      Superiority twin = TEST.test(stores.get(0), stores.get(1));
      boolean alarm = twin.verdict().isDirectional();
      stores.remove(1);
      List<List<Comparison>> pairs = new ArrayList<>();
      for (int i = 0; i < stores.size(); i++) {
        for (int k = i + 1; k < stores.size(); k++) {
          pairs.add(List.of(new Comparison(i + " " + k, stores.get(i), stores.get(k))));
        }
      }
      double difference = alarm ? Math.abs(twin.primary().logRatio()) : 0;
      return new Run(alarm, test(TEST.withTwins(List.of(), difference), pairs), test(TEST, pairs));
    }

    private static List<Superiority> test(SuperiorityTest test, List<List<Comparison>> pairs) {
      return test.testTogether(pairs).stream().map(SuperiorityReport::conclusion).toList();
    }
  }

  static Section section() {
    Section section =
        new Section(
            "A twin among three stores whose forks vary by 1 %", "forks, sd between equal stores");
    section
        .columns("a twin differs", "any false claim", "and the twin differs")
        .columns("any false claim were a twin no limit")
        .columns("a ratio of 2 is seen", "were all withheld when a twin differs");
    for (int forks : new int[] {3, 5, 10}) {
      for (double between : new double[] {0, 0.002, 0.01, 0.03}) {
        IntFunction<Run> equal = new Design(forks, between, 1).runs();
        IntFunction<Run> different = new Design(forks, between, 2).runs();
        section.row(
            forks + ", " + String.format(Locale.ROOT, "%.1f %%", 100 * between),
            1.0 / 6,
            seed -> equal.apply(seed).alarm(),
            seed -> equal.apply(seed).anyClaim(),
            seed -> equal.apply(seed).alarm() && equal.apply(seed).anyClaim(),
            seed -> equal.apply(seed).anyClaimRegardless(),
            seed -> different.apply(seed).rows().get(0).verdict().isDirectional(),
            seed ->
                !different.apply(seed).alarm()
                    && different.apply(seed).rows().get(0).verdict().isDirectional());
      }
    }
    return section;
  }

  /** Where a twin is shown to differ, the share lies below the 99.5 % quantile of 5 %. */
  @ParameterizedTest
  @CsvSource({"3, 0.01", "5, 0.03"})
  void keepsFalseClaimsWithinAlphaWhereTwinDiffers(int forks, double between) {
    int runs = 200;
    int maxErrors = BinomialDistribution.of(runs, ALPHA).inverseCumulativeProbability(0.995);
    IntFunction<Run> equal = new Design(forks, between, 1).runs();
    IntPredicate isError = seed -> equal.apply(seed).alarm() && equal.apply(seed).anyClaim();

    assertThat(IntStream.range(0, runs).parallel().filter(isError).count())
        .isLessThanOrEqualTo(maxErrors);
  }
}
