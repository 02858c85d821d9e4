package org.docduel.core.server;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Watchdog.Guard;

/**
 * Where the servers of a run are, on their way from the launcher to its forks. They travel in a
 * private file whose name the forks get as a property: a password must not show in a list of
 * processes, nor in what JMH records of a JVM's arguments.
 */
public record ServerAddresses(Map<String, ServerAddress> byFamily) {
  /** The setting that names the file. */
  public static final String SETTING = "servers.file";

  private static final String KEY = "address.";
  private static final String SPACE = "space.";

  public ServerAddresses {
    byFamily = Collections.unmodifiableMap(new LinkedHashMap<>(byFamily));
  }

  /** Where a family's server is; empty when none was started. */
  public Optional<ServerAddress> of(ServerFamily family) {
    return Optional.ofNullable(byFamily.get(family.name()));
  }

  /**
   * Writes them to a new file that only this user can read.
   *
   * @throws ServerException when it cannot be written
   */
  public AddressFile write() {
    Properties properties = new Properties();
    byFamily.forEach((family, address) -> {
      properties.setProperty(KEY + family, address.url());
      properties.setProperty(SPACE + family, address.space());
    });
    return Watchdog.guarded(
        "cannot write the file that tells the forks where the servers are",
        guard -> {
          Path path =
              HostDirectories.privateFile(
                  Settings.temporaryDirectory(), "docduel-servers-", ".properties", guard);
          try (Writer writer = Files.newBufferedWriter(path)) {
            properties.store(writer, "addresses of servers");
          }
          return new AddressFile(path, guard);
        });
  }

  /**
   * Reads the file that the setting names.
   *
   * @return the addresses, or empty when no file is named
   * @throws BadInputException when the file cannot be read or does not hold addresses
   */
  public static Optional<ServerAddresses> read(Settings settings) {
    return settings.get(SETTING).map(name -> read(name, settings.origin(SETTING) + "=" + name));
  }

  private static ServerAddresses read(String name, String where) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(name))) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new BadInputException(
          where + ": cannot read it (" + e + "); leave this setting to the launcher", e);
    }
    Map<String, ServerAddress> byFamily = new LinkedHashMap<>();
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(KEY)) {
        String family = key.substring(KEY.length());
        String space = properties.getProperty(SPACE + family, ServerAddress.DEFAULT_SPACE);
        byFamily.put(family, new ServerAddress(properties.getProperty(key), space));
      } else if (!key.startsWith(SPACE)) {
        throw new BadInputException(
            where + ": not a file of server addresses; unset this, the launcher sets it");
      }
    }
    return new ServerAddresses(byFamily);
  }

  /**
   * A file of {@link ServerAddresses}, deleted when it is closed, and also when this process ends
   * in any other way.
   */
  public record AddressFile(Path path, Guard guard) implements AutoCloseable {
    @Override
    public void close() {
      guard.close();
    }
  }
}
