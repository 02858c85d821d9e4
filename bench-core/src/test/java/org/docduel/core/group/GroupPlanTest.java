package org.docduel.core.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.jgroups.JChannel;
import org.jgroups.protocols.RSVP;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupPlanTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | 127.0.0.1 | accepted is an address",
        "1 | 127.0.0.1 | for each of 2 clients or more",
        "x | 127.0.0.1 | accepted is an address",
        "2 | 127.0.0.1,127.0.0.1 | an address is there twice",
        "2 | 127.0.0.1,localhost:7800 | an address is there twice",
        "2 | 127.0.0.1,no host at all | no host no host at all",
        "2 | 127.0.0.1,127.0.0.1:0 | no host 127.0.0.1:0",
        "2 | 127.0.0.1,127.0.0.1:65001 | no host 127.0.0.1:65001",
        "2 | 127.0.0.1,127.0.0.1:port | no host 127.0.0.1:port",
        "2 | 127.0.0.1,not.a.host.invalid | no host not.a.host.invalid",
        "2 | 203.0.113.2,203.0.113.1 | need --group-secret FILE",
        "2 | 203.0.113.1,localhost | addresses that all of them can reach"
      })
  void rejectsInvalidGroup(String clients, String group, String reason) {
    assertThatThrownBy(() -> GroupPlan.parse(clients, group, Optional.empty()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("\n");
  }

  /** Names of hosts need not be such as URIs have: some begin with a digit, some have a _. */
  @Test
  void acceptsEveryHostNameTheSystemResolves() {
    GroupPlan plan = GroupPlan.parse("3", "127.1,localhost:7801,[::1]:7802", Optional.empty());
    assertThat(plan.hosts())
        .extracting(InetSocketAddress::getPort)
        .containsExactly(7800, 7801, 7802);
  }

  @Test
  void secretFileHasMinimumLength() throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), "short");

    assertThatThrownBy(() -> GroupPlan.parse("2", "203.0.113.1,203.0.113.2", secret(file)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("16 characters");
    assertThatThrownBy(() -> GroupPlan.parse("2", "203.0.113.1,203.0.113.2", secret(directory)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be read");

    Files.writeString(file, "sixteen characters or more");
    GroupPlan plan = GroupPlan.parse("2", "203.0.113.1,203.0.113.2:7900", secret(file));
    assertThat(plan.name(1)).isEqualTo("client 2 (203.0.113.2:7900)");
    assertThat(plan.key()).isPresent();
  }

  private static Optional<String> secret(Path file) {
    return Optional.of(file.toString());
  }

  /** A pause of 0 ms keeps a core busy on each client while the stores are measured. */
  @Test
  void resendsMessagesOnlyAfterPause() throws Exception {
    GroupPlan two = GroupPlan.parse("2", "127.0.0.1,127.0.0.1:7801", Optional.empty());
    try (JChannel channel = two.channel()) {
      RSVP confirmed = channel.getProtocolStack().findProtocol(RSVP.class);

      assertThat(confirmed.getResendInterval()).isPositive();
    }
  }

  @Test
  void sharesPartitionAllItems() {
    for (int things : new int[] {0, 1, 2, 3, 100, 100_000_000}) {
      IntStream.range(0, 3)
          .forEach(client -> {
            Clients share = new Clients(client, 3, null);
            int next = client == 2 ? things : new Clients(client + 1, 3, null).from(things);
            assertThat(share.until(things)).isEqualTo(next);
            assertThat(share.until(things) - share.from(things))
                .isBetween(things / 3, things / 3 + 1);
          });
      assertThat(new Clients(0, 3, null).from(things)).isZero();
    }
  }
}
