package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Rounds;
import org.junit.jupiter.api.Test;

/** Rounds of a run as pairs, files as blocks, and hosts. */
class RoundsTest {
  private static final SuperiorityTest TEST = SuperiorityTest.withDefaults().withThreads(1);
  private static final double[] NEIGHBOUR = {1, 1.6, 1.1, 2.0, 1.3, 1.8};
  private static final double[][] OWN = {
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
            ForkSeries.ofValues("run.json", level * NEIGHBOUR[i] * OWN[which][i]).at("h", i + 1));
      }
    }
    return Observations.of(List.of(), Quantity.SECONDS_PER_OPERATION, forks);
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
  void aBusyRunIsPairedByItsOtherConfigurations() {
    Observations[] stores = {store(0, 1), store(1, 0.7), store(2, 0.7)};

    Superiority busy = TEST.testTogether(pairs(stores)).get(0).conclusion();

    assertThat(busy.primary().unit()).isEqualTo("round");
    assertThat(busy.delta()).isCloseTo(0.3, within(0.01));
    assertThat(busy.verdict()).isEqualTo(Verdict.SUPERIOR);
    assertThat(Rounds.of(List.of(stores)).share()).isGreaterThan(0.9);
  }

  // Two that chose by their own covariance would err too often.
  @Test
  void twoAloneArePairedOnlyWhenSomebodySaysSo() {
    List<Comparison> pair = List.of(new Comparison("a", store(0, 1), store(1, 0.7)));

    Superiority alone = TEST.testAll(pair).conclusion();
    Superiority asked = TEST.withPairedRounds().testAll(pair).conclusion();

    assertThat(alone.primary().unit()).isEqualTo("fork");
    assertThat(alone.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(asked.primary().unit()).isEqualTo("round");
    assertThat(asked.verdict()).isEqualTo(Verdict.SUPERIOR);
  }

  // Forks that nobody put in rounds were all taken for one round.
  @Test
  void whoAsksForRoundsWhereNoneAreIsTold() {
    List<ForkSeries> forks = store(0, 1).forks().stream().map(fork -> fork.at("h", 0)).toList();
    Observations plain = Observations.of(List.of(), Quantity.SECONDS_PER_OPERATION, forks);

    assertThatThrownBy(() -> TEST.withPairedRounds().test(plain, plain))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--pair rounds: no sidecar names the rounds of these forks; leave it out");
  }

  @Test
  void aRoundThatLostAForkDoesNotCountAndIsNamed() {
    Superiority row =
        TEST.testTogether(pairs(store(0, 1), store(1, 0.7, 2), store(2, 0.7))).get(0).conclusion();

    assertThat(row.primary().baselineUnits()).isEqualTo(5);
    assertThat(row.findings())
        .anyMatch(
            found -> found.kind() == Finding.Kind.MACHINES && found.message().contains("1 fork"));
  }

  @Test
  void aForkOfRateZeroStaysDefined() {
    List<ForkSeries> forks = new ArrayList<>(store(1, 0.7).forks());
    forks.set(3, ForkSeries.ofValues("run.json", 0).at("h", 4));
    Observations stalls = Observations.of(List.of(), Quantity.rate("ops/s"), forks);
    Observations steady = Observations.of(List.of(), Quantity.rate("ops/s"), store(0, 1).forks());

    Superiority row = TEST.withPairedRounds().test(steady, stalls);

    assertThat(row.primary().unit()).isEqualTo("round");
    assertThat(row.interval().lower()).isFinite();
  }

  /** Three files of five forks, each as much slower in its candidate as it is given. */
  private static Comparison files(String host, double... slower) {
    List<ForkSeries> left = new ArrayList<>();
    List<ForkSeries> right = new ArrayList<>();
    for (int file = 0; file < slower.length; file++) {
      String name = "run" + file + ".json";
      String on = host.equals("each") ? "h" + file : host;
      for (int i = 0; i < 5; i++) {
        left.add(ForkSeries.ofValues(name, (1 + file) * OWN[0][i]).at(on, 0));
        right.add(
            ForkSeries.ofValues(name, (1 + file) * slower[file] * OWN[1 + file % 2][i]).at(on, 0));
      }
    }
    return new Comparison(
        "a",
        Observations.of(List.of(), Quantity.SECONDS_PER_OPERATION, left),
        Observations.of(List.of(), Quantity.SECONDS_PER_OPERATION, right));
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
  void threeHostsArePairsAndUnknownOnesAreNamed() {
    Superiority hosts = TEST.test(files("each", 0.75, 0.75, 0.75));
    Superiority unknown = TEST.test(files("", 0.75, 0.75, 0.75));

    assertThat(hosts.primary().unit()).isEqualTo("machine");
    assertThat(hosts.findings()).noneMatch(found -> found.kind() == Finding.Kind.MACHINES);
    assertThat(unknown.primary().unit()).isEqualTo("machine");
    assertThat(unknown.findings()).anyMatch(found -> found.message().contains("no sidecar"));
  }
}
