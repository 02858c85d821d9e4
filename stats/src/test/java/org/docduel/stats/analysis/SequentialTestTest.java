package org.docduel.stats.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.Comparison;
import org.docduel.stats.Observations;
import org.docduel.stats.resample.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequentialTestTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResamples(999).withThreads(1);

  // Jennison and Turnbull 2000, table 2.1 and 2.3: K = 5 equal looks, two-sided 0.05, classical
  // designs 2.413 and 2.040 sqrt(5 / k). The spending functions that resemble them come close; the
  // last O'Brien-Fleming-like boundary of five is 2.031 (Proschan, Lan and Wittes 2006).
  @Test
  void boundariesAreThoseOfTheLiterature() {
    List<Double> five = List.of(0.2, 0.4, 0.6, 0.8, 1.0);

    double[] early = Boundaries.of(Spending.POCOCK, 0.025, five);
    double[] late = Boundaries.of(Spending.OBRIEN_FLEMING, 0.025, five);

    assertThat(early[0]).isCloseTo(2.438, within(0.002));
    assertThat(early[4]).isCloseTo(2.396, within(0.05));
    assertThat(late[0]).isCloseTo(4.877, within(0.002));
    assertThat(late[4]).isCloseTo(2.031, within(0.012));
    assertThat(Boundaries.power(early, five, 0)[4]).isCloseTo(0.025, within(1e-5));
    assertThat(Boundaries.power(late, five, 0)[4]).isCloseTo(0.025, within(1e-5));
    assertThat(Boundaries.of(Spending.POCOCK, 0.05, List.of(1.0))[0])
        .isCloseTo(1.6449, within(1e-4));
  }

  private static List<SequentialTest.Contest> family(
      List<double[]> stores, int forks, List<double[]> drawn) {
    List<Observations> observed = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      double[][] values = new double[forks][];
      for (int fork = 0; fork < forks; fork++) {
        values[fork] = new double[] {drawn.get(i)[fork]};
      }
      observed.add(Observations.ofSeconds(values));
    }
    List<SequentialTest.Contest> contests = new ArrayList<>();
    for (int i = 0; i < observed.size(); i++) {
      for (int k = i + 1; k < observed.size(); k++) {
        String name = i + " " + k;
        Comparison pair = new Comparison(name, observed.get(i), observed.get(k));
        contests.add(new SequentialTest.Contest(name, List.of(pair)));
      }
    }
    return contests;
  }

  /** Runs a family until it is decided and gives its last decisions; forks[0] takes the forks. */
  private static List<SequentialTest.Decision> run(
      SuperiorityTest test, double[] levels, double sd, long seed, int[] forks) {
    UniformRandomProvider random = new Streams(seed, 7).block(0);
    ContinuousDistribution.Sampler noise = NormalDistribution.of(0, 1).createSampler(random);
    List<double[]> drawn = new ArrayList<>();
    List<double[]> stores = new ArrayList<>();
    for (double level : levels) {
      double[] values = new double[20];
      for (int i = 0; i < values.length; i++) {
        values[i] = level * Math.exp(sd * noise.sample());
      }
      drawn.add(values);
      stores.add(values);
    }
    SequentialTest sequential = SequentialTest.of(test.withSeed(seed), 20, Spending.POCOCK);
    List<SequentialTest.Decision> decisions = List.of();
    for (int n = 3; n <= 20; n++) {
      decisions = sequential.look(family(stores, n, drawn));
      forks[0] = n;
      if (decisions.stream().noneMatch(SequentialTest.Decision::open)) {
        break;
      }
    }
    return decisions;
  }

  @ParameterizedTest
  @CsvSource({"2, 0.05, 20", "3, 0.15, 5"})
  void anyFalseClaimOfARunStaysWithinAlpha(int stores, double sd, int runs) {
    double[] levels = new double[stores];
    for (int i = 0; i < stores; i++) {
      levels[i] = i % 2 == 0 ? 1 : 0.8;
    }
    int wrong = 0;
    for (int seed = 0; seed < runs; seed++) {
      // At the boundary itself the claim is false by a hair's breadth.
      wrong +=
          run(TEST, levels, sd, seed, new int[1]).stream()
                  .anyMatch(d -> d.verdict() == Verdict.SUPERIOR || d.verdict() == Verdict.INFERIOR)
              ? 1
              : 0;
    }

    assertThat(wrong)
        .isLessThanOrEqualTo(
            BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995));
  }

  @Test
  void clearCasesEndEarly() {
    double forks = 0;
    for (int seed = 0; seed < 4; seed++) {
      int[] needed = new int[1];
      List<SequentialTest.Decision> half = run(TEST, new double[] {1, 0.5}, 0.05, seed, needed);
      forks += needed[0] / 8.0;
      assertThat(half.get(0).verdict()).isEqualTo(Verdict.SUPERIOR);
      assertThat(half.get(0).interval().lower()).isGreaterThanOrEqualTo(0.20);
      run(TEST, new double[] {1, 1}, 0.05, seed, needed);
      forks += needed[0] / 8.0;
    }

    assertThat(forks).isBetween(3.0, 4.0);
  }

  @Test
  void decidedPairsStopAndTheOthersGoOn() {
    SequentialTest sequential = SequentialTest.of(TEST, 10, Spending.POCOCK);
    double[] noisy = {1, 1.3, 0.8, 1.1, 0.9, 1.2, 0.7, 1.1, 1, 0.95};
    double[] steady = {0.2, 0.201, 0.199, 0.2, 0.201, 0.199, 0.2, 0.201, 0.199, 0.2};
    double[] alike = {0.8, 1.04, 0.64, 0.9, 0.7, 0.95, 0.6, 0.88, 0.8, 0.76};
    List<double[]> all = List.of(noisy, steady, alike);

    assertThat(sequential.look(family(all, 2, all)))
        .extracting(SequentialTest.Decision::verdict)
        .containsOnly(Verdict.TOO_FEW);
    List<SequentialTest.Decision> first = sequential.look(family(all, 4, all));
    assertThat(first.get(0).verdict()).isEqualTo(Verdict.SUPERIOR);
    assertThat(first.get(0).open()).isFalse();
    assertThat(first.get(1).open()).isTrue();
    List<SequentialTest.Decision> last = sequential.look(family(all, 10, all));
    assertThat(last.get(0)).isEqualTo(first.get(0));
    assertThat(last).noneMatch(SequentialTest.Decision::open);
    assertThat(last.get(1).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThatThrownBy(() -> SequentialTest.of(TEST, 2, Spending.POCOCK))
        .hasMessageContaining("most forks 2");
  }
}
