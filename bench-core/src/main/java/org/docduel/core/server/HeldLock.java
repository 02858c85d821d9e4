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
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A lock on a name, held until it is closed or this process ends in any way. All names share a
 * file, which stays: each name locks a byte of its own, far beyond the file's end. A file that is
 * deleted with its lock would let two hold it, since another may come into its place, under the
 * same number, while somebody waits.
 */
public final class HeldLock implements AutoCloseable {
  /** By their file, which stays open with them: closing it would give back all of them. */
  private static final Map<Path, Set<FileLock>> HELD = new HashMap<>();

  private final Path file;
  private final FileLock lock;

  private HeldLock(Path file, FileLock lock) {
    this.file = file;
    this.lock = lock;
  }

  /**
   * Takes a lock unless somebody has it.
   *
   * @param file shared by all names; made where there is none
   * @return the lock, or empty when another process or another part of this one holds it
   * @throws IOException when the file cannot be made
   */
  public static Optional<HeldLock> take(Path file, String name) throws IOException {
    synchronized (HELD) {
      Set<FileLock> held = HELD.computeIfAbsent(file, first -> new HashSet<>());
      FileChannel channel =
          held.isEmpty()
              ? FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS)
              : (FileChannel) held.iterator().next().acquiredBy();
      try {
        long place = UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).getMostSignificantBits() >>> 2;
        FileLock lock = channel.tryLock(place, 1, false);
        if (lock != null) {
          held.add(lock);
          return Optional.of(new HeldLock(file, lock));
        }
      } catch (OverlappingFileLockException heldHere) {
        // as when another process holds it
      } finally {
        if (held.isEmpty()) {
          channel.close();
        }
      }
      return Optional.empty();
    }
  }

  /** Gives the lock back. */
  @Override
  public void close() {
    synchronized (HELD) {
      try {
        Set<FileLock> held = HELD.getOrDefault(file, new HashSet<>());
        if (held.remove(lock)) {
          lock.release();
          if (held.isEmpty()) {
            lock.acquiredBy().close();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the lock in " + file + " cannot be given back", e);
      }
    }
  }
}
