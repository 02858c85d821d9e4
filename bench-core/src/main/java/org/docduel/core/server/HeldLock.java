package org.docduel.core.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
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
   * @return the lock, or empty when another process or another part of this one holds it
   * @throws IOException when the file cannot be made
   */
  public static Optional<HeldLock> take(Path file) throws IOException {
    while (true) {
      Optional<Object> before = key(file);
      if (before.isEmpty()) {
        make(file);
        continue;
      }
      FileChannel channel;
      try {
        channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException deletedMeanwhile) {
        continue;
      }
      try {
        if (channel.tryLock() == null) {
          channel.close();
          return Optional.empty();
        }
      } catch (OverlappingFileLockException heldHere) {
        channel.close();
        return Optional.empty();
      }
      if (before.equals(key(file))) {
        return Optional.of(new HeldLock(file, channel));
      }
      channel.close(); // its holder has deleted it, and another may have made a new one
    }
  }

  /**
   * Which file a path leads to; empty when there is none. It must not be opened for that: closing
   * it would give back the locks that this process has on it.
   */
  private static Optional<Object> key(Path file) throws IOException {
    try {
      Object key =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
              .fileKey();
      return Optional.of(key == null ? file : key); // where there are no keys, what is open stays
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  private static void make(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException madeMeanwhile) {
      // it is looked at next
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
