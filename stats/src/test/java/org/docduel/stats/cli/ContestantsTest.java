package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContestantsTest {
  @Test
  void aNameAloneMeansAllValues() {
    assertThat(Contestants.parse("store")).isEqualTo(new Contestants("store", List.of()));
  }

  @Test
  void valuesAreComparedInTheOrderGiven() {
    assertThat(Contestants.parse("store=b,a").values()).containsExactly("b", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=a,b", "store=", "store=a"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Contestants.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--compare " + text);
  }

  @Test
  void aValueWithoutResultsIsRefused() {
    assertThatThrownBy(() -> Contestants.parse("store=a,b").among(List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no result has the value 'a'");
  }
}
