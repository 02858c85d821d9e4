package org.docduel.core.fork;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.MemoryUsage;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;

/**
 * The private directory of a run, with what the launcher tells its forks and the facts that they
 * leave for it. It is gone when the launcher is, however that ends.
 *
 * @param guard of the launcher that made it; none in a fork
 */
public record RunDirectory(Path path, Optional<Guard> guard) implements AutoCloseable {
  /** The setting by which forks are told of it. */
  public static final String SETTING = "run";

  private static final String MEMORY = "memory of servers";

  /** One that somebody else removes. */
  public RunDirectory(Path path) {
    this(path, Optional.empty());
  }

  /**
   * Makes a new one.
   *
   * @throws org.docduel.core.server.ServerException when it cannot be made
   */
  public static RunDirectory create() {
    Path parent = Settings.temporaryDirectory();
    return Watchdog.guarded(
        "cannot make a directory for the forks",
        guard ->
            new RunDirectory(
                HostDirectories.privateDirectory(parent, "docduel-run-", guard),
                Optional.of(guard)));
  }

  /** The one that this process was told of; empty when no launcher started this process. */
  public static Optional<RunDirectory> ofFork(Settings settings) {
    return settings.get(SETTING).map(Path::of).map(RunDirectory::new);
  }

  /**
   * Tells this process and its forks of it, and in a file in it where servers are: a password must
   * not show in a list of processes, nor in what JMH records of a JVM's arguments.
   *
   * @param servers by the names of their families
   * @throws ServerException when they cannot be written
   */
  public void publishAddresses(Map<String, ServerAddress> servers) {
    try {
      write(addresses(), new LinkedHashMap<>(servers));
    } catch (IOException e) {
      throw new ServerException(
          "cannot pass the servers' addresses to the forks: %s: %s"
              .formatted(addresses(), BadInputException.reason(e)),
          e);
    }
    System.setProperty(Settings.property(SETTING), path.toString());
  }

  /**
   * Where a family's server is; empty when none was started.
   *
   * @throws ServerException when nothing was told, or it cannot be read
   */
  public Optional<ServerAddress> address(ServerFamily family) {
    return Optional.ofNullable((ServerAddress) read(addresses()).get(family.name()));
  }

  /** Tells forks where the memory of servers is read, by the names of their families. */
  public void publishMemory(Map<String, MemoryUsage.Location> servers) {
    writeNotes(MEMORY, servers);
  }

  /** Where the memory of a family's server is read; empty when it is not limited. */
  Optional<MemoryUsage.Location> memory(ServerFamily family) {
    return readNotes(MEMORY)
        .flatMap(notes -> Optional.ofNullable((MemoryUsage.Location) notes.get(family.name())));
  }

  private Path addresses() {
    return path.resolve("addresses");
  }

  /**
   * Leaves notes for the other processes of the run.
   *
   * @param name of any length and characters
   */
  public void writeNotes(String name, Map<String, ? extends Serializable> notes) {
    try {
      write(notes(name), new LinkedHashMap<>(notes));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + notes(name), e);
    }
  }

  /** The notes that were left under a name; empty when none were. */
  public Optional<Map<?, ?>> readNotes(String name) {
    return Optional.of(notes(name)).filter(Files::exists).map(RunDirectory::read);
  }

  private Path notes(String name) {
    return path.resolve(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)) + ".notes");
  }

  /** All of it or nothing: others may read meanwhile. */
  private static void write(Path file, Serializable content) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try (ObjectOutputStream out =
        new ObjectOutputStream(Files.newOutputStream(HostDirectories.privateFile(half)))) {
      out.writeObject(content);
    }
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Leaves arguments for the forks' JVMs, as {@code java @FILE} takes them, that must not stand in
   * a list of processes. They are read in the charset in which this process got its own.
   */
  public void leaveArguments(Collection<String> arguments) {
    Path file = path.resolve(ForkProfiler.ARGUMENTS);
    try {
      Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
      String lines = String.join("\n", arguments) + "\n";
      Files.write(HostDirectories.privateFile(file), lines.getBytes(charset));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave the forks' arguments in " + file, e);
    }
  }

  private static Map<?, ?> read(Path file) {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return (Map<?, ?>) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new ServerException("cannot read " + file + ": " + BadInputException.reason(e), e);
    }
  }

  /** The facts that forks have left so far, oldest name first. */
  public List<Path> facts() {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".json"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  /** Removes it with everything inside, where this process made it. */
  @Override
  public void close() {
    guard.ifPresent(active -> {
      System.clearProperty(Settings.property(SETTING));
      active.close();
    });
  }
}
