package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Statistic;
import org.junit.jupiter.api.Test;

/** Rounds of a run as pairs, files as blocks, and hosts. */
class RoundsTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(100_000, 42, 1));
  private static final double[] NEIGHBOUR = {1, 1.6, 1.1, 2.0, 1.3, 1.8};
  private static final double[][] NOISE = {
    {1.01, 0.99, 1.02, 0.98, 1.0, 1.01},
    {0.99, 1.02, 1.0, 1.01, 0.98, 1.0},
    {1.0, 1.0, 0.98, 1.02, 1.01, 0.99}
  };

  /** A store in a busy run; rounds that are named are lost. */
  private static Observations store(int which, double level, Integer... lost) {
    List<ForkSeries> forks = new ArrayList<>();
    for (int i = 0; i < NEIGHBOUR.length; i++) {
      if (!List.of(lost).contains(i + 1)) {
        forks.add(
            ForkSeries.ofValues("run.json", level * NEIGHBOUR[i] * NOISE[which][i]).at("h", i + 1));
      }
    }
    return Observations.of(Quantity.SECONDS_PER_OPERATION, forks);
  }

  private static List<List<Comparison>> pairs(Observations... stores) {
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores.length; i++) {
      for (int k = i + 1; k < stores.length; k++) {
        pairs.add(List.of(new Comparison(i + " " + k, stores[i], stores[k])));
      }
    }
    return pairs;
  }

  @Test
  void busyRunIsPairedByItsOtherConfigurations() {
    Observations[] stores = {store(0, 1), store(1, 0.7), store(2, 0.7)};

    Superiority busy = TEST.testTogether(pairs(stores)).get(0).conclusion();

    assertThat(busy.primary().unit()).isEqualTo("round");
    assertThat(busy.delta()).isCloseTo(0.3, within(0.01));
    assertThat(busy.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(Rounds.of(List.of(stores), Statistic.MEAN, 0.025).share()).isGreaterThan(0.9);
  }

  @Test
  void twoStoresArePairedWhenRoundsExplainVariance() {
    List<Comparison> pair = List.of(new Comparison("a", store(0, 1), store(1, 0.7)));

    Superiority conclusion = TEST.testAll(pair).conclusion();

    assertThat(conclusion.primary().unit()).isEqualTo("round");
    assertThat(conclusion.decision()).isEqualTo(Decision.SUPERIOR);
  }

  @Test
  void chanceCorrelationIsNotPairedUnlessRequested() {
    Observations first = inRounds(1.0, 1.1, 0.9, 1.05, 0.95, 1.0);
    Observations second = inRounds(1.0, 0.95, 1.02, 1.1, 0.9, 1.03);

    assertThat(TEST.test(first, second).primary().unit()).isEqualTo("fork");
    assertThat(TEST.withPairedRounds().test(first, second).primary().unit()).isEqualTo("round");
  }

  @Test
  void opposedRoundsWidenTheIntervalByTheirCovariance() {
    double[] levels = {1.0, 1.1, 0.9, 1.05, 0.95, 1.0};
    double[] mirrored = Arrays.stream(levels).map(level -> 2 - level).toArray();
    Observations first = inRounds(levels);
    Observations second = inRounds(mirrored);

    Superiority opposed = TEST.test(first, second);
    Superiority unknown = TEST.test(withoutRounds(first), withoutRounds(second));

    // the two correlate by -1: the variance of their difference is twice that of unrelated ones
    assertThat(opposed.primary().unit()).isEqualTo("fork");
    assertThat(Math.log1p(-opposed.interval().lower()))
        .isCloseTo(Math.sqrt(2) * Math.log1p(-unknown.interval().lower()), within(1e-5));
  }

  @Test
  void twoStoresInFewRoundsAreNotPaired() {
    Observations first = inRounds(1.0, 1.1, 0.9, 1.05);
    Observations second = inRounds(1.0, 0.9, 1.1, 0.95);

    assertThat(TEST.test(first, second).interval())
        .isEqualTo(TEST.test(withoutRounds(first), withoutRounds(second)).interval());
  }

  @Test
  void queriesOfTheSameForksAreOneConfiguration() {
    Observations first = inRounds(1.0, 1.1, 0.9, 1.05, 0.95, 1.0);
    Observations second = inRounds(1.0, 0.95, 1.02, 1.1, 0.9, 1.03);
    List<Observations> queries =
        List.of(
            first.by(Map.of("run", "a"), false),
            first.by(Map.of("run", "a"), false),
            second.by(Map.of("run", "b"), false),
            second.by(Map.of("run", "b"), false));

    assertThat(Rounds.of(queries, Statistic.MEAN, 0.025).share())
        .isCloseTo(Rounds.of(List.of(first, second), Statistic.MEAN, 0.025).share(), within(1e-12));
  }

  /** The means of the rounds move together, the slowest iterations do not. */
  @Test
  void pairsByTheStatisticThatIsCompared() {
    double[] rounds = {1.0, 1.6, 1.1, 2.0, 1.3, 1.8};
    double[] worst = {9.0, 3.1, 5.2, 3.9, 8.3, 4.1};
    List<Observations> sides = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      List<ForkSeries> forks = new ArrayList<>();
      for (int i = 0; i < rounds.length; i++) {
        double peak = side == 0 ? worst[i] : worst[(i + 3) % worst.length];
        double[] values = new double[200];
        Arrays.fill(values, rounds[i]);
        values[7] = peak;
        values[9] = peak;
        values[11] = peak;
        forks.add(ForkSeries.ofValues("run.json", values).at("h", i + 1));
      }
      sides.add(Observations.of(Quantity.SECONDS_PER_OPERATION, forks));
    }

    assertThat(TEST.test(sides.get(0), sides.get(1)).primary().unit()).isEqualTo("round");
    assertThat(TEST.withStatistic(Statistic.P99).test(sides.get(0), sides.get(1)).primary().unit())
        .isEqualTo("fork");
  }

  private static Observations inRounds(double... levels) {
    List<ForkSeries> forks = new ArrayList<>();
    for (double level : levels) {
      forks.add(ForkSeries.ofValues("run.json", level).at("h", forks.size() + 1));
    }
    return Observations.of(Quantity.SECONDS_PER_OPERATION, forks);
  }

  private static Observations withoutRounds(Observations side) {
    return side.map(fork -> fork.at("h", 0));
  }

  // Forks that nobody put in rounds were all taken for one round.
  @Test
  void rejectsPairingWithoutRounds() {
    List<ForkSeries> forks = store(0, 1).forks().stream().map(fork -> fork.at("h", 0)).toList();
    Observations plain = Observations.of(Quantity.SECONDS_PER_OPERATION, forks);

    assertThatThrownBy(() -> TEST.withPairedRounds().test(plain, plain))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--pair rounds: no sidecar names the rounds of these forks; leave it out");
  }

  @Test
  void excludesAndReportsIncompleteRounds() {
    Superiority row =
        TEST.testTogether(pairs(store(0, 1), store(1, 0.7, 2), store(2, 0.7))).get(0).conclusion();

    assertThat(row.primary().baselineUnits()).isEqualTo(5);
    assertThat(row.findings())
        .anyMatch(
            found -> found.kind() == Finding.Kind.MACHINES && found.message().contains("1 fork"));
  }

  @Test
  void zeroRateForkStaysDefined() {
    List<ForkSeries> forks = new ArrayList<>(store(1, 0.7).forks());
    forks.set(3, ForkSeries.ofValues("run.json", 0).at("h", 4));
    Observations stalls = Observations.of(Quantity.rate("ops/s"), forks);
    Observations steady = Observations.of(Quantity.rate("ops/s"), store(0, 1).forks());

    Superiority row = TEST.withPairedRounds().test(steady, stalls);

    assertThat(row.primary().unit()).isEqualTo("round");
    assertThat(row.interval().lower()).isFinite();
  }

  /** Three files of five forks, each as much slower in its candidate as it is given. */
  private static Comparison files(String host, double... slower) {
    List<ForkSeries> baseline = new ArrayList<>();
    List<ForkSeries> candidate = new ArrayList<>();
    for (int file = 0; file < slower.length; file++) {
      String name = "run" + file + ".json";
      String on = host.equals("each") ? "h" + file : host;
      for (int i = 0; i < 5; i++) {
        baseline.add(ForkSeries.ofValues(name, (1 + file) * NOISE[0][i]).at(on, 0));
        candidate.add(
            ForkSeries.ofValues(name, (1 + file) * slower[file] * NOISE[1 + file % 2][i])
                .at(on, 0));
      }
    }
    return new Comparison(
        "a",
        Observations.of(Quantity.SECONDS_PER_OPERATION, baseline),
        Observations.of(Quantity.SECONDS_PER_OPERATION, candidate));
  }

  @Test
  void filesOfOneHostAreBlocksUnlessTheSidesDifferFromFileToFile() {
    Superiority blocks = TEST.test(files("h", 0.75, 0.75, 0.75));
    Superiority differ = TEST.test(files("h", 0.70, 0.80, 0.75));

    assertThat(blocks.primary().unit()).isEqualTo("fork");
    assertThat(blocks.primary().baselineUnits()).isEqualTo(15);
    assertThat(blocks.delta()).isCloseTo(0.25, within(0.01));
    assertThat(differ.primary().unit()).isEqualTo("file");
    assertThat(differ.findings()).anyMatch(found -> found.message().contains("from file to file"));
  }

  @Test
  void pairsHostsAndReportsUnknownOnes() {
    Superiority hosts = TEST.test(files("each", 0.75, 0.75, 0.75));
    Superiority unknown = TEST.test(files("", 0.75, 0.75, 0.75));
    Superiority two = TEST.test(files("each", 0.75, 0.75));
    Superiority twoUnknown = TEST.test(files("", 0.75, 0.75));

    assertThat(hosts.primary().unit()).isEqualTo("machine");
    assertThat(hosts.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(hosts.findings()).noneMatch(found -> found.kind() == Finding.Kind.MACHINES);
    assertThat(unknown.primary().unit()).isEqualTo("machine");
    assertThat(unknown.findings()).anyMatch(found -> found.message().contains("no sidecar"));
    assertThat(two.primary().unit()).isEqualTo("machine");
    assertThat(two.decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(two.findings())
        .anyMatch(found -> found.message().contains("needs at least 3 machines a side"));
    assertThat(twoUnknown.decision()).isEqualTo(Decision.TOO_FEW);
    assertThat(twoUnknown.findings()).anyMatch(found -> found.message().contains("no sidecar"));
  }

  @Test
  void advisesForksOnlyForForksOfOneFile() {
    Superiority hosts = TEST.test(files("each", 0.79, 0.82, 0.78));
    Superiority blocks = TEST.test(files("h", 0.795, 0.795, 0.795));

    assertThat(hosts.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(hosts.primary().neededForks(3, 0.01, 0.025)).isZero();
    assertThat(blocks.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(blocks.primary().unit()).isEqualTo("fork");
    assertThat(blocks.primary().neededForks(15, 0.005, 0.025)).isGreaterThan(15);
  }

  @Test
  void hostIsOnePairForAnyNumberOfFiles() {
    Comparison files = files("each", 0.75, 0.75, 0.75, 0.75);
    Comparison onThree =
        new Comparison("a", moved(files.baseline(), ""), moved(files.candidate(), "other-"));

    Superiority row = TEST.test(onThree);

    assertThat(row.primary().unit()).isEqualTo("machine");
    assertThat(row.primary().baselineUnits()).isEqualTo(3);
    assertThat(row.delta()).isBetween(0.2, 0.3);
  }

  /** The same forks in files of other names, those of the last file on the host of the first. */
  private static Observations moved(Observations side, String prefix) {
    return Observations.of(
        side.quantity(),
        side.forks().stream()
            .map(fork ->
                ForkSeries.ofValues(prefix + fork.machine(), fork.values())
                    .at(fork.host().equals("h3") ? "h0" : fork.host(), 0))
            .toList());
  }

  @Test
  void oneSidedHostsAreUnitsAndNeverPooled() {
    Comparison files = files("each", 0.75, 0.75);
    List<ForkSeries> elsewhere =
        files.candidate().forks().stream()
            .map(fork ->
                ForkSeries.ofValues("x" + fork.machine(), fork.values()).at("x" + fork.host(), 0))
            .toList();
    Observations others = Observations.of(Quantity.SECONDS_PER_OPERATION, elsewhere);

    Superiority row = TEST.test(new Comparison("a", files.baseline(), others));

    assertThat(row.primary().unit()).isEqualTo("machine");
    assertThat(row.primary().baselineUnits()).isEqualTo(2);
    assertThat(row.decision()).isEqualTo(Decision.TOO_FEW);
  }

  @Test
  void comparesForksOfOnlyCommonHost() {
    Comparison files = files("each", 0.75, 0.75);
    Observations first =
        Observations.of(Quantity.SECONDS_PER_OPERATION, files.candidate().forks().subList(0, 5));

    Superiority row = TEST.test(new Comparison("a", files.baseline(), first));

    assertThat(row.primary().unit()).isEqualTo("fork");
    assertThat(row.primary().baselineUnits()).isEqualTo(5);
    assertThat(row.decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(row.findings()).anyMatch(found -> found.message().contains("do not count"));
  }

  @Test
  void ignoresFileWithSingleFork() {
    Comparison files = files("h", 0.75, 0.75);
    Observations fewer =
        Observations.of(Quantity.SECONDS_PER_OPERATION, files.candidate().forks().subList(0, 6));

    Superiority row = TEST.test(new Comparison("a", files.baseline(), fewer));

    assertThat(row.primary().unit()).isEqualTo("fork");
    assertThat(row.primary().baselineUnits()).isEqualTo(5);
    assertThat(row.findings()).anyMatch(found -> found.message().contains("do not count"));
  }
}
