package org.docduel.core.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A lock on a file, held until it is closed or this process ends in any way. The file is deleted
 * with the lock.
 */
public final class HeldLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private HeldLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a lock unless somebody has it.
   *
   * @param file the lock's file, in a directory that nobody but this user can write to
   * @return the lock, or empty when another process or another part of this one holds it
   * @throws IOException when the file cannot be made
   */
  public static Optional<HeldLock> take(Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      try {
        if (channel.tryLock() == null) {
          channel.close();
          return Optional.empty();
        }
      } catch (OverlappingFileLockException heldHere) {
        channel.close();
        return Optional.empty();
      }
      if (Files.exists(file)) {
        return Optional.of(new HeldLock(file, channel));
      }
      channel.close(); // its holder has deleted it between the opening and the lock
    }
  }

  /** Gives the lock back. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the lock " + file + " cannot be given back", e);
    }
  }
}
