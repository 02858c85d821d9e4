package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Method;
import org.junit.jupiter.api.Test;

/** An iteration without an operation is a rate of 0: it counts, and is named. */
class StallsTest {
  private static final double[] JITTER = {0.99, 1.01, 1.0, 1.02, 0.98};

  private static Observations rates(String name, double level, double... shares) {
    List<ForkSeries> forks = new ArrayList<>();
    for (double fork : JITTER) {
      double[] values = DoubleStream.of(shares).map(share -> level * fork * share).toArray();
      forks.add(ForkSeries.ofValues(name, values));
    }
    return Observations.of(Quantity.rate("ops/s"), forks);
  }

  @Test
  void storeStalledInTwoOfFiveIterationsIsNotSuperior() {
    Superiority row =
        SuperiorityTest.withDefaults()
            .test(rates("steady", 99.9, 1, 1, 1, 1, 1), rates("stalls", 140, 1, 0, 1, 0, 1));

    assertThat(row.decision()).isNotEqualTo(Decision.SUPERIOR);
    assertThat(row.delta()).isCloseTo(1 - 99.9 / 84, within(1e-9));
    assertThat(row.findings())
        .anyMatch(finding ->
            finding.kind() == Finding.Kind.STALLED
                && finding.toString().contains("candidate: 10 of 25 iterations"));
  }

  @Test
  void countsIdleForks() {
    Observations dead = rates("alive", 0, 1, 1, 1);
    Observations alive = rates("alive", 100, 1, 1, 1);
    Observations mixed = Observations.concat(List.of(alive, dead));

    Superiority row = SuperiorityTest.withDefaults().test(alive, mixed);

    assertThat(row.candidate()).isCloseTo(50, within(1e-9));
    assertThat(row.decision()).isNotEqualTo(Decision.SUPERIOR);
  }

  @Test
  void reportsSideWithoutOperationsInOneLine() {
    assertThatThrownBy(() ->
            SuperiorityTest.withDefaults()
                .test(rates("alive", 100, 1, 1, 1), rates("dead", 0, 1, 1, 1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("dead")
        .hasMessageContaining("no operation ended in any iteration");
  }

  @Test
  void withholdsClaimOfFewIterations() {
    Superiority row =
        SuperiorityTest.withDefaults()
            .test(rates("steady", 10, 1, 1, 1, 1, 1), rates("bursts", 100, 0, 0, 0, 0, 1));

    assertThat(row.delta()).isCloseTo(0.5, within(1e-9));
    assertThat(row.verdict()).isEqualTo(Verdict.WITHHELD);
    assertThat(row.findings())
        .anyMatch(found ->
            found.kind() == Finding.Kind.SENSITIVE_VERDICT
                && found.message().contains("have no ratio, which does not show it"));
  }

  /** A checkpoint once a fork: it repeats in every fork, and is a part of what throughput is. */
  @Test
  void keepsClaimWhenEveryForkStalls() {
    Observations stalls = rates("stalls", 100, 1, 1, 0.1, 1, 1);
    Observations steady = rates("steady", 122, 1, 1, 1, 1, 1);

    Superiority row = SuperiorityTest.withDefaults().test(stalls, steady);
    Superiority mirrored = SuperiorityTest.withDefaults().test(steady, stalls);

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER_BY_DELTA);
    assertThat(row.delta()).isCloseTo(1 - 82.0 / 122, within(1e-9));
    assertThat(row.findings())
        .anyMatch(found ->
            found.kind() == Finding.Kind.SENSITIVE_VERDICT
                && found.message().startsWith("slow iterations in every fork decide"));
    assertThat(mirrored.verdict()).isEqualTo(Verdict.SLOWER_BY_DELTA);
  }

  /** Three forks that all stall against three that do not: one way of ten, by chance. */
  @Test
  void weakensClaimOfThreeForksThatStall() {
    Observations stalls = rates("stalls", 100, 1, 1, 0.1, 1, 1).firstForks(3);
    Observations steady = rates("steady", 122, 1, 1, 1, 1, 1).firstForks(3);

    Superiority row = SuperiorityTest.withDefaults().test(stalls, steady);

    assertThat(row.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(row.decision()).isEqualTo(Decision.WITHHELD);
    assertThat(row.findings())
        .anyMatch(found ->
            found.kind() == Finding.Kind.SENSITIVE_VERDICT
                && found.message().contains("so a difference of Delta is not claimed"));
  }

  @Test
  void machineWithIdleSideDecidesNothing() {
    Observations alive = onMachines(100, 101, 99);
    Observations once = onMachines(104, 103, 0);

    for (Comparison pair :
        List.of(new Comparison("a", alive, once), new Comparison("b", once, alive))) {
      SuperiorityTest fixed = SuperiorityTest.withDefaults();
      Looks looks = new Looks(5, Spending.POCOCK);
      for (SuperiorityTest test : List.of(fixed, fixed.withLooks(Optional.of(looks)))) {
        Superiority row = test.test(pair);
        assertThat(row.decision()).isEqualTo(Decision.INCONCLUSIVE);
        assertThat(row.findings()).noneMatch(found -> found.kind() == Finding.Kind.TOO_FEW);
        assertThat(row.look().filter(Looks.Look::open)).isEmpty();
      }
    }
  }

  private static Observations onMachines(double... levels) {
    List<Observations> machines = new ArrayList<>();
    for (double level : levels) {
      String machine = "machine" + machines.size();
      machines.add(rates(machine, level, 1, 1, 1).map(fork -> fork.at(machine, 0)));
    }
    return Observations.concat(machines);
  }

  @Test
  void idleForkHasNoLogarithm() {
    Observations alive = rates("alive", 100, 1, 1, 1);
    Observations mixed = Observations.concat(List.of(alive, rates("alive", 0, 1, 1, 1)));

    assertThatThrownBy(
            () -> SuperiorityTest.withDefaults().withMethod(Method.WELCH).test(alive, mixed))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("use --method t");
  }
}
