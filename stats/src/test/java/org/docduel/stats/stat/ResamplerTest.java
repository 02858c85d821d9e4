package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.data.Offset;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.stat.Resampling.Blended;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every resampler against a slow one that follows the definition with the same random numbers. */
class ResamplerTest {
  private static final Streams STREAMS = new Streams(7, Streams.key("test"));
  private static final Offset<Double> EXACT = within(1e-13);

  private static double[] sample(int size, int start) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = 1 + 0.1 * ((start + i * i * 7) % 11);
    }
    return values;
  }

  private static Replicates draw(Resampler resampler, int count) {
    return new Resampling(count, 42, 1).of(resampler, STREAMS);
  }

  /**
   * Two indexes from each 64-bit number, the upper half first; a last odd one from an upper half.
   */
  private static double[] drawn(UniformRandomProvider random, double[] values) {
    double[] resample = new double[values.length];
    for (int i = 0; i < resample.length; i += 2) {
      long bits = random.nextLong();
      resample[i] = values[scaled(bits >>> 32, values.length)];
      if (i + 1 < resample.length) {
        resample[i + 1] = values[scaled(bits & 0xffffffffL, values.length)];
      }
    }
    return resample;
  }

  private static int scaled(long half, int n) {
    return (int) Math.floor(half / 4294967296.0 * n);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double variance(double[] values) {
    double squares = 0;
    for (double value : values) {
      squares += Math.pow(value - mean(values), 2);
    }
    return squares / (values.length - 1);
  }

  /** One fork a side. */
  private static SampledRatio flat(double[] baseline, double[] candidate) {
    return new SampledRatio(
        Sample.mean(baseline, new int[] {baseline.length}),
        Sample.mean(candidate, new int[] {candidate.length}));
  }

  @ParameterizedTest
  @CsvSource({"30, 30", "5, 8", "2, 3", "1, 1"})
  void meanRatioIsTheRatioOfResampledMeans(int baselines, int candidates) {
    double[] baseline = sample(baselines, 3);
    double[] candidate = sample(candidates, 5);
    SampledRatio resampler = flat(baseline, candidate);

    Replicates replicates = draw(resampler, 200);

    assertThat(resampler.estimate()).isCloseTo(mean(candidate) / mean(baseline), EXACT);
    assertThat(resampler.variance()).isNaN();
    UniformRandomProvider random = STREAMS.block(0);
    for (int i = 0; i < replicates.estimates().length; i++) {
      double denominator = mean(drawn(random, baseline));
      assertThat(replicates.estimates()[i])
          .isCloseTo(mean(drawn(random, candidate)) / denominator, EXACT);
    }
  }

  @ParameterizedTest
  @CsvSource({"30, 30", "5, 8", "3, 2"})
  void studentizedHasTheRatioAndTheVarianceOfItsLogarithm(int baselines, int candidates) {
    double[] baseline = sample(baselines, 3);
    double[] candidate = sample(candidates, 5);
    SampledRatio resampler = SampledRatio.studentized(baseline, candidate);

    Replicates replicates = draw(resampler, 200);

    assertThat(resampler.estimate()).isCloseTo(mean(candidate) / mean(baseline), EXACT);
    assertThat(resampler.variance()).isCloseTo(relative(baseline) + relative(candidate), EXACT);
    UniformRandomProvider random = STREAMS.block(0);
    for (int i = 0; i < replicates.estimates().length; i++) {
      double[] baselineDraw = drawn(random, baseline);
      double[] candidateDraw = drawn(random, candidate);
      assertThat(replicates.estimates()[i])
          .isCloseTo(mean(candidateDraw) / mean(baselineDraw), EXACT);
      assertThat(replicates.variances()[i])
          .isCloseTo(relative(baselineDraw) + relative(candidateDraw), EXACT);
    }
  }

  private static double relative(double[] values) {
    return variance(values) / values.length / Math.pow(mean(values), 2);
  }

  @Test
  void blendedHasTheGeometricMeanAndTheVarianceOfItsLogarithm() {
    Resampler first = flat(sample(5, 1), sample(4, 2));
    Resampler second = SampledRatio.studentized(sample(6, 3), sample(7, 4));
    Blended flat = new Blended(List.of(first, first));
    Blended studentized = new Blended(List.of(second, second, second));

    assertThat(flat.estimate()).isCloseTo(first.estimate(), EXACT);
    assertThat(flat.variance()).isNaN();
    assertThat(studentized.estimate()).isCloseTo(second.estimate(), EXACT);
    assertThat(studentized.variance()).isCloseTo(second.variance() / 3, EXACT);
  }

  @Test
  void blendedDrawsItsMembersInOrder() {
    Resampler first = flat(sample(5, 1), sample(4, 2));
    Resampler second = flat(sample(6, 3), sample(7, 4));
    Replicates blended = draw(new Blended(List.of(first, second)), 100);
    UniformRandomProvider random = STREAMS.block(0);
    Replicates firstDraws = new Replicates(100, false);
    Replicates secondDraws = new Replicates(100, false);
    first.draw(random, firstDraws, 0, 100);
    second.draw(random, secondDraws, 0, 100);

    for (int i = 0; i < 100; i++) {
      double expected = Math.sqrt(firstDraws.estimates()[i] * secondDraws.estimates()[i]);
      assertThat(blended.estimates()[i]).isCloseTo(expected, EXACT);
    }
  }

  @Test
  void blendedAddsVariancesOfResamples() {
    Resampler member = SampledRatio.studentized(sample(5, 1), sample(4, 2));
    Replicates blended = draw(new Blended(List.of(member, member)), 100);
    UniformRandomProvider random = STREAMS.block(0);
    Replicates firstDraws = new Replicates(100, true);
    Replicates secondDraws = new Replicates(100, true);
    member.draw(random, firstDraws, 0, 100);
    member.draw(random, secondDraws, 0, 100);

    for (int i = 0; i < 100; i++) {
      assertThat(blended.variances()[i])
          .isCloseTo((firstDraws.variances()[i] + secondDraws.variances()[i]) / 4, EXACT);
    }
  }

  @Test
  void sampledRatioRejectsUnequalMachines() {
    double[] four = sample(4, 1);
    Sample single = Sample.mean(four, new int[] {4});
    Sample machines = Sample.mean(four, new int[] {2}, new int[] {2});

    assertThatThrownBy(() -> new SampledRatio(single, machines))
        .hasMessageContaining("different numbers of machines");
  }

  @Test
  void sampledRatioDrawsMachinesOnceForBothSides() {
    // The machines differ tenfold and the sides not at all: drawn together, the ratio is always
    // one.
    double[] values = {1, 1, 10, 10, 100, 100};
    Sample sample = Sample.mean(values, new int[] {1, 1}, new int[] {2}, new int[] {1, 1});

    Replicates replicates = draw(new SampledRatio(sample, sample), 100);

    for (int i = 0; i < 100; i++) {
      assertThat(replicates.estimates()[i]).isEqualTo(1);
    }
  }

  static Stream<Arguments> nestedSizes() {
    return Stream.of(
        Arguments.of((Object) new int[][] {{3, 2, 1}}),
        Arguments.of((Object) new int[][] {{6}}),
        Arguments.of((Object) new int[][] {{2}, {1, 1}, {1, 1}}));
  }

  @ParameterizedTest
  @MethodSource("nestedSizes")
  void computesEveryStatisticOfDrawnValues(int[][] sizes) {
    double[] values = {1.1, 2.3, 3.7, 4.9, 5.3, 6.1};
    List<Histogram> single =
        Arrays.stream(values)
            .mapToObj(value -> Histogram.of(new double[] {value}, new long[] {1}))
            .toList();
    Sample mean = Sample.mean(values, sizes);
    Sample largest = Sample.quantile(values, 1, sizes);
    Sample operations = Sample.operations(single, 1, sizes);
    UniformRandomProvider random = STREAMS.block(0);
    int[] machines = new int[sizes.length];
    int[] indexes = new int[mean.capacity()];

    assertThat(mean.observed()).isCloseTo(mean(values), EXACT);
    assertThat(largest.observed()).isEqualTo(operations.observed()).isEqualTo(6.1);
    for (int i = 0; i < 500; i++) {
      for (int k = 0; k < machines.length; k++) {
        machines[k] = random.nextInt(machines.length);
      }
      int count = mean.draw(STREAMS.block(i), machines, indexes);
      double[] drawn = Arrays.stream(indexes, 0, count).mapToDouble(k -> values[k]).toArray();
      int[] buffer = new int[mean.capacity()];
      assertThat(mean.resampled(STREAMS.block(i), machines, buffer)).isCloseTo(mean(drawn), EXACT);
      for (Sample sample : List.of(largest, operations)) {
        assertThat(sample.resampled(STREAMS.block(i), machines, buffer))
            .isEqualTo(Arrays.stream(drawn).max().orElseThrow());
      }
    }
  }

  @Test
  void drawsWithinMachinesAndForks() {
    Sample sample =
        Sample.mean(new double[16], new int[] {2, 3}, new int[] {4}, new int[] {1, 1, 5});
    assertThat(sample.machines()).isEqualTo(3);
    assertThat(sample.capacity()).isGreaterThanOrEqualTo(3 * 15);
    int[] target = new int[sample.capacity()];
    UniformRandomProvider random = STREAMS.block(0);
    boolean[] seen = new boolean[16];
    for (int i = 0; i < 300; i++) {
      int count = sample.draw(random, new int[] {2, 0}, target);
      int forkOf = 0;
      for (int k = 0; k < count; k++) {
        seen[target[k]] = true;
        forkOf += target[k] < 5 ? 0 : 1;
        assertThat(target[k] < 5 || target[k] >= 9).isTrue();
      }
      assertThat(forkOf).isBetween(3, 15);
    }
    assertThat(seen)
        .containsExactly(
            true, true, true, true, true, false, false, false, false, true, true, true, true, true,
            true, true);
  }

  @Test
  void drawnForkGivesAllItsIterations() {
    Sample sample = Sample.mean(new double[6], new int[] {3, 3});
    int[] target = new int[sample.capacity()];
    UniformRandomProvider random = STREAMS.block(0);
    int bothForks = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(sample.draw(random, new int[] {0}, target)).isEqualTo(6);
      for (int start = 0; start < 6; start += 3) {
        assertThat(target[start] / 3).isEqualTo(target[start + 1] / 3);
        assertThat(target[start] / 3).isEqualTo(target[start + 2] / 3);
      }
      bothForks += target[0] / 3 != target[3] / 3 ? 1 : 0;
    }
    assertThat(bothForks).isBetween(430, 570);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.95, 1})
  void quantileInterpolatesAsTypeSeven(double share) {
    Sample four = Sample.quantile(new double[] {4, 1, 3, 2}, share, new int[] {4});

    assertThat(four.observed()).isCloseTo(1 + 3 * share, EXACT);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.001, 0.5, 0.9, 0.95, 0.99, 1})
  void operationQuantileUsesMergedHistograms(double share) {
    List<Histogram> iterations =
        List.of(
            Histogram.of(new double[] {1, 2, 5}, new long[] {10, 3, 1}),
            Histogram.of(new double[] {2, 3}, new long[] {4, 4}),
            Histogram.of(new double[] {9}, new long[] {2}));
    Sample sample = Sample.operations(iterations, share, new int[] {3});
    int[] drawn = new int[3];

    for (int i = 0; i < 20; i++) {
      sample.draw(STREAMS.block(i), new int[] {0}, drawn);
      List<Histogram> merged = Arrays.stream(drawn).mapToObj(iterations::get).toList();
      assertThat(sample.resampled(STREAMS.block(i), new int[] {0}, new int[3]))
          .isEqualTo(Histogram.percentile(merged, share));
    }
  }
}
