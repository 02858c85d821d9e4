package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.VerdictCalibrationTest.Section;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often any verdict of a run is false, and any interval misses, at Delta 20 %. Of some stores
 * whose forks vary by 5 %, the second takes less time than the others, which are equal.
 */
@Tag("simulation")
class VerdictErrorsCalibrationTest {
  private static final double SD = 0.05;
  private static final double ROUNDING = 1e-9;
  private static final Hypothesis HYPOTHESIS = Hypothesis.DEFAULT;

  /** A row of a run, and the reduction that it is about. */
  private record Judged(Superiority row, double truth) {
    /** A claim at its own threshold counts as false. */
    boolean isFalse() {
      double mirrored = HYPOTHESIS.mirroredDelta();
      return switch (row.verdict()) {
        case FASTER_BY_DELTA -> truth <= HYPOTHESIS.delta() + ROUNDING;
        case FASTER -> truth <= ROUNDING;
        case SAME -> truth >= HYPOTHESIS.delta() - ROUNDING || truth <= mirrored + ROUNDING;
        case SLOWER -> truth >= -ROUNDING;
        case SLOWER_BY_DELTA -> truth >= mirrored - ROUNDING;
        default -> false;
      };
    }

    boolean misses() {
      return !row.interval().contains(truth);
    }
  }

  private record Design(int stores, int forks, double reduction, boolean looks) {
    List<Judged> run(int seed) {
      double[] levels = new double[stores];
      Arrays.fill(levels, 1);
      levels[1] = 1 - reduction;
      List<Observations> all = new SimulatedRun(seed).stores(forks, SD, 0, levels);
      List<List<Comparison>> pairs = new ArrayList<>();
      List<Double> truths = new ArrayList<>();
      for (int i = 0; i < stores; i++) {
        for (int k = i + 1; k < stores; k++) {
          pairs.add(List.of(new Comparison(i + " " + k, all.get(i), all.get(k))));
          truths.add(1 - levels[k] / levels[i]);
        }
      }
      SuperiorityTest test =
          SuperiorityTest.withDefaults()
              .withResampling(new Resampling(1000, seed, 1))
              .withLooks(looks ? Optional.of(new Looks(forks, Spending.POCOCK)) : Optional.empty());
      List<SuperiorityReport> reports = test.testTogether(pairs);
      return IntStream.range(0, pairs.size())
          .mapToObj(i -> new Judged(reports.get(i).conclusion(), truths.get(i)))
          .toList();
    }

    Runs runs() {
      return new Runs(VerdictCalibrationTest.once(this::run));
    }
  }

  @SuppressWarnings("UnnecessaryLambda")
  private record Runs(IntFunction<List<Judged>> run) {
    IntPredicate anyFalse() {
      return seed -> run.apply(seed).stream().anyMatch(Judged::isFalse);
    }

    IntPredicate anyMisses() {
      return seed -> run.apply(seed).stream().anyMatch(Judged::misses);
    }

    IntPredicate first(Predicate<Verdict> happens) {
      return seed -> happens.test(run.apply(seed).get(0).row().verdict());
    }
  }

  static List<Section> sections() {
    Section section =
        new Section(
                "Verdicts at Delta 20 %: any false one of all pairs; two stores are apart by a reduction",
                "forks, stores")
            .level("false: 0 %", "10 %", "19 %", "20 %", "an interval misses: 0 %", "10 %", "20 %")
            .columns("10 % is called faster", "0 % is called the same")
            .columns("30 % is called faster by 20 % or more");
    for (int forks : new int[] {3, 5, 10}) {
      for (int stores : new int[] {2, 4}) {
        Runs equal = new Design(stores, forks, 0, false).runs();
        Runs ten = new Design(stores, forks, 0.10, false).runs();
        Runs twenty = new Design(stores, forks, 0.20, false).runs();
        section.row(
            forks + ", " + stores,
            1.0 / 6,
            equal.anyFalse(),
            ten.anyFalse(),
            new Design(stores, forks, 0.19, false).runs().anyFalse(),
            twenty.anyFalse(),
            equal.anyMisses(),
            ten.anyMisses(),
            twenty.anyMisses(),
            ten.first(Verdict::isFaster),
            equal.first(verdict -> verdict == Verdict.SAME),
            new Design(stores, forks, 0.30, false)
                .runs()
                .first(verdict -> verdict == Verdict.FASTER_BY_DELTA));
      }
    }
    return List.of(section, untilDecided());
  }

  private static Section untilDecided() {
    Section section =
        new Section("Verdicts at Delta 20 % until decided, at most 10 forks", "stores")
            .level("false: 0 %", "10 %", "20 %", "an interval misses: 0 %", "10 %", "20 %");
    for (int stores : new int[] {2, 4}) {
      Runs equal = new Design(stores, 10, 0, true).runs();
      Runs ten = new Design(stores, 10, 0.10, true).runs();
      Runs twenty = new Design(stores, 10, 0.20, true).runs();
      section.row(
          stores + " stores",
          1.0 / 12,
          equal.anyFalse(),
          ten.anyFalse(),
          twenty.anyFalse(),
          equal.anyMisses(),
          ten.anyMisses(),
          twenty.anyMisses());
    }
    return section;
  }

  /** The share of 300 runs lies below the 99.5 % quantile of a binomial number with 5 %. */
  @ParameterizedTest
  @CsvSource({"2, 5, 0", "2, 5, 0.10", "2, 5, 0.20", "4, 5, 0", "4, 5, 0.10", "4, 5, 0.20"})
  void keepsFalseVerdictsWithinAlpha(int stores, int forks, double reduction) {
    int runs = 300;
    int maxErrors = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);
    IntPredicate isError = new Design(stores, forks, reduction, false).runs().anyFalse();

    assertThat(IntStream.range(0, runs).parallel().filter(isError).count())
        .isLessThanOrEqualTo(maxErrors);
  }
}
