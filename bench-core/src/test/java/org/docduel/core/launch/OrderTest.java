package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
  private static final List<Order.Turn> PLAN =
      IntStream.range(0, 6)
          .mapToObj(i -> new Order.Turn(new Combination("a.B.c", Map.of("store", "store-" + i)), 0))
          .toList();

  @ParameterizedTest
  @ValueSource(strings = {"random", "random:7", "random:-1", "interleaved", "sequential"})
  void everyForkOfEveryCombinationHasOneTurn(String text) {
    List<Order.Turn> turns = Order.parse(text).turns(PLAN, 3);
    assertThat(turns).hasSize(18).doesNotHaveDuplicates();
    assertThat(new HashSet<>(turns.stream().map(Order.Turn::combination).toList())).hasSize(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "interleaved"})
  void roundEndsBeforeNextStarts(String text) {
    List<Integer> forks = Order.parse(text).turns(PLAN, 3).stream().map(Order.Turn::fork).toList();
    assertThat(forks).isSorted();
  }

  @Test
  void randomRoundsDifferFromEachOtherAndRepeatWithTheSeed() {
    List<Order.Turn> turns = Order.parse("random:42").turns(PLAN, 2);
    assertThat(turns.subList(0, 6).stream().map(Order.Turn::combination).toList())
        .isNotEqualTo(turns.subList(6, 12).stream().map(Order.Turn::combination).toList());
    assertThat(Order.DEFAULT.turns(PLAN, 2)).isEqualTo(turns);
    assertThat(Order.parse("random:43").turns(PLAN, 2)).isNotEqualTo(turns);
  }

  @Test
  void eachOfTwoStoresIsFirstForHalfOfSeeds() {
    long inThePlansOrder =
        IntStream.range(0, 4096)
            .mapToObj(seed -> Order.parse("random:" + seed).turns(PLAN.subList(0, 2), 1))
            .filter(turns -> turns.get(0).combination().equals(PLAN.get(0).combination()))
            .count();
    assertThat(inThePlansOrder).isBetween(1848L, 2248L);
  }

  @Test
  void sequentialKeepsTheForksOfACombinationTogether() {
    List<Order.Turn> turns = Order.parse("sequential").turns(PLAN, 2);
    assertThat(turns.get(0).combination()).isEqualTo(turns.get(1).combination());
  }

  @Test
  void twinRunsInEveryRoundUnderItsName() {
    Order.Turn twin = new Order.Turn(PLAN.get(0).combination(), 0, "store");
    List<Order.Turn> turns = Order.DEFAULT.turns(List.of(PLAN.get(0), PLAN.get(1), twin), 4);

    assertThat(turns.stream().filter(turn -> !turn.twin().isEmpty()).map(Order.Turn::fork))
        .containsExactly(0, 1, 2, 3);
    assertThat(twin.publishedCombination().value("store")).isEqualTo("store-0~twin");
    assertThat(twin.combination().value("store")).isEqualTo("store-0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "shuffled", "random:", "random:x", "interleaved:1"})
  void rejectsUnknownOrders(String text) {
    assertThatThrownBy(() -> Order.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--order " + text + ": accepted is");
  }

  @ParameterizedTest
  @ValueSource(strings = {"random:7", "interleaved", "sequential"})
  void roundTrips(String text) {
    assertThat(Order.parse(text)).hasToString(text);
  }
}
