package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

  @Test
  void sortsAndMergesRepeatedValues() {
    Histogram histogram = Histogram.of(new double[] {3, 1, 3, 2}, new long[] {1, 2, 4, 1});

    assertThat(histogram.size()).isEqualTo(3);
    assertThat(histogram.value(2)).isEqualTo(3);
    assertThat(histogram.count(2)).isEqualTo(5);
    assertThat(histogram.total()).isEqualTo(8);
    assertThat(histogram.mean()).isEqualTo((2 + 2 + 15) / 8.0);
    assertThat(histogram.min()).isEqualTo(1);
    assertThat(histogram.max()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void percentilesCoverOperationsOfAllHistograms(long seed) {
    Random random = new Random(seed);
    double[] operations = random.ints(997, -20, 60).asDoubleStream().toArray();
    Histogram first = counted(Arrays.copyOfRange(operations, 0, 301));
    Histogram second = counted(Arrays.copyOfRange(operations, 301, 997));
    Arrays.sort(operations);

    List<Histogram> both = List.of(first, second);

    assertThat(Histogram.total(List.of(first, second, first))).isEqualTo(997 + 301);
    for (double share : new double[] {0, 0.01, 0.5, 0.95, 0.99, 1}) {
      int rank = Math.max(1, (int) Math.ceil(share * 997));
      assertThat(Histogram.percentile(both, share)).isEqualTo(operations[rank - 1]);
    }
  }

  private static Histogram counted(double[] operations) {
    long[] ones = new long[operations.length];
    Arrays.fill(ones, 1);
    return Histogram.of(operations, ones);
  }

  @Test
  void mapsValuesInAnyOrder() {
    Histogram histogram = Histogram.of(new double[] {1, 2}, new long[] {5, 7});

    Histogram halved = histogram.mapped(value -> value / 2);
    Histogram inverted = histogram.mapped(value -> -value);
    Histogram flat = histogram.mapped(value -> 4);

    assertThat(halved.value(1)).isEqualTo(1);
    assertThat(halved.count(1)).isEqualTo(7);
    assertThat(inverted.value(0)).isEqualTo(-2);
    assertThat(inverted.count(0)).isEqualTo(7);
    assertThat(flat.size()).isEqualTo(1);
    assertThat(flat.total()).isEqualTo(12);
  }

  @Test
  void rejectsInvalidHistograms() {
    assertThatThrownBy(() -> Histogram.of(new double[0], new long[0])).hasMessageContaining("0");
    assertThatThrownBy(() -> Histogram.of(new double[] {1}, new long[] {1, 2}))
        .hasMessageContaining("1 values and 2 counts");
    assertThatThrownBy(() -> Histogram.of(new double[] {1}, new long[] {0}))
        .hasMessageContaining("count is less than 1");
    assertThatThrownBy(() -> Histogram.of(new double[] {Double.NaN}, new long[] {1}))
        .hasMessageContaining("not finite");
    assertThatThrownBy(() -> Histogram.of(new double[] {1, 2}, new long[] {Long.MAX_VALUE, 1}))
        .hasMessageContaining("more than 1000000000000000 operations");
    List<Histogram> single = List.of(counted(new double[] {1}));
    assertThatThrownBy(() -> Histogram.percentile(single, 1.1)).hasMessageContaining("1.1");
  }
}
