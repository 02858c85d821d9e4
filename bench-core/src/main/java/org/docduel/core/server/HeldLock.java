package org.docduel.core.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A lock on a name, held until it is closed or this process ends in any way. All names share a
 * file, which stays: each name locks a byte of its own, far beyond the file's end. A file that is
 * deleted with its lock would let two hold it, since another may come into its place, under the
 * same number, while somebody waits.
 */
public record HeldLock(FileLock lock) implements AutoCloseable {
  /** They stay open: closing one would give back all of its locks. */
  private static final Map<Path, FileChannel> FILES = new HashMap<>();

  /**
   * Takes a lock unless somebody has it.
   *
   * @param file shared by all names; made where there is none
   * @return the lock, or empty when another process or another part of this one holds it
   * @throws IOException when the file cannot be made
   */
  public static Optional<HeldLock> take(Path file, String name) throws IOException {
    long place = UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).getMostSignificantBits() >>> 2;
    try {
      return Optional.ofNullable(open(file).tryLock(place, 1, false)).map(HeldLock::new);
    } catch (OverlappingFileLockException heldHere) {
      return Optional.empty(); // as when another process holds it
    }
  }

  private static FileChannel open(Path file) throws IOException {
    synchronized (FILES) {
      FileChannel cached = FILES.get(file);
      if (cached == null || !cached.isOpen()) {
        cached =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        FILES.put(file, cached);
      }
      return cached;
    }
  }

  /** Takes a lock on a name that nobody else has, so that the others see that somebody is there. */
  public static HeldLock register(Path file) throws IOException {
    Optional<HeldLock> lock = Optional.empty();
    while (lock.isEmpty()) { // it may be in the way of another's look, which is short
      lock = take(file, UUID.randomUUID().toString());
    }
    return lock.get();
  }

  /** Whether nobody holds another name of the file. */
  public boolean hasNoOthers() throws IOException {
    long after = lock.position() + 1;
    return isFree(0, lock.position()) && isFree(after, Long.MAX_VALUE - after);
  }

  /** Shared, so that two that look at once do not take each other's look for a lock. */
  private boolean isFree(long position, long size) throws IOException {
    try (FileLock look = ((FileChannel) lock.acquiredBy()).tryLock(position, size, true)) {
      return look != null;
    } catch (OverlappingFileLockException heldHere) {
      return false;
    }
  }

  /** Gives the lock back. */
  @Override
  public void close() {
    try {
      lock.release();
    } catch (IOException e) {
      throw new UncheckedIOException("a lock cannot be given back", e);
    }
  }
}
