package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
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
 * What iterations that take 20 times as long do to verdicts at Delta 0, where they hit forks at
 * random and where they hit each fork once: how often a claim is false, and how often it would be
 * were nothing withheld.
 */
@Tag("simulation")
class PausesCalibrationTest {
  private static final double ALPHA = 0.05;
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withDelta(0).withResampling(new Resampling(1000, 42, 1));

  /** How iterations pause. */
  enum Pauses {
    NONE(0),
    FIVE_PERCENT(0.05),
    TEN_PERCENT(0.10),
    ONCE_A_FORK(Double.NaN);

    private final double share;

    Pauses(double share) {
      this.share = share;
    }

    Observations store(SimulatedRun run, double level, int forks) {
      return this == ONCE_A_FORK
          ? run.pausingOnceAFork(level, forks)
          : run.pausing(level, forks, share);
    }
  }

  private record Design(Pauses pauses, int stores, int forks, double ratio) {
    List<Superiority> run(int seed) {
      SimulatedRun run = new SimulatedRun(seed);
      List<Observations> all = new ArrayList<>();
      for (int i = 0; i < stores; i++) {
        all.add(pauses.store(run, i == 1 ? 1 / ratio : 1, forks));
      }
      List<List<Comparison>> pairs = new ArrayList<>();
      for (int i = 0; i < stores; i++) {
        for (int k = i + 1; k < stores; k++) {
          pairs.add(List.of(new Comparison(i + " " + k, all.get(i), all.get(k))));
        }
      }
      return TEST.testTogether(pairs).stream().map(SuperiorityReport::conclusion).toList();
    }

    Runs runs() {
      return new Runs(VerdictCalibrationTest.once(this::run));
    }
  }

  private record Runs(IntFunction<List<Superiority>> run) {
    IntPredicate any(Predicate<Superiority> happens) {
      return seed -> run.apply(seed).stream().anyMatch(happens);
    }
  }

  private static boolean isClaim(Superiority row) {
    return row.verdict().isDirectional();
  }

  private static boolean isShown(Superiority row) {
    return row.adjusted().p() < ALPHA || row.adjusted().reversedP() < ALPHA;
  }

  static Section section() {
    Section section =
        new Section("Iterations that take 20 times as long", "forks, which")
            .level("four equal stores: any false claim")
            .columns("were nothing withheld")
            .level("two equal stores: a false claim")
            .columns("were nothing withheld")
            .columns("a ratio of 1.5 is seen", "were nothing withheld");
    for (int forks : new int[] {3, 5, 10}) {
      for (Pauses pauses : Pauses.values()) {
        Runs four = new Design(pauses, 4, forks, 1).runs();
        Runs two = new Design(pauses, 2, forks, 1).runs();
        Runs different = new Design(pauses, 2, forks, 1.5).runs();
        section.row(
            forks + ", " + pauses.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            0.25,
            four.any(PausesCalibrationTest::isClaim),
            four.any(PausesCalibrationTest::isShown),
            two.any(PausesCalibrationTest::isClaim),
            two.any(PausesCalibrationTest::isShown),
            different.any(PausesCalibrationTest::isClaim),
            different.any(PausesCalibrationTest::isShown));
      }
    }
    return section;
  }

  /** The share of 150 runs lies below the 99.5 % quantile of a binomial number with 5 %. */
  @ParameterizedTest
  @CsvSource({"FIVE_PERCENT, 3", "TEN_PERCENT, 5", "ONCE_A_FORK, 5"})
  void keepsFalseClaimsWithinAlpha(Pauses pauses, int forks) {
    int runs = 150;
    int maxErrors = BinomialDistribution.of(runs, ALPHA).inverseCumulativeProbability(0.995);
    IntPredicate isError =
        new Design(pauses, 4, forks, 1).runs().any(PausesCalibrationTest::isClaim);

    assertThat(IntStream.range(0, runs).parallel().filter(isError).count())
        .isLessThanOrEqualTo(maxErrors);
  }
}
