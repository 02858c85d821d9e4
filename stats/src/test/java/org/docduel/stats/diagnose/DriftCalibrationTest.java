package org.docduel.stats.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.diagnose.Drift.Batches;
import org.docduel.stats.diagnose.Drift.Outcome;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a run of an hour is called slower that is not, and how often one is that gets slower by
 * 20 % an hour. {@code mvn -pl stats test -Dgroups=simulation -Dtest=DriftCalibrationTest}.
 */
@Tag("simulation")
class DriftCalibrationTest {
  private static final int SIMULATIONS = Integer.getInteger("calibration.runs", 2_000);
  private static final int ITERATIONS = 360;
  private static final double SECONDS = 10;
  private static final int CYCLE = 6;

  /** What an hour looks like beside its drift. */
  enum Shape {
    CONSTANT,
    AUTOCORRELATED,
    SAW_TOOTH,
    SPIKES
  }

  @ParameterizedTest
  @CsvSource({
    "CONSTANT, 1",
    "CONSTANT, 3",
    "AUTOCORRELATED, 1",
    "AUTOCORRELATED, 3",
    "SAW_TOOTH, 1",
    "SAW_TOOTH, 3",
    "SPIKES, 1",
    "SPIKES, 3"
  })
  void claimsNoDriftWithoutOne(Shape shape, int runs) {
    double found = share(shape, runs, 0);
    System.out.printf("%s, %d runs, no drift: slower %.4f%n", shape, runs, found);
    assertThat(found).isLessThanOrEqualTo(0.05);
  }

  @ParameterizedTest
  @CsvSource({
    "CONSTANT, 1",
    "CONSTANT, 3",
    "AUTOCORRELATED, 1",
    "AUTOCORRELATED, 3",
    "SAW_TOOTH, 1",
    "SAW_TOOTH, 3"
  })
  void findsTwentyPercentAnHour(Shape shape, int runs) {
    double found = share(shape, runs, Math.log(1.20));
    System.out.printf("%s, %d runs, 20 %% an hour: slower %.4f%n", shape, runs, found);
    assertThat(found).isGreaterThanOrEqualTo(0.80);
  }

  /** How many of the simulated studies are called slower. */
  private static double share(Shape shape, int runs, double slope) {
    Batches cut = new Batches(SECONDS, shape == Shape.SAW_TOOTH ? SECONDS * CYCLE : 0, Means::mean);
    long slower =
        IntStream.range(0, SIMULATIONS)
            .parallel()
            .filter(simulation -> {
              long key = Streams.key(shape.name(), runs + "", slope + "");
              UniformRandomProvider random = new Streams(42, key).block(simulation);
              List<double[]> study =
                  IntStream.range(0, runs).mapToObj(run -> run(shape, slope, random)).toList();
              return Drift.of(study, cut, 0.95).outcome() == Outcome.RISES;
            })
            .count();
    return (double) slower / SIMULATIONS;
  }

  /** Noise of 10 %, which covers what was measured on a busy machine. */
  private static double[] run(Shape shape, double slope, UniformRandomProvider random) {
    ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
    double level = 0.05 * normal.sample();
    int phase = random.nextInt(CYCLE);
    double noise = normal.sample();
    double[] run = new double[ITERATIONS];
    for (int i = 0; i < ITERATIONS; i++) {
      double correlation = shape == Shape.AUTOCORRELATED ? 0.5 : 0;
      noise = correlation * noise + Math.sqrt(1 - correlation * correlation) * normal.sample();
      double log = level + slope * i * SECONDS / 3600 + 0.1 * noise;
      if (shape == Shape.SAW_TOOTH) {
        log += 0.5 * ((i + phase) % CYCLE) / CYCLE;
      } else if (shape == Shape.SPIKES && random.nextDouble() < 0.02) {
        log += Math.log(20);
      }
      run[i] = Math.exp(log);
    }
    return run;
  }
}
