package org.docduel.stores.sqlite;

import java.nio.file.Path;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;
import org.docduel.core.server.Watchdog;

/** The one way to have SQLite: a new file in a directory that goes with the run. */
final class SqliteFile implements ServerWay {
  /** The family {@code sqlite}; its addresses are JDBC addresses. */
  static final ServerFamily FAMILY = new ServerFamily("sqlite", List.of(new SqliteFile()));

  static final String SCHEME = "jdbc:sqlite:";

  private SqliteFile() {}

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Availability availability(Settings settings) {
    return HostDirectories.of(settings).dataRoot().isPresent()
        ? new Availability.Available()
        : HostDirectories.inMemory();
  }

  @Override
  public RunningServer start(Settings settings) {
    return Watchdog.guarded(
        "SQLite does not start",
        guard -> {
          Path directory = HostDirectories.of(settings).newDataDirectory("sqlite", guard);
          ServerAddress address = new ServerAddress(SCHEME + directory.resolve("docduel.db"));
          // Each fork opens the file anew: there is nothing to start again.
          return new RunningServer(address, guard::close, () -> true);
        });
  }
}
