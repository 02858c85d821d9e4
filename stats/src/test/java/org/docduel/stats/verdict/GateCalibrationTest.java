package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.ChangeTest.GateOutcome;
import org.docduel.stats.verdict.VerdictCalibrationTest.Section;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the gate passes, fails and cannot tell, by simulation. */
@Tag("simulation")
class GateCalibrationTest {
  private static final double LIMIT = 0.05;
  private static final double TWELFTH = 1.0 / 12;
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(500, 42, 1));
  private static final SuperiorityTest PAIRED = TEST.withPairedRounds();

  /** Runs through the gate. */
  private record Runs(IntFunction<GateOutcome> outcome) {
    Runs(SuperiorityTest test, IntFunction<List<Comparison>> comparisons) {
      this(VerdictCalibrationTest.once(seed -> outcome(test, comparisons.apply(seed))));
    }

    /** Benchmarks of which the last has a true change. */
    static Runs of(SuperiorityTest test, int benchmarks, int forks, double sd, double change) {
      return new Runs(
          test,
          seed -> new SimulatedRun(seed).independentRevisions(benchmarks, forks, sd, 1 + change));
    }

    /** Twenty benchmarks whose forks vary by 2.2 %, and may share rounds. */
    static Runs ofTwenty(SuperiorityTest test, int forks, double rho, double slower, double noisy) {
      return new Runs(test, seed -> new SimulatedRun(seed).revisions(forks, rho, slower, noisy));
    }

    private static GateOutcome outcome(SuperiorityTest test, List<Comparison> comparisons) {
      List<GateOutcome> outcomes =
          new ChangeTest(test, LIMIT)
              .testAll(comparisons).stream().map(each -> each.gate(LIMIT)).toList();
      return Stream.of(GateOutcome.FAILED, GateOutcome.UNDECIDED)
          .filter(outcomes::contains)
          .findFirst()
          .orElse(GateOutcome.PASSED);
    }

    IntPredicate end(GateOutcome end) {
      return seed -> outcome.apply(seed) == end;
    }

    IntPredicate pass() {
      return end(GateOutcome.PASSED);
    }

    IntPredicate fail() {
      return end(GateOutcome.FAILED);
    }

    long count(GateOutcome outcome, int runs) {
      return IntStream.range(0, runs).parallel().filter(end(outcome)).count();
    }
  }

  static List<Section> sections() {
    return List.of(power(), unequalNoise(), inTurn());
  }

  private static Section power() {
    Section section =
        new Section(
            "The gate at 5 %: how often it passes, fails and cannot tell",
            "sd of forks, forks, true change, benchmarks");
    section.columns("in turn, --pair rounds: passes", "fails", "cannot tell");
    section.columns("not in turn: passes", "fails", "cannot tell");
    for (int benchmarks : new int[] {1, 20}) {
      for (double sd : new double[] {0.02, 0.05, 0.10}) {
        for (int forks : new int[] {3, 5, 7, 10, 15}) {
          for (double change : new double[] {0, 0.025, 0.05, 0.10}) {
            Runs inTurn = Runs.of(PAIRED, benchmarks, forks, sd, change);
            Runs notInTurn = Runs.of(TEST, benchmarks, forks, sd, change);
            section.row(
                String.format(
                    Locale.ROOT,
                    "%.0f %%, %d, %s %%, %d",
                    100 * sd,
                    forks,
                    String.format(Locale.ROOT, "%.1f", 100 * change).replace(".0", ""),
                    benchmarks),
                benchmarks > 1 ? TWELFTH : 0.25,
                Stream.of(inTurn, notInTurn)
                    .flatMap(runs -> Stream.of(GateOutcome.values()).map(runs::end))
                    .toArray(IntPredicate[]::new));
          }
        }
      }
    }
    return section;
  }

  private static Section unequalNoise() {
    Section section =
        new Section("The gate at 5 %, 20 benchmarks whose forks vary by 2.2 %", "forks")
            .level("equal runs fail", "equal runs fail where one benchmark varies by 20 %")
            .level("one slowdown of 5 % passes")
            .columns("equal runs pass", "one slowdown of 5 % fails")
            .columns("any of 20 equal ones keeps its own variance", "the noisy one does");
    for (int forks : new int[] {5, 7, 10}) {
      Runs equal = Runs.ofTwenty(TEST, forks, 0, 1, 0);
      Runs slower = Runs.ofTwenty(TEST, forks, 0, 1 + LIMIT, 0);
      section.row(
          "" + forks,
          TWELFTH,
          equal.fail(),
          Runs.ofTwenty(TEST, forks, 0, 1, 0.2).fail(),
          slower.pass(),
          equal.pass(),
          slower.fail(),
          seed -> keepsItsOwn(forks, 0, seed),
          seed -> keepsItsOwn(forks, 0.2, seed));
    }
    return section;
  }

  private static Section inTurn() {
    Section section =
        new Section("The gate of revisions whose forks alternate, --pair rounds", "forks, rho")
            .level("equal runs fail", "one slowdown of 5 % passes")
            .columns("equal runs pass", "and without --pair rounds")
            .columns("one slowdown of 5 % fails", "and without --pair rounds");
    for (int forks : new int[] {5, 7}) {
      for (double rho : new double[] {0, 0.3, 0.65}) {
        Runs equal = Runs.ofTwenty(PAIRED, forks, rho, 1, 0);
        Runs slower = Runs.ofTwenty(PAIRED, forks, rho, 1 + LIMIT, 0);
        section.row(
            forks + ", " + rho,
            TWELFTH,
            equal.fail(),
            slower.pass(),
            equal.pass(),
            Runs.ofTwenty(TEST, forks, rho, 1, 0).pass(),
            slower.fail(),
            Runs.ofTwenty(TEST, forks, rho, 1 + LIMIT, 0).fail());
      }
    }
    return section;
  }

  /** Whether the F test of a gate leaves any benchmark, or the noisy first, its own variance. */
  private static boolean keepsItsOwn(int forks, double noisy, int seed) {
    List<Row> rows =
        new SimulatedRun(seed)
            .revisions(forks, 0, 1, noisy).stream()
                .map(each ->
                    Row.of(
                        each.group(),
                        List.of(each),
                        Statistic.MEAN,
                        new Streams(seed, 1),
                        Rounds.NONE,
                        List.of()))
                .toList();
    List<Row> shared = ChangeTest.SharedVariance.among(rows);
    return IntStream.range(0, noisy > 0 ? 1 : rows.size())
        .anyMatch(i -> shared.get(i).equals(rows.get(i)));
  }

  /** Both errors lie below the 99.5 % quantile of a binomial number with 5 %. */
  @ParameterizedTest
  @CsvSource({"1, 3, 0.02", "1, 7, 0.05", "1, 15, 0.10", "20, 3, 0.02", "20, 7, 0.02"})
  void keepsBothErrorsWithinAlpha(int benchmarks, int forks, double sd) {
    int runs = benchmarks > 1 ? 60 : 400;
    int maxErrors = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);

    assertThat(Runs.of(TEST, benchmarks, forks, sd, LIMIT).count(GateOutcome.PASSED, runs))
        .isLessThanOrEqualTo(maxErrors);
    assertThat(Runs.of(TEST, benchmarks, forks, sd, 0).count(GateOutcome.FAILED, runs))
        .isLessThanOrEqualTo(maxErrors);
  }

  @ParameterizedTest
  @CsvSource({"1, 5, 0.02", "20, 7, 0.02"})
  void passesMostEqualRunsAndFailsATenPercentSlowdown(int benchmarks, int forks, double sd) {
    int runs = 60;

    assertThat(Runs.of(TEST, benchmarks, forks, sd, 0).count(GateOutcome.PASSED, runs))
        .isGreaterThan(45);
    assertThat(Runs.of(TEST, benchmarks, forks, sd, 0.10).count(GateOutcome.FAILED, runs))
        .isGreaterThan(55);
  }

  /** Rounds that two revisions share are paired away. */
  @ParameterizedTest
  @CsvSource({"5, 0.65"})
  void decidesMoreRevisionsMeasuredInTurn(int forks, double rho) {
    int runs = 60;

    assertThat(Runs.ofTwenty(PAIRED, forks, rho, 1, 0).count(GateOutcome.PASSED, runs))
        .isGreaterThan(Runs.ofTwenty(TEST, forks, rho, 1, 0).count(GateOutcome.PASSED, runs));
    assertThat(Runs.ofTwenty(PAIRED, forks, rho, 1 + LIMIT, 0).count(GateOutcome.FAILED, runs))
        .isGreaterThan(48);
  }
}
