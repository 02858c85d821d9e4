package org.docduel.core.harness.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;

/**
 * The private directory in which forks leave facts for the launcher.
 *
 * @param path the directory
 */
public record RunDirectory(Path path) implements AutoCloseable {
  /** The setting by which forks are told of it. */
  public static final String SETTING = "run";

  /**
   * Makes one.
   *
   * @return a new, empty directory
   */
  public static RunDirectory create() {
    try {
      return new RunDirectory(Files.createTempDirectory("docduel-run-"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary directory", e);
    }
  }

  /**
   * The one that this process was told of.
   *
   * @param settings where to look
   * @return the directory, or empty when no launcher started this process
   */
  public static Optional<RunDirectory> ofFork(Settings settings) {
    return settings.get(SETTING).map(Path::of).filter(Files::isDirectory).map(RunDirectory::new);
  }

  /**
   * The facts that forks have left so far, oldest name first.
   *
   * @return files, each complete
   */
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

  /** Removes it with everything inside. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }
}
