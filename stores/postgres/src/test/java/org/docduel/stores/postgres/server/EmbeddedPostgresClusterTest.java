package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
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
  void takesAnotherPortWhenFirstIsOccupied() throws IOException {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Guard guard = Watchdog.guard()) {
      int free = Host.freePort();
      Iterator<Integer> ports = List.of(occupied.getLocalPort(), free).iterator();

      assertThat(initialised(guard, Map.of()).start(ports::next)).isEqualTo(free);

      PostgresWorkspace.ready(address(free, PASSWORD));
    }
    assertThat(Processes.running(root.toString())).isEmpty();
  }

  @Test
  void reportsErrorOfPostgres() throws IOException {
    try (Guard guard = Watchdog.guard()) {
      EmbeddedPostgres.Cluster cluster = initialised(guard, Map.of("work_mem", "plenty"));

      assertThatThrownBy(() -> cluster.start(Host::freePort))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("invalid value for parameter \"work_mem\": \"plenty\"")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void copiesFirstClusterWithNewPassword() throws IOException {
    HostUser user = HostUser.find().orElseThrow();
    try (Guard guard = Watchdog.guard()) {
      Path programs = Files.createSymbolicLink(root.resolve("programs"), programs(user, guard));
      cluster(programs, user, guard).initialise(17, "first", settings());
      Path template = template();
      Path marked =
          Files.writeString(template.resolve("data").resolve("PG_VERSION"), "17\n# a copy\n");

      EmbeddedPostgres.Cluster copy = cluster(programs, user, guard);
      copy.initialise(17, "second", settings());
      int port = copy.start(Host::freePort);

      assertThat(copy.server().directory().resolve("data").resolve("PG_VERSION"))
          .hasSameTextualContentAs(marked);
      PostgresWorkspace.ready(address(port, "second"));
      assertThatThrownBy(() -> PostgresWorkspace.ready(address(port, "first")))
          .hasMessageContaining("password");
    }
    assertThat(root).isDirectoryNotContaining("glob:**.cluster-*");
  }

  @Test
  void recreatesIncompleteTemplate() throws IOException {
    HostUser user = HostUser.find().orElseThrow();
    try (Guard guard = Watchdog.guard()) {
      Path programs = Files.createSymbolicLink(root.resolve("programs"), programs(user, guard));
      cluster(programs, user, guard).initialise(17, "first", settings());
      Path controlFile = template().resolve("data").resolve("global").resolve("pg_control");
      Files.delete(controlFile);

      EmbeddedPostgres.Cluster again = cluster(programs, user, guard);
      again.initialise(17, "second", settings());

      PostgresWorkspace.ready(address(again.start(Host::freePort), "second"));
      assertThat(controlFile).exists();
    }
  }

  private Path template() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.filter(file -> file.toString().contains("-cluster-")).findFirst().orElseThrow();
    }
  }

  private static ServerAddress address(int port, String password) {
    return new ServerAddress(
        "jdbc:postgresql://127.0.0.1:" + port + "/?user=postgres&password=" + password);
  }

  private static Map<String, String> settings() {
    return PostgresServer.settings(Settings.of(Map.of(), new Properties()));
  }

  private static Path programs(HostUser user, Guard guard) throws IOException {
    HostDirectories directories = HostDirectories.of(Settings.of(Map.of(), new Properties()));
    return PostgresArchive.ofClassPath()
        .orElseThrow()
        .unpack(directories.programs(user.owner().isPresent()), guard);
  }

  private EmbeddedPostgres.Cluster cluster(Path programs, HostUser user, Guard guard)
      throws IOException {
    Path directory = new HostDirectories(Optional.of(root)).newDataDirectory("postgres", guard);
    return new EmbeddedPostgres.Cluster(programs, directory, user, guard);
  }

  private EmbeddedPostgres.Cluster initialised(Guard guard, Map<String, String> more)
      throws IOException {
    HostUser user = HostUser.find().orElseThrow();
    EmbeddedPostgres.Cluster cluster = cluster(programs(user, guard), user, guard);
    Map<String, String> settings = settings();
    settings.putAll(more);
    cluster.initialise(17, PASSWORD, settings);
    return cluster;
  }
}
