package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In the words of real engines, servers and registries. */
class ContainerFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "Get \"https://registry-1.docker.io/v2/\": dial tcp: lookup registry-1.docker.io on"
            + " 10.0.0.1:53: no such host|cannot be reached|docker load",
        "pull access denied for no/such, repository does not exist or may require 'docker login':"
            + " denied: requested access to the resource is denied|there is no image i:1|docker login",
        "manifest for i:1 not found: manifest unknown: manifest unknown|there is no image i:1|name",
        "Head \"https://h/v2/i/manifests/1\": unauthorized: authentication required|wants a login"
            + "|docker login",
        "toomanyrequests: You have reached your pull rate limit|no more pulls|wait",
        "failed to register layer: write /x: no space left on device|disk is full|docker system df",
        "driver failed programming external connectivity: Bind for 0.0.0.0:1521 failed: port is"
            + " already allocated|port is taken|end what uses it",
        "no matching manifest for linux/arm64/v8 in the manifest list entries|processor|for it",
        "Could not connect to Ryuk at 10.88.0.1:41039|does not reach the ports"
            + "|TESTCONTAINERS_HOST_OVERRIDE",
        "OCI runtime create failed: runc did not terminate successfully: exit status 1"
            + "|runc did not terminate successfully|log",
      })
  void namesCauseAndCure(String message, String cause, String cure) {
    Exception innermost =
        new RuntimeException(
            "Status 500: {\"message\":\"" + message.replace("\"", "\\\"") + "\"}\n");
    Exception outer =
        new RuntimeException(
            "Container startup failed for image i:1",
            new RuntimeException("Could not create/start container", innermost));

    assertThat(ContainerFailure.of("the image i:1 cannot be pulled", "i:1", outer))
        .hasMessageStartingWith("the image i:1 cannot be pulled: ")
        .hasMessageContaining(cause)
        .hasMessageContaining("; ")
        .hasMessageContaining(cure)
        .message()
        .doesNotContain("\n")
        .doesNotContain("Container startup failed");
  }

  @Test
  void showsErrorOfServer() {
    String log =
        """
        creating configuration files ... ok
        2026-01-02 UTC [1] FATAL:  configuration file contains errors
        2026-01-02 UTC [1] LOG:  database system is shut down
        """;

    assertThat(ContainerFailure.ended("i:1", 1, false, Optional.empty(), log))
        .hasMessage(
            "the container i:1 does not start: it ended with status 1: 2026-01-02 UTC [1] FATAL:"
                + "  configuration file contains errors; correct its image or its settings");
    assertThat(ContainerFailure.ended("i:1", 1, true, Optional.of(new MemoryLimit(64 << 20)), log))
        .hasMessage(
            "the container i:1 does not start: it was killed at the memory limit of 64 MB; raise"
                + " --memory");
    assertThat(
            ContainerFailure.ended(
                    "i:1", 2, false, Optional.empty(), "mongod: Address already in use")
                .isPortTaken())
        .isTrue();
  }
}
