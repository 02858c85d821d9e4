package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparedSubjectsTest {
  @Test
  void aNameAloneMeansAllValues() {
    assertThat(ComparedSubjects.parse("store")).isEqualTo(new ComparedSubjects("store", List.of()));
  }

  @Test
  void valuesAreComparedInTheOrderGiven() {
    assertThat(ComparedSubjects.parse("store=b,a").values()).containsExactly("b", "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=a,b", "store=", "store=a"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> ComparedSubjects.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--compare " + text);
  }

  @Test
  void aValueWithoutResultsIsRefused() {
    assertThatThrownBy(() -> ComparedSubjects.parse("store=a,b").among(List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no result has the value 'a'");
  }
}
