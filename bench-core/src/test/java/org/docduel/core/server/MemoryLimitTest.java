package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.stats.sidecar.ServerMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLimitTest {
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  @ParameterizedTest
  @CsvSource({
    "256m,268435456,256 MB",
    "256 MB,,",
    "1GB,1073741824,1 GB",
    "1536MiB,1610612736,1536 MB"
  })
  void readsSizesInPowersOf1024(String text, Long bytes, String label) {
    if (bytes == null) {
      assertThatThrownBy(() -> limit(text)).isInstanceOf(BadInputException.class);
    } else {
      assertThat(limit(text)).isEqualTo(new MemoryLimit(bytes));
      assertThat(limit(text).label()).isEqualTo(label);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lots", "-1g", "255m", "999999999g"})
  void rejectsSizesThatAreNoneTooSmallOrAboveTheHosts(String text) {
    assertThatThrownBy(() -> limit(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("--memory " + text + ": accepted is ");
  }

  @Test
  void rejectsServersWhoseMemoryCannotBeLimited() {
    ServerSource library =
        new ServerSource() {
          @Override
          public String name() {
            return "embedded";
          }

          @Override
          public Availability availability(Settings settings) {
            return new Availability.Available();
          }

          @Override
          public RunningServer start(Settings settings) {
            throw new AssertionError("nothing is started");
          }
        };
    ServerFamily family = new ServerFamily("lib", java.util.List.of(library));

    assertThat(SourceSelection.of(family, NONE).isOpen()).isTrue();
    SourceSelection limited = SourceSelection.of(family, withLimit("256m"));
    assertThat(limited.isOpen()).isFalse();
    assertThat(limited.reason()).isEqualTo("the memory of lib cannot be limited");
  }

  @Test
  void takesGivenServersWhoseMemoryIsStated() {
    ServerSource given = new ExternalServer("db", address -> "1.0");
    Settings address = withLimit("256m").with(Map.of("db.url", "db://h"));

    assertThatThrownBy(() -> given.availability(address))
        .hasMessage(
            "DOCDUEL_DB_URL: the memory of a given server cannot be limited: state it with"
                + " DOCDUEL_DB_MEMORY=32GB (no verdict compares it with a limited server), or leave"
                + " --memory out");
    Settings stated = address.with(Map.of("db.memory", "32GB"));
    assertThat(given.availability(stated)).isEqualTo(new Availability.Available());
    Optional<ServerMemory> memory = given.start(stated).memory().map(ServerSource.Memory::facts);
    assertThat(memory).contains(ServerMemory.stated(32L << 30));
    assertThat(memory.orElseThrow().label()).isEqualTo("32 GB of memory (stated, not verified)");
    assertThat(given.start(stated).address()).isEqualTo(new ServerAddress("db://h"));
  }

  @Test
  void findsHierarchiesAmongMounts() {
    String mounts =
        """
        tmpfs /sys/fs/cgroup tmpfs rw 0 0
        cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
        cgroup /sys/fs/cgroup/blkio cgroup rw,relatime,blkio 0 0
        cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0
        """;
    assertThat(ControlGroups.of(mounts).toString())
        .contains("cgroup/unified")
        .contains("cgroup/memory")
        .contains("cgroup/blkio");
    assertThat(ControlGroups.of(""))
        .isEqualTo(new ControlGroups(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  private static MemoryLimit limit(String text) {
    return MemoryLimit.of(withLimit(text)).orElseThrow();
  }

  private static Settings withLimit(String text) {
    return NONE.with("--memory", Map.of(MemoryLimit.SETTING, text));
  }
}
