package org.docduel.core.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.docduel.core.server.HostDirectories;

/**
 * Tells runs of one user on one machine of each other. They go on: they share no file and no server
 * that was started here, but they share the processors, which the results of both must say.
 *
 * <p>All share one empty file, in which each locks a byte of its own: when another byte is locked,
 * there is another run. The system gives the lock of a run that was killed back.
 */
final class ConcurrentRuns implements AutoCloseable {
  private final FileChannel file;
  private final long own;

  private ConcurrentRuns(FileChannel file, long own) {
    this.file = file;
    this.own = own;
  }

  /** Makes this run known. */
  static ConcurrentRuns join() {
    try {
      return join(HostDirectories.locks());
    } catch (IOException e) {
      throw RunFiles.noLock("a lock", e);
    }
  }

  static ConcurrentRuns join(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            directory.resolve("runs.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    long own = UUID.randomUUID().getMostSignificantBits() >>> 2;
    file.lock(own, 1, false); // at most it waits for another run's look, which is short
    return new ConcurrentRuns(file, own);
  }

  /** Whether another run goes on at this moment. */
  Optional<String> warning() {
    try {
      return isFree(0, own) && isFree(own + 1, Long.MAX_VALUE - own - 1)
          ? Optional.empty()
          : Optional.of(
              "another run measures on this machine at the same time: the two disturb each other");
    } catch (IOException e) {
      return Optional.of(
          "whether another run measures on this machine is unknown: " + e.getMessage());
    }
  }

  /** Shared, so that two that look at once do not take each other's look for a run. */
  private boolean isFree(long position, long size) throws IOException {
    try (FileLock look = file.tryLock(position, size, true)) {
      return look != null;
    } catch (OverlappingFileLockException heldHere) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
