package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.CrashRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an acknowledgement is worth: the server's processes are killed in the middle of updates, the
 * server is started again on the same data, and every document is compared with the last value that
 * was acknowledged for it.
 */
@Tag("attack")
@Tag("C5")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are killed as on Unix")
class CrashTest {
  private static final String STORE = "postgres-jsonb";
  private static final String PASSWORD = "secret";

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(names = {"DEFAULT", "RELAXED"})
  void onlyRelaxedDurabilityLosesAcknowledgedUpdatesInACrash(Durability durability)
      throws Exception {
    try (Guard guard = Watchdog.guard()) {
      EmbeddedPostgres.Cluster cluster = initialised(guard);
      new CrashRun(STORE, new Embedded(cluster, cluster.start(Host::freePort)))
          .losesWhatItMay(durability);
    }
  }

  private final class Embedded implements CrashRun.Server {
    private final EmbeddedPostgres.Cluster cluster;
    private final int port;

    Embedded(EmbeddedPostgres.Cluster cluster, int port) {
      this.cluster = cluster;
      this.port = port;
    }

    @Override
    public Store open(Durability durability) {
      ServerAddress address =
          new ServerAddress(
              "jdbc:postgresql://127.0.0.1:"
                  + port
                  + "/postgres?user=postgres&password="
                  + PASSWORD);
      return StoreProviders.byName(STORE)
          .orElseThrow()
          .open(Optional.of(address), StoreConfig.defaults().withDurability(durability));
    }

    @Override
    public void kill() throws IOException, InterruptedException {
      Path lockFile;
      try (Stream<Path> files = Files.walk(root)) {
        lockFile = files.filter(file -> file.endsWith("postmaster.pid")).findFirst().orElseThrow();
      }
      long pid = Long.parseLong(Files.readAllLines(lockFile).get(0).strip());
      CrashRun.kill(ProcessHandle.of(pid).orElseThrow());
      // It says "ready" still, and the wait for the next server would believe it.
      Files.delete(lockFile);
    }

    @Override
    public void restart() throws IOException {
      cluster.start(() -> port);
    }
  }

  private EmbeddedPostgres.Cluster initialised(Guard guard) throws IOException {
    Settings none = Settings.of(Map.of(), new Properties());
    HostUser user = HostUser.find().orElseThrow();
    PostgresArchive archive = PostgresArchive.ofClassPath().orElseThrow();
    Path programs =
        archive.unpack(HostDirectories.of(none).programs(user.owner().isPresent()), guard);
    Path directory = new HostDirectories(Optional.of(root)).newDataDirectory("crash", guard);
    EmbeddedPostgres.Cluster cluster =
        new EmbeddedPostgres.Cluster(programs, directory, user, guard);
    Map<String, String> settings = PostgresServer.settings(none);
    // Up to three times this long a commit that nobody waits for may stay in memory; its greatest
    // value makes sure that there is something to lose.
    settings.put("wal_writer_delay", "10s");
    cluster.initialise(Integer.parseInt(archive.version().split("\\.", -1)[0]), PASSWORD, settings);
    return cluster;
  }
}
