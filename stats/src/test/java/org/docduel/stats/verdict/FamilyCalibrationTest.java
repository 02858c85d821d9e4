package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often any claim among all pairs of stores is false. One pair lies exactly on Delta 20 %; the
 * stores of several pairs are the same, with Delta 0, so that every pair lies on its boundary.
 */
@Tag("simulation")
class FamilyCalibrationTest {
  private static final double ALPHA = 0.05;
  private static final double FORK_SD = 0.05;
  private static final int ITERATIONS = 5;
  private static final double ITERATION_SD = 0.03;
  private static final int SMALL = 200;

  enum Noise {
    LOGNORMAL,
    EXPONENTIAL,
    T3,
    PARETO;

    /** A factor around 1 with a standard deviation, as far as its distribution lets it. */
    double factor(UniformRandomProvider random, double sd) {
      return switch (this) {
        case LOGNORMAL -> Math.exp(sd * NormalDistribution.of(0, 1).createSampler(random).sample());
        case EXPONENTIAL -> 1 - sd - sd * Math.log(1 - random.nextDouble());
        case T3 -> {
          double t = TDistribution.of(3).inverseCumulativeProbability(random.nextDouble());
          yield Math.max(0.2, 1 + sd * t / Math.sqrt(3));
        }
        case PARETO -> {
          double x = Math.pow(1 - random.nextDouble(), -1 / 3.0);
          yield 1 + sd * (x - 1.5) / Math.sqrt(0.75);
        }
      };
    }
  }

  private static Observations store(
      double level, int forks, Noise noise, double forkSd, UniformRandomProvider random) {
    double[][] values = new double[forks][ITERATIONS];
    for (double[] fork : values) {
      double mean = level * noise.factor(random, forkSd);
      for (int i = 0; i < fork.length; i++) {
        fork[i] = mean * noise.factor(random, ITERATION_SD);
      }
    }
    return Observations.ofSeconds(values);
  }

  /** Whether any claim is made in one run, and whether an interval contradicts its verdict. */
  static boolean[] claimed(int forks, int stores, Noise noise, long seed) {
    return claimed(forks, stores, noise, FORK_SD, Optional.empty(), seed);
  }

