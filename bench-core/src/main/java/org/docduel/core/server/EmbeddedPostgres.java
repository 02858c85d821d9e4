package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * PostgreSQL from the class path, started in a temporary directory on a free port of the loopback
 * interface, with a password of its own, and {@code fsync} on.
 */
final class EmbeddedPostgres implements ServerWay {
  /** The setting that asks for a version, such as {@code 17} or {@code 17.11}. */
  static final String VERSION_SETTING = "postgres.version";

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Availability availability(Settings settings) {
    Optional<PostgresArchive> archive = PostgresArchive.ofClassPath();
    String remedy = "set " + Settings.variable("postgres.url");
    if (archive.isEmpty()) {
      String host = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      return new Availability.Unavailable(
          "this build carries no PostgreSQL for " + host, "build it on this host, or " + remedy);
    }
    String version = archive.get().version();
    Optional<String> asked = settings.get(VERSION_SETTING);
    if (asked.isPresent() && !isPart(asked.get(), version)) {
      return new Availability.Unavailable(
          "this build carries PostgreSQL " + version + ", and " + asked.get() + " is asked for",
          "build it with -Dembedded-postgres-binaries.version=..., or " + remedy);
    }
    if (HostDirectories.of(settings).dataRoot().isEmpty()) {
      return HostDirectories.inMemory();
    }
    if (HostUser.find().isEmpty()) {
      return new Availability.Unavailable(
          "PostgreSQL does not run as root", "run as another user, or " + remedy);
    }
    return new Availability.Available();
  }

  /** Whether a version is asked for by its first numbers. */
  static boolean isPart(String asked, String version) {
    return (version + ".").startsWith(asked + ".");
  }

  @Override
  public RunningServer start(Settings settings) {
    PostgresArchive archive =
        PostgresArchive.ofClassPath()
            .orElseThrow(() -> new ServerException("there is no PostgreSQL on the class path"));
    HostUser user =
        HostUser.find().orElseThrow(() -> new ServerException("PostgreSQL does not run as root"));
    Guard guard = Watchdog.guard();
    try {
      ServerAddress address = start(archive, user, guard, settings);
      return new StartedServer(address, guard::close);
    } catch (IOException e) {
      guard.close();
      throw new ServerException("the embedded PostgreSQL does not start: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      guard.close();
      throw e;
    }
  }

  private static ServerAddress start(
      PostgresArchive archive, HostUser user, Guard guard, Settings settings) throws IOException {
    HostDirectories directories = HostDirectories.of(settings);
    Path programs = archive.unpack(directories.programs(user.owner().isPresent()), guard);
    Path directory = directories.newDataDirectory("postgres", guard);
    PostgresCluster cluster = new PostgresCluster(programs, directory, user, guard);
    String password = NewPassword.create();
    int major = Integer.parseInt(archive.version().split("\\.", -1)[0]);
    cluster.initialise(major, password, PostgresSettings.of(settings));
    ServerAddress address =
        new ServerAddress(
            "jdbc:postgresql://127.0.0.1:"
                + cluster.start()
                + "/postgres?user="
                + PostgresCluster.SUPERUSER
                + "&password="
                + password);
    PostgresLogin.requireFsync(address);
    return address;
  }
}
