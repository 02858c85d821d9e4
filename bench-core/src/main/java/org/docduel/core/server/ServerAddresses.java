package org.docduel.core.server;

import static org.docduel.core.config.BadInputException.reason;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * Where the servers of a run are, on their way from the launcher to its forks. They travel in a
 * private file whose name the forks get as a property: a password must not show in a list of
 * processes, nor in what JMH records of a JVM's arguments.
 */
public record ServerAddresses(Map<String, ServerAddress> byFamily) implements Serializable {
  /** The setting that names the file. */
  public static final String SETTING = "servers.file";

  public ServerAddresses {
    byFamily = Collections.unmodifiableMap(new LinkedHashMap<>(byFamily));
  }

  /** Where a family's server is; empty when none was started. */
  public Optional<ServerAddress> of(ServerFamily family) {
    return Optional.ofNullable(byFamily.get(family.name()));
  }

  /**
   * Leaves them for this process and its forks, in a directory that only this user can look into.
   *
   * @throws ServerException when they cannot be written
   */
  public void leaveIn(Path directory) {
    Path path = directory.resolve("addresses");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(path))) {
      out.writeObject(this);
    } catch (IOException e) {
      throw new ServerException(
          "cannot tell the forks where the servers are: " + path + ": " + reason(e), e);
    }
    System.setProperty(Settings.property(SETTING), path.toString());
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
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(Path.of(name)))) {
      return (ServerAddresses) in.readObject();
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      throw new BadInputException(
          where + ": cannot read it (" + e + "); leave this setting to the launcher", e);
    }
  }
}
