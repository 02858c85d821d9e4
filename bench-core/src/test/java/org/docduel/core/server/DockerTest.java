package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.docduel.core.server.ServerWay.Availability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DockerTest {
  @Test
  @Timeout(60)
  void tellsWhetherItIsThere() {
    Availability answer = ContainerWay.docker();
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
