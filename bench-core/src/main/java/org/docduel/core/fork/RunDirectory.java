package org.docduel.core.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;

/** The private directory in which forks leave facts for the launcher. */
public record RunDirectory(Path path) implements AutoCloseable {
  /** The setting by which forks are told of it. */
  public static final String SETTING = "run";

  private static final String PREFIX = "docduel-run-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]{1,18})-.*");

  /** Makes a new one, and removes those of runs that were killed. */
  public static RunDirectory create() {
    Path parent = Settings.temporaryDirectory();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      Path own = Files.createTempDirectory(parent, PREFIX + ProcessHandle.current().pid() + "-");
      UserPrincipal owner = Files.getOwner(own);
      for (Path path : all) {
        if (isLeft(path, owner)) {
          new RunDirectory(path).close();
        }
      }
      return new RunDirectory(own);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary directory in " + parent, e);
    }
  }

  /** Whether the run that made a directory is gone. Other users' are none of our business. */
  private static boolean isLeft(Path path, UserPrincipal owner) throws IOException {
    Matcher pid = NAME.matcher(String.valueOf(path.getFileName()));
    try {
      return pid.matches()
          && ProcessHandle.of(Long.parseLong(pid.group(1))).isEmpty()
          && Files.getOwner(path).equals(owner);
    } catch (NoSuchFileException e) {
      return false; // another run that starts has removed it
    }
  }

  /** The one that this process was told of; empty when no launcher started this process. */
  public static Optional<RunDirectory> ofFork(Settings settings) {
    return settings.get(SETTING).map(Path::of).filter(Files::isDirectory).map(RunDirectory::new);
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

  /** Removes it with everything inside, or what another run that starts has left of it. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }
}
