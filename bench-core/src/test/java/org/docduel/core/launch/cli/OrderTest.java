package org.docduel.core.launch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.docduel.core.config.BadInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
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
