package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.apache.commons.statistics.descriptive.Quantile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RankedTest {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);
  private static final double[] SHARES = {0.025, 0.975, 0.5, 0.0251, 0, 1, 0.3, 0.7, 0.025};

  static Stream<Arguments> numbers() {
    return Stream.of(1, 2, 3, 10, 599, 602, 5_000, 100_000)
        .flatMap(size -> Stream.of(2, 50, 1_000_000).map(distinct -> Arguments.of(size, distinct)));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void quantilesAreTheSortedNumbersQuantilesWhateverWasAskedBefore(int size, int distinct) {
    UniformRandomProvider random = new XoRoShiRo128PlusPlus(size, distinct);
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = random.nextInt(distinct) / 7.0 - 3;
    }
    Ranked ranked = new Ranked(values.clone());
    for (double share : SHARES) {
      assertThat(ranked.quantile(share)).isEqualTo(TYPE_7.evaluate(values, share));
    }
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void orderedNumbersAreRankedToo(int size, int distinct) {
    double[] rising = new double[size];
    double[] falling = new double[size];
    for (int i = 0; i < size; i++) {
      rising[i] = (double) i / distinct;
      falling[size - 1 - i] = rising[i];
    }
    Ranked up = new Ranked(rising.clone());
    Ranked down = new Ranked(falling);
    for (double share : SHARES) {
      double expected = TYPE_7.evaluate(rising, share);
      assertThat(up.quantile(share)).isEqualTo(expected);
      assertThat(down.quantile(share)).isEqualTo(expected);
    }
  }
}
