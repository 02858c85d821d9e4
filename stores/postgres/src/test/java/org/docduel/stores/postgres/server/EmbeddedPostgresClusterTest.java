package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresClusterTest {
  private static final String PASSWORD = "secret";

  @TempDir private Path root;

  @Test
  void takesAnotherPortWhenSomebodyHasTheFirst() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Guard guard = Watchdog.guard()) {
      int free = Host.freePort();
      Iterator<Integer> ports = List.of(taken.getLocalPort(), free).iterator();

      assertThat(initialised(guard, Map.of()).start(ports::next)).isEqualTo(free);

      PostgresWorkspace.ready(
          new ServerAddress(
              "jdbc:postgresql://127.0.0.1:" + free + "/?user=postgres&password=" + PASSWORD));
    }
    assertThat(Processes.running(root.toString())).isEmpty();
  }

  @Test
  void saysWhatPostgresComplainedOf() throws IOException {
    try (Guard guard = Watchdog.guard()) {
      EmbeddedPostgres.Cluster cluster = initialised(guard, Map.of("work_mem", "plenty"));

      assertThatThrownBy(() -> cluster.start(Host::freePort))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("invalid value for parameter \"work_mem\": \"plenty\"")
          .hasMessageNotContaining("\n");
    }
  }

  private EmbeddedPostgres.Cluster initialised(Guard guard, Map<String, String> more)
      throws IOException {
    Settings none = Settings.of(Map.of(), new Properties());
    HostUser user = HostUser.find().orElseThrow();
    Path programs =
        PostgresArchive.ofClassPath()
            .orElseThrow()
            .unpack(HostDirectories.of(none).programs(user.owner().isPresent()), guard);
    Path directory = new HostDirectories(Optional.of(root)).newDataDirectory("postgres", guard);
    EmbeddedPostgres.Cluster cluster =
        new EmbeddedPostgres.Cluster(programs, directory, user, guard);
    Map<String, String> settings = PostgresServer.settings(none);
    settings.putAll(more);
    cluster.initialise(17, PASSWORD, settings);
    return cluster;
  }
}
