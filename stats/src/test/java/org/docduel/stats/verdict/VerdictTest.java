package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verdicts in words: what is claimed, with which interval, and seen from either side. */
class VerdictTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 1));

  /** Forks of a level, with deviations that are the same for every level. */
  private static Observations forks(double level, double sd) {
    double[] deviations = {-1.2, -0.6, 0, 0.2, 0.5, 1.1};
    double[][] values = new double[deviations.length][];
    for (int i = 0; i < values.length; i++) {
      values[i] = new double[] {level * Math.exp(sd * deviations[i])};
    }
    return Observations.ofSeconds(values);
  }

  @ParameterizedTest
  @CsvSource({
    "0.50, 0.02, FASTER_BY_DELTA",
    "0.88, 0.02, FASTER",
    "0.76, 0.10, FASTER",
    "1.01, 0.02, SAME",
    "1.00, 0.50, UNDECIDED",
    "1.12, 0.02, SLOWER",
    "2.00, 0.02, SLOWER_BY_DELTA",
  })
  void reportsDirectionAndMinimumDifference(double level, double sd, Verdict expected) {
    Superiority row = TEST.test(forks(1, sd), forks(level, sd));

    assertThat(row.verdict()).isEqualTo(expected);
    if (expected == Verdict.UNDECIDED) {
      assertThat(row.conclusion().p()).isNaN();
    } else {
      assertThat(row.conclusion().p()).isLessThan(0.05);
    }
  }

  /**
   * 12 % less time, surely more than 10 and less than 14: known to be faster, though not by 20 %.
   */
  @Test
  void twelvePercentLessTimeIsFasterFromEitherSide() {
    Superiority row = TEST.test(forks(1, 0.01), forks(0.88, 0.01));
    Superiority other = TEST.test(forks(0.88, 0.01), forks(1, 0.01));

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(row.interval().lower()).isGreaterThan(0.10);
    assertThat(row.interval().upper()).isLessThan(0.14);
    assertThat(row.decision()).isEqualTo(Decision.NOT_BETTER);
    assertThat(other.verdict()).isEqualTo(Verdict.SLOWER);
  }

  /** A run of some stores that vary, all pairs of it in one direction or the other. */
  private static List<Superiority> rows(int seed, boolean exchanged) {
    UniformRandomProvider random = new Streams(seed, 5).block(0);
    int stores = 2 + random.nextInt(3);
    int forks = 3 + random.nextInt(6);
    double sd = 0.01 + 0.2 * random.nextDouble();
    double rho = random.nextBoolean() ? 0 : 0.6;
    double[] levels = new double[stores];
    for (int i = 0; i < stores; i++) {
      levels[i] = Math.exp(0.5 * random.nextDouble());
    }
    double delta = new double[] {0, 0.05, 0.2}[random.nextInt(3)];
    Optional<Looks> looks =
        random.nextInt(4) == 0 ? Optional.of(new Looks(8, Spending.POCOCK)) : Optional.empty();
    List<Observations> all = new SimulatedRun(seed).stores(forks, sd, rho, levels);
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      for (int k = i + 1; k < stores; k++) {
        Observations first = all.get(exchanged ? k : i);
        Observations second = all.get(exchanged ? i : k);
        pairs.add(List.of(new Comparison(i + " " + k, first, second)));
      }
    }
    return TEST.withDelta(delta).withLooks(looks).testTogether(pairs).stream()
        .map(SuperiorityReport::conclusion)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 200, 300})
  void mirrorsVerdictIntervalAndPWhenSidesAreExchangedAndLabelsAgreeWithThem(int from) {
    IntStream.range(from, from + 100)
        .forEach(seed -> {
          List<Superiority> rows = rows(seed, false);
          rows.stream().filter(Superiority::isTested).forEach(VerdictTest::assertLabelAgrees);
          List<Superiority> exchanged = rows(seed, true);
          for (int i = 0; i < rows.size(); i++) {
            Superiority row = rows.get(i);
            Superiority other = exchanged.get(i);
            assertThat(other.verdict()).as("seed %d", seed).isEqualTo(row.verdict().mirrored());
            assertThat(other.conclusion().p()).isEqualTo(row.conclusion().p(), within(1e-9));
            Interval mirrored = row.interval().mirrored();
            assertThat(other.interval().lower()).isEqualTo(mirrored.lower(), within(1e-9));
            assertThat(other.interval().upper()).isEqualTo(mirrored.upper(), within(1e-9));
          }
        });
  }

  /** The words say no more than the interval beside them, and the p no more than alpha. */
  private static void assertLabelAgrees(Superiority row) {
    Interval interval = row.interval();
    Verdict verdict = row.verdict();
    assertThat(interval.lower() >= 0).isEqualTo(verdict.isFaster());
    assertThat(interval.upper() <= 0).isEqualTo(verdict.isSlower());
    boolean claims = verdict != Verdict.UNDECIDED && verdict != Verdict.WITHHELD;
    assertThat(row.conclusion().p() <= 0.05).isEqualTo(claims);
  }

  @Test
  void mirroringTwiceChangesNothing() {
    for (Verdict verdict : Verdict.values()) {
      assertThat(verdict.mirrored().mirrored()).isEqualTo(verdict);
    }
    Interval interval = new Interval(-0.5, 0.2, 0.95);
    assertThat(interval.mirrored().mirrored().lower()).isEqualTo(-0.5, within(1e-12));
    assertThat(new Hypothesis(0.2, 0.05).mirroredDelta()).isEqualTo(-0.25, within(1e-12));
  }
}
