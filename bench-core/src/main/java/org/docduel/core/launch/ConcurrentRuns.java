package org.docduel.core.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.HostDirectories;

/**
 * Tells runs of one user on one machine of each other. They go on: they share no file and no server
 * that was started here, but they share the processors, which the results of both must say.
 *
 * <p>Each run holds a lock on a file of its own; a lock that cannot be taken is another run.
 */
final class ConcurrentRuns implements AutoCloseable {
  private static final String PREFIX = "run-";

  private final Path directory;
  private final Path own;
  private final HeldLock lock;

  private ConcurrentRuns(Path directory, Path own, HeldLock lock) {
    this.directory = directory;
    this.own = own;
    this.lock = lock;
  }

  /**
   * Makes this run known.
   *
   * @throws BadInputException when this user has no directory for locks
   */
  static ConcurrentRuns join() {
    try {
      return join(HostDirectories.locks());
    } catch (IOException e) {
      throw new BadInputException(
          "a lock cannot be made: "
              + e.getMessage()
              + "; make this user's home or temporary directory writable",
          e);
    }
  }

  /** For a directory of locks. */
  static ConcurrentRuns join(Path directory) throws IOException {
    String name = ProcessHandle.current().pid() + "-" + UUID.randomUUID() + ".lock";
    // under the name for which others look it is never without its lock
    Path begun = directory.resolve("begun-" + name);
    HeldLock lock =
        HeldLock.take(begun).orElseThrow(() -> new IOException(begun + " is held by somebody"));
    Path own = directory.resolve(PREFIX + name);
    return new ConcurrentRuns(directory, own, lock.renamed(own));
  }

  /** Whether another run goes on at this moment. */
  Optional<String> warning() {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> others =
          files
              .filter(file -> file.getFileName().toString().startsWith(PREFIX))
              .filter(file -> !file.equals(own))
              .toList();
      for (Path other : others) {
        Optional<HeldLock> free = HeldLock.take(other);
        if (free.isEmpty()) {
          return Optional.of(
              "another run measures on this machine at the same time: the two disturb each other");
        }
        free.get().close(); // left by a run that was killed
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "whether another run measures on this machine is unknown: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
