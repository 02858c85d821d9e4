package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

class DockerTest {
  @Test
  void tellsWithinTwoSecondsWhetherItIsThere() {
    long start = System.nanoTime();

    Availability answer = Docker.availability();

    assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
    assumeThat(answer).as("there is no Docker").isInstanceOf(Availability.Unavailable.class);
    assertThat(answer)
        .isInstanceOfSatisfying(
            Availability.Unavailable.class,
            no -> {
              assertThat(no.reason()).contains("Docker engine").contains("answer");
              assertThat(no.remedy()).isEqualTo("start Docker");
            });
  }
}
