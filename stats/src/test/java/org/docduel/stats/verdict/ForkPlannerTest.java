package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkPlannerTest {
  private static final ForkPlanner PLANNER = new ForkPlanner(0.20, 0.05);

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

  @ParameterizedTest
  @ValueSource(doubles = {0.8, 0.9})
  void plannedForksHaveThePlannedPower(double power) {
    Comparison comparison = new Comparison("x", pilot(1, 0.10), pilot(0.72, 0.10));
    ForkPlan plan = PLANNER.plan(comparison, power);
    ContinuousDistribution.Sampler noise =
        NormalDistribution.of(0, 1).createSampler(new XoRoShiRo128PlusPlus(5, 6));
    SuperiorityTest test = SuperiorityTest.withDefaults().withMethod(Method.WELCH).withThreads(1);
    int shown = 0;
    int runs = 2000;
    for (int run = 0; run < runs; run++) {
      double p =
          test.test(
                  simulated(1, plan.forks(), noise),
                  simulated(1 - plan.assumedDelta(), plan.forks(), noise))
              .p();
      shown += p < 0.05 ? 1 : 0;
    }
    // 2,000 runs have a standard error of below 1 %; rounding up to whole forks adds power.
    assertThat((double) shown / runs).isBetween(power - 0.03, power + 0.05);
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
    int quiet = PLANNER.plan("x", pilot(1, 0.05), 0.8).forks();
    int noisy = PLANNER.plan("x", pilot(1, 0.20), 0.8).forks();
    int surer = PLANNER.plan("x", pilot(1, 0.20), 0.95).forks();

    assertThat(quiet).isEqualTo(ForkPlanner.LEAST);
    assertThat(noisy).isGreaterThan(quiet);
    assertThat(surer).isGreaterThan(noisy);
    ForkPlan plan = PLANNER.plan("x", pilot(1, 0.20), 0.8);
    assertThat(plan.forkDeviation()).isCloseTo(0.20 * Math.sqrt(2), within(1e-9));
    assertThat(plan.assumedDelta()).isEqualTo(0.20);
    assertThat(plan.pilotForks()).isEqualTo(7);
  }

  @Test
  void noNumberOfForksShowsWhatThePilotDoesNotHave() {
    ForkPlan below = PLANNER.plan(new Comparison("x", pilot(1, 0.1), pilot(0.9, 0.1)), 0.8);
    ForkPlan hopeless = PLANNER.plan(new Comparison("x", pilot(1, 0.5), pilot(0.79999, 0.5)), 0.8);

    assertThat(below.possible()).isFalse();
    assertThat(hopeless.possible()).isFalse();
    assertThat(hopeless.forks()).isZero();
  }

  @Test
  void rangesAreChecked() {
    assertThatThrownBy(() -> new ForkPlanner(1, 0.05)).hasMessageContaining("delta 1.0");
    assertThatThrownBy(() -> new ForkPlanner(0.2, 0)).hasMessageContaining("alpha 0.0");
    assertThatThrownBy(() -> PLANNER.plan("x", pilot(1, 0.1), 0.5)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> PLANNER.plan("x", Observations.ofSeconds(new double[] {1, 2}), 0.8))
        .hasMessageContaining("at least 2 forks");
  }
}
