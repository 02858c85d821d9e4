package org.docduel.core.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.docduel.core.launch.cli.Order;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTest {
  private static final List<Turn> PLAN =
      IntStream.range(0, 6)
          .mapToObj(i -> new Turn(new Combination("a.B.c", Map.of("store", "store-" + i)), 0))
          .toList();

  @ParameterizedTest
  @ValueSource(strings = {"random", "random:7", "random:-1", "interleaved", "sequential"})
  void everyForkOfEveryCombinationHasOneTurn(String text) {
    List<Turn> turns = Turn.inOrder(Order.parse(text), PLAN, 3);
    assertThat(turns).hasSize(18).doesNotHaveDuplicates();
    assertThat(new HashSet<>(turns.stream().map(Turn::combination).toList())).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "interleaved"})
  void roundEndsBeforeNextStarts(String text) {
    List<Integer> forks =
        Turn.inOrder(Order.parse(text), PLAN, 3).stream().map(Turn::fork).toList();
    assertThat(forks).isSorted();
  }

  @Test
  void randomRoundsDifferFromEachOtherAndRepeatWithTheSeed() {
    List<Turn> turns = Turn.inOrder(Order.parse("random:42"), PLAN, 2);
    assertThat(turns.subList(0, 6).stream().map(Turn::combination).toList())
        .isNotEqualTo(turns.subList(6, 12).stream().map(Turn::combination).toList());
    assertThat(Turn.inOrder(Order.DEFAULT, PLAN, 2)).isEqualTo(turns);
    assertThat(Turn.inOrder(Order.parse("random:43"), PLAN, 2)).isNotEqualTo(turns);
  }

  @Test
  void eachOfTwoStoresIsFirstForHalfOfSeeds() {
    long inThePlansOrder =
        IntStream.range(0, 4096)
            .mapToObj(seed -> Turn.inOrder(Order.parse("random:" + seed), PLAN.subList(0, 2), 1))
            .filter(turns -> turns.get(0).combination().equals(PLAN.get(0).combination()))
            .count();
    assertThat(inThePlansOrder).isBetween(1848L, 2248L);
  }

  @Test
  void sequentialKeepsTheForksOfACombinationTogether() {
    List<Turn> turns = Turn.inOrder(Order.parse("sequential"), PLAN, 2);
    assertThat(turns.get(0).combination()).isEqualTo(turns.get(1).combination());
  }

  @Test
  void twinRunsInEveryRoundUnderItsName() {
    Turn twin = new Turn(PLAN.get(0).combination(), 0, "store");
    List<Turn> turns = Turn.inOrder(Order.DEFAULT, List.of(PLAN.get(0), PLAN.get(1), twin), 4);

    assertThat(turns.stream().filter(turn -> !turn.twin().isEmpty()).map(Turn::fork))
        .containsExactly(0, 1, 2, 3);
    assertThat(twin.publishedCombination().value("store")).isEqualTo("store-0~twin");
    assertThat(twin.combination().value("store")).isEqualTo("store-0");
  }
}