  private static boolean[] claimed(
      int forks, int stores, Noise noise, double forkSd, Optional<Looks> looks, long seed) {
    UniformRandomProvider random = new Streams(seed, 3).block(0);
    double delta = stores == 2 ? 0.20 : 0;
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      all.add(store(i == 1 && stores == 2 ? 0.8 : 1, forks, noise, forkSd, random));
    }
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      for (int k = i + 1; k < stores; k++) {
        pairs.add(List.of(new Comparison(i + " " + k, all.get(i), all.get(k))));
      }
    }
    List<SuperiorityReport> reports =
        SuperiorityTest.withDefaults()
            .withDelta(delta)
            .withResampling(new Resampling(999, seed, 1))
            .withLooks(looks)
            .testTogether(pairs);
    boolean any = false;
    boolean contradiction = false;
    for (SuperiorityReport report : reports) {
      Superiority row = report.conclusion();
      any |= row.decision() == Decision.SUPERIOR || row.decision() == Decision.INFERIOR;
      contradiction |=
          switch (row.decision()) {
            case SUPERIOR -> row.primary().interval().lower() < delta;
            case INCONCLUSIVE -> !row.primary().interval().contains(delta);
            case NOT_BETTER -> row.primary().interval().upper() >= delta;
            case INFERIOR -> row.primary().interval().upper() > 1 - 1 / (1 - delta);
            default -> false;
          };
      contradiction |=
          switch (row.verdict()) {
            case FASTER_BY_DELTA -> row.interval().lower() < delta;
            case FASTER -> row.interval().lower() < 0;
            case SAME, UNDECIDED -> !row.interval().contains(0);
            case SLOWER -> row.interval().upper() > 0;
            case SLOWER_BY_DELTA -> row.interval().upper() > 1 - 1 / (1 - delta);
            default -> false;
          };
    }
    return new boolean[] {any, contradiction};
  }

  private static int falseClaims(int forks, int stores, Noise noise, int runs) {
    return (int)
        IntStream.range(0, runs)
            .parallel()
            .filter(seed -> claimed(forks, stores, noise, seed)[0])
            .count();
  }

  /** Runs that are looked at from 3 to 20 forks. */
  private static int falseClaims(
      Spending spending, int stores, Noise noise, double forkSd, int runs) {
    Looks looks = new Looks(20, spending);
    return (int)
        IntStream.range(0, runs)
            .parallel()
            .filter(seed -> claimed(20, stores, noise, forkSd, Optional.of(looks), seed)[0])
            .count();
  }

  @ParameterizedTest(name = "{0}, {1} stores, {2}, {3}")
  @CsvSource({
    "POCOCK, 2, LOGNORMAL, 0.05",
    "OBRIEN_FLEMING, 4, T3, 0.15",
    "POCOCK, 6, LOGNORMAL, 0.15"
  })
  void interimAnalysesKeepFamilyLevel(Spending spending, int stores, Noise noise, double forkSd) {
    int runs = 60;

    assertThat(falseClaims(spending, stores, noise, forkSd, runs))
        .isLessThanOrEqualTo(
            BinomialDistribution.of(runs, ALPHA).inverseCumulativeProbability(0.995));
  }

  @ParameterizedTest(name = "{0} forks, {1} stores, {2}")
  @CsvSource({
    "3, 2, LOGNORMAL",
    "5, 2, EXPONENTIAL",
    "3, 4, LOGNORMAL",
    "5, 4, T3",
    "3, 6, LOGNORMAL",
    "5, 6, PARETO"
  })
  void familiesKeepTheirLevel(int forks, int stores, Noise noise) {
    assertThat(falseClaims(forks, stores, noise, SMALL))
        .isLessThanOrEqualTo(
            BinomialDistribution.of(SMALL, ALPHA).inverseCumulativeProbability(0.995));
  }

  @Test
  void fewerThanThreeForksDecideNothing() {
    for (int forks : new int[] {1, 2}) {
      for (int stores : new int[] {2, 4}) {
        assertThat(falseClaims(forks, stores, Noise.LOGNORMAL, 50)).isZero();
      }
    }
  }

  @Test
  void verdictAndIntervalAgree() {
    for (int seed = 0; seed < 60; seed++) {
      for (int stores : new int[] {2, 4}) {
        assertThat(claimed(3, stores, Noise.T3, seed)[1]).as("seed %d", seed).isFalse();
      }
    }
  }

  @Test
  void namesOneWildIterationInEachForkAndTheTrimmedMeanHolds() {
    double[][] slow = new double[5][];
    double[][] fast = new double[5][];
    for (int i = 0; i < 5; i++) {
      double fork = 1 + 0.01 * i;
      fast[i] = new double[] {fork, 1.01 * fork, 0.99 * fork, fork, fork};
      slow[i] = new double[] {fork, 1.01 * fork, 0.99 * fork, fork, (6 + 0.1 * i) * fork};
    }
    SuperiorityTest test =
        SuperiorityTest.withDefaults().withResampling(new Resampling(999, 42, 1));

    Superiority mean = test.test(Observations.ofSeconds(slow), Observations.ofSeconds(fast));
    Superiority trimmed =
        test.withStatistic(Statistic.TRIMMED)
            .test(Observations.ofSeconds(slow), Observations.ofSeconds(fast));

    assertThat(mean.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(mean.findings())
        .anyMatch(
            finding -> finding.kind() == org.docduel.stats.jmh.Finding.Kind.SENSITIVE_VERDICT);
    assertThat(trimmed.decision()).isEqualTo(Decision.NOT_BETTER);
  }
}
