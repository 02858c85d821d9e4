package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 499, 500, 501, 998, 999, 1_000})
  void findsTheHighestRateWhenThereAreEnoughSteps(int limit) {
    assertThat(new RateSearch(1_000, 20).highest(rate -> rate <= limit)).isEqualTo(limit);
  }

  @Test
  void triesNoMoreThanTheStepsAndIsAsExactAsTheyAllow() {
    List<Integer> tried = new ArrayList<>();
    int found =
        new RateSearch(1_600, 4)
            .highest(rate -> {
              tried.add(rate);
              return rate <= 1_234;
            });

    assertThat(tried).containsExactly(800, 1_200, 1_400, 1_300);
    assertThat(found).isEqualTo(1_200);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void refusesASearchOfNothing(int number) {
    assertThatThrownBy(() -> new RateSearch(number, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RateSearch(5, number))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
