package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerVersion;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;
import org.docduel.core.server.VersionedWay;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;

/**
 * PostgreSQL from {@link PostgresArchive}, started in a temporary directory on a free port of the
 * loopback interface, with a password of its own, and {@code fsync} on.
 */
final class EmbeddedPostgres implements ServerWay {
  /** What messages call it. */
  static final String SERVER = "the embedded PostgreSQL";

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Availability availability(Settings settings) {
    Optional<PostgresArchive> archive = PostgresArchive.find(settings);
    Optional<PostgresArchive> carried = PostgresArchive.ofClassPath();
    String remedy = "set " + Settings.variable("postgres.url");
    if (archive.isEmpty() && carried.isPresent()) {
      return new Availability.Unavailable(
          "this build carries PostgreSQL %s, and %s is asked for"
              .formatted(
                  carried.get().version(),
                  settings.get(PostgresArchive.VERSION_SETTING).orElse("another")),
          "fetch it by scripts/postgres, or name a jar that holds it in "
              + Settings.variable(PostgresArchive.ARCHIVE_SETTING));
    } else if (archive.isEmpty()) {
      String host = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      return new Availability.Unavailable(
          "this build carries no PostgreSQL for " + host, "build it on this host, or " + remedy);
    } else if (HostDirectories.of(settings).dataRoot().isEmpty()) {
      return HostDirectories.inMemory();
    }
    return HostUser.find().isEmpty()
        ? new Availability.Unavailable(
            "PostgreSQL does not run as root", "run as another user, or " + remedy)
        : new Availability.Available();
  }

  @Override
  public Optional<ServerWay> at(String family, ServerVersion version) {
    return Optional.of(new VersionedWay(this, family, version));
  }

  @Override
  public RunningServer start(Settings settings) {
    PostgresArchive archive =
        PostgresArchive.find(settings)
            .orElseThrow(() -> new ServerException("no PostgreSQL programs were found"));
    HostUser user =
        HostUser.find().orElseThrow(() -> new ServerException("PostgreSQL does not run as root"));
    try {
      return Watchdog.guarded(
          SERVER + " does not start", guard -> start(archive, user, guard, settings));
    } catch (ServerException e) {
      Optional<String> options = settings.get(PostgresSettings.SETTING);
      if (options.isEmpty() || e.getCause() instanceof IOException) {
        throw e;
      }
      throw new BadInputException(
          settings.origin(PostgresSettings.SETTING) + "=" + options.get() + ": " + e.getMessage(),
          e);
    }
  }

  private static RunningServer start(
      PostgresArchive archive, HostUser user, Guard guard, Settings settings) throws IOException {
    HostDirectories directories = HostDirectories.of(settings);
    Path programs = archive.unpack(directories.programs(user.owner().isPresent()), guard);
    Path directory = directories.newDataDirectory("postgres", guard);
    PostgresCluster cluster = new PostgresCluster(programs, directory, user, guard);
    String password = Host.newPassword();
    int major = Integer.parseInt(archive.version().split("\\.", -1)[0]);
    cluster.initialise(major, password, PostgresSettings.of(settings));
    int port = cluster.start();
    ServerAddress address =
        new ServerAddress(PostgresServer.address("127.0.0.1:" + port, password));
    PostgresWorkspace.ready(address);
    return new RunningServer(address, guard::close, () -> restart(cluster, port));
  }

  private static boolean restart(PostgresCluster cluster, int port) {
    try {
      cluster.restart(port);
      return true;
    } catch (IOException e) {
      throw new ServerException(SERVER + " does not start again: " + e.getMessage(), e);
    }
  }
}
