package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.docduel.core.config.BadInputException;
import org.docduel.core.config.PayloadSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttributesTest {
  @Test
  void numberFitsAnyPayload() {
    assertThat(Attributes.PARAMETER.parse("200").count()).isEqualTo(200);
    assertThat(Attributes.PARAMETER.parse("200").payload()).isEmpty();
  }

  @Test
  void ladderStepHasMatchingPayload() {
    assertThat(Attributes.PARAMETER.parse("200x20B").count()).isEqualTo(200);
    assertThat(Attributes.PARAMETER.parse("200x20B").payload()).contains(PayloadSize.parse("4KB"));
    assertThat(Attributes.PARAMETER.parse("10x1B").payload()).contains(PayloadSize.parse("10B"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "201",
        "x",
        "10x",
        "10x0B",
        "0x10B",
        "201x1B",
        "200x20",
        "200x99999999B",
        "-1"
      })
  void rejectsInvalidAttributesInOneLine(String text) {
    assertThatThrownBy(() -> Attributes.PARAMETER.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "-p attributes=" + text + ": accepted is a whole number from 1 to 200");
  }
}
