package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Units;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ForkPlannerTest {
  private static final ForkPlanner PLANNER = new ForkPlanner(Hypothesis.DEFAULT, 2, 1);

  /** Forks whose logarithms have exactly the given standard deviation. */
  private static Observations pilot(double level, double sd) {
    return Observations.ofSeconds(
        new double[] {level * Math.exp(-sd)},
        new double[] {level * Math.exp(sd)},
        new double[] {level * Math.exp(-sd)},
        new double[] {level * Math.exp(sd)},
        new double[] {level * Math.exp(-sd)},
        new double[] {level * Math.exp(sd)},
        new double[] {level});
  }

  private static ForkPlanner.Plan plan(double sd, double effect, double power) {
    return PLANNER.plan("x", List.of(pilot(1, sd)), effect, power);
  }

  // The pilot's own effect and variance as the truth gave 50 to 70 % for 80.
  @Test
  void plannedPowerIsReachedFromFivePilotForks() {
    ContinuousDistribution.Sampler noise =
        NormalDistribution.of(0, 1).createSampler(new XoRoShiRo128PlusPlus(5, 6));
    int detected = 0;
    int runs = 200;
    for (int run = 0; run < runs; run++) {
      ForkPlanner.Plan plan =
          PLANNER.plan("x", List.of(simulated(1, 5, noise), simulated(0.9, 5, noise)), 0.32, 0.8);
      Superiority row =
          SuperiorityTest.withDefaults()
              .withResampling(new Resampling(100_000, 42, 1))
              .test(simulated(1, plan.forks(), noise), simulated(0.68, plan.forks(), noise));
      detected += row.p() < 0.05 ? 1 : 0;
    }
    // 80 % less 5 points, and 2.6 standard errors
    assertThat((double) detected / runs).isGreaterThan(0.75 - 0.075);
  }

  @Test
  void plansForFamilyAndBothDirections() {
    int pair = plan(0.10, 0.35, 0.8).forks();
    int fifteen =
        new ForkPlanner(Hypothesis.DEFAULT, 15, 1)
            .plan("x", List.of(pilot(1, 0.10)), 0.35, 0.8)
            .forks();
    int twelveConditions =
        new ForkPlanner(Hypothesis.DEFAULT, 2, 12)
            .plan("x", List.of(pilot(1, 0.10)), 0.35, 0.8)
            .forks();
    int twoSided =
        new ForkPlanner(new Hypothesis(0, 0.05), 2, 1)
            .plan("x", List.of(pilot(1, 0.10)), 0.35, 0.8)
            .forks();
    int oneSided =
        new ForkPlanner(new Hypothesis(0, 0.10), 2, 1)
            .plan("x", List.of(pilot(1, 0.10)), 0.35, 0.8)
            .forks();

    assertThat(fifteen).isGreaterThan(pair);
    assertThat(twelveConditions).isGreaterThan(pair);
    assertThat(twoSided).isGreaterThanOrEqualTo(oneSided);
  }

  private static Observations simulated(
      double level, int forks, ContinuousDistribution.Sampler noise) {
    double[][] values = new double[forks][1];
    for (double[] fork : values) {
      fork[0] = level * Math.exp(0.10 * noise.sample());
    }
    return Observations.ofSeconds(values);
  }

  @Test
  void noisierPilotsAndMorePowerNeedMoreForks() {
    int quiet = plan(0.02, 0.3, 0.8).forks();
    int noisy = plan(0.20, 0.3, 0.8).forks();
    int surer = plan(0.20, 0.3, 0.95).forks();

    assertThat(quiet).isEqualTo(Units.MIN_REPLICATES);
    assertThat(noisy).isGreaterThan(quiet);
    assertThat(surer).isGreaterThan(noisy);
    ForkPlanner.Plan plan = plan(0.20, 0.3, 0.8);
    assertThat(plan.deviation()).isBetween(0.20 * Math.sqrt(2), 0.26 * Math.sqrt(2));
    assertThat(plan.effect()).isEqualTo(0.3);
    assertThat(plan.pilotForks()).isEqualTo(7);
  }

  @Test
  @Timeout(60)
  void plansManyPilotsQuickly() {
    ForkPlanner planner = new ForkPlanner(new Hypothesis(0, 0.05), 20, 1);
    Set<Integer> forks = new HashSet<>();
    for (int i = 1; i <= 200; i++) {
      Observations pilot = pilot(1, 0.0005 * i);
      forks.add(planner.plan("x", List.of(pilot), 0.1, 0.8).forks());
      forks.add(planner.plan("x", List.of(pilot), 0.1, 0.9).forks());
    }
    assertThat(forks).hasSizeGreaterThan(10);
  }

  /** The forks of a new run are those of one day on one machine. */
  @Test
  void differencesBetweenFilesAreNotForkNoise() {
    Observations slow = pilot(5, 0.05).map(fork -> ForkSeries.ofValues("slow", fork.values()));
    Observations both = Observations.concat(List.of(pilot(1, 0.05), slow));
    ForkPlanner.Plan plan = PLANNER.plan("x", List.of(both), 0.35, 0.8);

    assertThat(plan.pilotForks()).isEqualTo(14);
    assertThat(plan.deviation()).isBetween(0.06, plan(0.05, 0.35, 0.8).deviation());
  }

  @Test
  void noForkCountShowsAbsentDifference() {
    assertThat(plan(0.1, 0.2, 0.8).forks()).isZero();
    assertThat(plan(0.5, 0.20001, 0.8).forks()).isZero();
  }

  @Test
  void checksRanges() {
    assertThatThrownBy(() -> new ForkPlanner(Hypothesis.DEFAULT, 1, 1))
        .hasMessageContaining("--among");
    assertThatThrownBy(() -> new ForkPlanner(Hypothesis.DEFAULT, 2, 0))
        .hasMessageContaining("--conditions");
    assertThatThrownBy(() -> plan(0.1, 0.3, 1)).hasMessageContaining("power 1.0");
    assertThatThrownBy(() -> plan(0.1, 1, 0.8)).hasMessageContaining("effect 1.0");
    assertThatThrownBy(
            () -> PLANNER.plan("x", List.of(Observations.ofSeconds(new double[] {1, 2})), 0.3, 0.8))
        .hasMessageContaining("at least 2 forks");
  }
}
