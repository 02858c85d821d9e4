package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequentialTestTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(999, 42, 1));

  // Jennison and Turnbull 2000, table 2.1 and 2.3: K = 5 equal looks, two-sided 0.05, classical
  // designs 2.413 and 2.040 sqrt(5 / k). The spending functions that resemble them come close; the
  // last O'Brien-Fleming-like boundary of five is 2.031 (Proschan, Lan and Wittes 2006).
  @Test
  void boundariesAgreeWithLiterature() {
    List<Double> five = List.of(0.2, 0.4, 0.6, 0.8, 1.0);

    double[] early = Spending.POCOCK.boundaries(0.025, five);
    double[] late = Spending.OBRIEN_FLEMING.boundaries(0.025, five);

    assertThat(early[0]).isCloseTo(2.438, within(0.002));
    assertThat(early[4]).isCloseTo(2.396, within(0.05));
    assertThat(late[0]).isCloseTo(4.877, within(0.002));
    assertThat(late[4]).isCloseTo(2.031, within(0.012));
    assertThat(crossed(early)).isCloseTo(0.025, within(1.5e-3));
    assertThat(crossed(late)).isCloseTo(0.025, within(1.5e-3));
    // with 400 nodes instead of 40 and 90: 2.21357689 and 2.29251591
    assertThat(everyForkTo(20)[17]).isCloseTo(2.21357689, within(1e-6));
    assertThat(everyForkTo(100)[97]).isCloseTo(2.29251591, within(1e-4));
    assertThat(Spending.POCOCK.boundaries(0.05, List.of(1.0))[0]).isCloseTo(1.6449, within(1e-4));
  }

  /** How many of 100,000 random walks cross one of equally spaced boundaries. */
  private static double crossed(double[] scores) {
    Random random = new Random(1);
    int crossed = 0;
    for (int walk = 0; walk < 100_000; walk++) {
      double sum = 0;
      boolean above = false;
      for (int look = 1; look <= scores.length; look++) {
        sum += random.nextGaussian();
        above |= sum / Math.sqrt(look) > scores[look - 1];
      }
      crossed += above ? 1 : 0;
    }
    return crossed / 100_000.0;
  }

  private static double[] everyForkTo(int maxForks) {
    List<Double> shares = new ArrayList<>();
    for (int forks = 3; forks <= maxForks; forks++) {
      shares.add((double) forks / maxForks);
    }
    return Spending.POCOCK.boundaries(0.05, shares);
  }

  /** In each fork one iteration of five stalls: with three forks that may be chance. */
  @Test
  void continuesUntilEnoughForksStall() {
    double[][] slow = new double[8][];
    double[][] fast = new double[8][];
    for (int fork = 0; fork < slow.length; fork++) {
      double level = 1 + 0.002 * fork;
      slow[fork] = new double[] {level, level, 4 * level, level, level};
      fast[fork] = new double[] {level, 1.01 * level, level, level, level};
    }
    Superiority row =
        TEST.withLooks(Optional.of(new Looks(12, Spending.POCOCK)))
            .test(Observations.ofSeconds(slow), Observations.ofSeconds(fast));

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER_BY_DELTA);
    assertThat(forks(row)).isEqualTo(4);
    assertThat(open(row)).isFalse();
  }

  /** 1.5 times as fast is shown at once; twins of this run say that equal stores may be 1.4. */
  @Test
  void continuesWhileClaimIsWithinNoiseFloor() {
    double[][] slow = new double[8][];
    double[][] fast = new double[8][];
    for (int fork = 0; fork < slow.length; fork++) {
      slow[fork] = new double[] {1.5 + 0.002 * fork};
      fast[fork] = new double[] {1 + 0.003 * fork};
    }
    SuperiorityTest looked = TEST.withLooks(Optional.of(new Looks(12, Spending.POCOCK)));
    Observations before = Observations.ofSeconds(slow);
    Observations after = Observations.ofSeconds(fast);

    Superiority row = looked.test(before, after);
    Superiority noisy = looked.withTwins(List.of(), 0.025).test(before, after);

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER_BY_DELTA);
    assertThat(forks(row)).isEqualTo(3);
    assertThat(noisy.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(forks(noisy)).isEqualTo(8);
    assertThat(open(noisy)).isTrue();
  }

  private static final Looks LOOKS = new Looks(20, Spending.POCOCK);

  /** All pairs of stores, each fork an observation. */
  private static List<Superiority> pairs(SuperiorityTest test, Looks looks, double[]... stores) {
    return pairs(test.withLooks(Optional.of(looks)), stores);
  }

  private static List<Superiority> pairs(SuperiorityTest test, double[]... stores) {
    List<Observations> observed = new ArrayList<>();
    for (double[] forks : stores) {
      observed.add(
          Observations.ofSeconds(
              Arrays.stream(forks).mapToObj(fork -> new double[] {fork}).toArray(double[][]::new)));
    }
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores.length; i++) {
      for (int k = i + 1; k < stores.length; k++) {
        pairs.add(List.of(new Comparison(i + " " + k, observed.get(i), observed.get(k))));
      }
    }
    return test.testTogether(pairs).stream().map(SuperiorityReport::conclusion).toList();
  }

  private static double[][] drawn(double[] levels, double sd, long seed) {
    UniformRandomProvider random = new Streams(seed, 7).block(0);
    ContinuousDistribution.Sampler noise = NormalDistribution.of(0, 1).createSampler(random);
    double[][] stores = new double[levels.length][LOOKS.maxForks()];
    for (int i = 0; i < levels.length; i++) {
      for (int fork = 0; fork < stores[i].length; fork++) {
        stores[i][fork] = levels[i] * Math.exp(sd * noise.sample());
      }
    }
    return stores;
  }

  private static boolean claimed(Superiority row) {
    return row.decision() == Decision.SUPERIOR || row.decision() == Decision.INFERIOR;
  }

  private static int forks(Superiority row) {
    return row.look().orElseThrow().forks();
  }

  private static boolean open(Superiority row) {
    return row.look().orElseThrow().open();
  }

  @ParameterizedTest
  @CsvSource({"2, 0.05, 60", "4, 0.15, 20"})
  void familyErrorRateStaysWithinAlpha(int stores, double sd, int runs) {
    double[] levels = new double[stores];
    for (int i = 0; i < stores; i++) {
      levels[i] = i % 2 == 0 ? 1 : 0.8;
    }
    int errors = 0;
    for (int seed = 0; seed < runs; seed++) {
      // At the boundary itself the claim is false by a hair's breadth.
      boolean any =
          pairs(TEST.withResampling(new Resampling(999, seed, 1)), LOOKS, drawn(levels, sd, seed))
              .stream()
              .anyMatch(SequentialTestTest::claimed);
      errors += any ? 1 : 0;
    }

    assertThat(errors)
        .isLessThanOrEqualTo(
            BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995));
  }

  @Test
  void clearDifferencesStopEarly() {
    double forks = 0;
    for (int seed = 0; seed < 4; seed++) {
      Superiority half = pairs(TEST, LOOKS, drawn(new double[] {1, 0.5}, 0.05, seed)).get(0);
      Superiority same = pairs(TEST, LOOKS, drawn(new double[] {1, 1}, 0.05, seed)).get(0);
      forks += (forks(half) + forks(same)) / 8.0;
      assertThat(half.decision()).isEqualTo(Decision.SUPERIOR);
      assertThat(half.interval().lower()).isGreaterThanOrEqualTo(0.20);
      assertThat(half.adjusted().p()).isLessThan(0.05);
      assertThat(same.decision()).isEqualTo(Decision.NOT_BETTER);
      assertThat(Math.min(same.adjusted().p(), same.adjusted().reversedP()))
          .isGreaterThanOrEqualTo(0.05);
    }

    assertThat(forks).isBetween(3.0, 4.0);
  }

  // Four stores as far apart as those of a short insert run. A store runs as long as one of its
  // pairs is open, so what counts is the forks of all stores.
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.10})
  void needsFewerForksThanFixedDesignOfEqualPower(double sd) {
    double[] levels = {29, 48, 52, 73};
    int runs = 12;
    double sequentialForks = 0;
    int sequentialDecided = 0;
    int[] fixedDecided = new int[LOOKS.maxForks() + 1];
    for (int seed = 0; seed < runs; seed++) {
      double[][] stores = drawn(levels, sd, 100 + seed);
      List<Superiority> looked =
          pairs(TEST.withResampling(new Resampling(999, seed, 1)), LOOKS, stores);
      sequentialDecided += decided(looked);
      int[] ran = new int[levels.length];
      int pair = 0;
      for (int i = 0; i < levels.length; i++) {
        for (int k = i + 1; k < levels.length; k++) {
          int forks = forks(looked.get(pair++));
          ran[i] = Math.max(ran[i], forks);
          ran[k] = Math.max(ran[k], forks);
        }
      }
      sequentialForks += Arrays.stream(ran).sum();
      for (int forks = 3; forks < fixedDecided.length; forks++) {
        int count = forks;
        double[][] some =
            Arrays.stream(stores).map(store -> first(count, store)).toArray(double[][]::new);
        fixedDecided[forks] +=
            decided(pairs(TEST.withResampling(new Resampling(999, seed, 1)), some));
      }
    }
    int requiredForks = 3;
    while (requiredForks < LOOKS.maxForks() && fixedDecided[requiredForks] < sequentialDecided) {
      requiredForks++;
    }
    double share = sequentialForks / (runs * levels.length * requiredForks);
    assertThat(share)
        .as("%s pairs decided; fixed forks decide %s", sequentialDecided, fixedDecided)
        .isLessThanOrEqualTo(0.8);
  }

  /** A pair is decided when a claim is made, or when neither can be. */
  private static int decided(List<Superiority> rows) {
    double inferior = 1 - 1 / (1 - 0.20);
    return (int)
        rows.stream()
            .filter(row ->
                claimed(row)
                    || (row.interval().upper() < 0.20 && row.interval().lower() > inferior))
            .count();
  }

  @Test
  void decidedPairsStopAndOthersContinue() {
    double[] noisy = {1, 1.3, 0.8, 1.1, 0.9, 1.2, 0.7, 1.1, 1, 0.95};
    double[] steady = {0.2, 0.201, 0.199, 0.2, 0.201, 0.199, 0.2, 0.201, 0.199, 0.2};
    double[] similar = {0.8, 1.04, 0.64, 0.9, 0.7, 0.95, 0.6, 0.88, 0.8, 0.76};
    Looks looks = new Looks(10, Spending.POCOCK);

    List<Superiority> two =
        pairs(TEST, looks, first(2, noisy), first(2, steady), first(2, similar));
    List<Superiority> four =
        pairs(TEST, looks, first(4, noisy), first(4, steady), first(4, similar));
    // Two pairs are decided, so that only the pair of noisy and alike goes on.
    List<Superiority> all = pairs(TEST, looks, noisy, first(4, steady), similar);

    assertThat(two).extracting(Superiority::decision).containsOnly(Decision.TOO_FEW);
    assertThat(two).allMatch(SequentialTestTest::open);
    assertThat(four.get(0).decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(four.get(0)).matches(row -> !open(row));
    assertThat(four.get(1)).matches(SequentialTestTest::open);
    for (int pair : new int[] {0, 2}) {
      assertThat(all.get(pair).decision()).isEqualTo(four.get(pair).decision());
      assertThat(all.get(pair).interval()).isEqualTo(four.get(pair).interval());
      assertThat(all.get(pair).adjusted()).isEqualTo(four.get(pair).adjusted());
    }
    assertThat(all).noneMatch(SequentialTestTest::open);
    assertThat(forks(all.get(1))).isEqualTo(10);
    assertThat(all.get(1).decision()).isEqualTo(Decision.INCONCLUSIVE);
  }

  @Test
  void forksAfterTheDecisionAndTheOrderOfStoresChangeNothing() {
    double[][] stores = drawn(new double[] {1, 0.5, 0.9}, 0.05, 3);
    double[] slow = stores[0];
    double[] fast = stores[1];

    Superiority forward = pairs(TEST, LOOKS, slow, fast).get(0);
    Superiority backward = pairs(TEST, LOOKS, fast, slow).get(0);
    int requiredForks = forks(forward);
    Superiority stopped =
        pairs(TEST, LOOKS, first(requiredForks, slow), first(requiredForks, fast)).get(0);

    assertThat(forward.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(backward.decision()).isEqualTo(Decision.INFERIOR);
    assertThat(1 / (1 - backward.interval().upper()))
        .isCloseTo(1 - forward.interval().lower(), within(1e-12));
    assertThat(stopped.interval()).isEqualTo(forward.interval());
    assertThat(stopped.adjusted()).isEqualTo(forward.adjusted());
  }

  @Test
  void explicitMethodWarnsAboutIgnoredLooks() {
    Superiority row =
        pairs(TEST.withMethod(Method.WELCH), LOOKS, drawn(new double[] {1, 0.5}, 0.05, 1)).get(0);

    assertThat(row.look()).isEmpty();
    assertThat(row.findings())
        .anyMatch(finding -> finding.message().contains("the run ended when its verdicts were in"));
    assertThatThrownBy(() -> new Looks(2, Spending.POCOCK)).hasMessageContaining("at most 2 forks");
  }

  private static double[] first(int count, double[] forks) {
    return Arrays.copyOf(forks, count);
  }
}
