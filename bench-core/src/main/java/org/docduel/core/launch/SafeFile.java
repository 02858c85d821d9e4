package org.docduel.core.launch;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Replaces a file as a transaction: the new content is written beside it, flushed to the disk, read
 * back and compared, and only then takes the file's name. Whatever fails before leaves the file of
 * before as it was.
 */
public final class SafeFile {
  private SafeFile() {}

  /**
   * Replaces a file.
   *
   * @param file its path; a symbolic link is followed
   * @param content all of it
   * @throws ResultFileException when it cannot be written; the old content is still there
   */
  public static void write(Path file, byte[] content) {
    Path half = file.resolveSibling(file.getFileName() + ".half-" + ProcessHandle.current().pid());
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file;
      half = target.resolveSibling(half.getFileName());
      flush(half, content);
      if (!Arrays.equals(Files.readAllBytes(half), content)) {
        throw new IOException("what was written does not read back the same");
      }
      Files.move(half, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      flushDirectory(target);
    } catch (IOException e) {
      remove(half, e);
      throw new ResultFileException(
          ShownPath.of(file) + " cannot be written: " + reason(e) + disk(file), e);
    }
  }

  private static void flush(Path half, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            half,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Makes the new name last. Windows cannot open a directory, and needs no flush of it. */
  private static void flushDirectory(Path file) throws IOException {
    if (!System.getProperty("os.name").startsWith("Windows")) {
      try (FileChannel directory = FileChannel.open(requireNonNullElse(file.getParent(), file))) {
        directory.force(true);
      }
    }
  }

  private static void remove(Path half, IOException failure) {
    try {
      Files.deleteIfExists(half);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Why a file could not be written or read.
   *
   * @param failure what was thrown
   * @return the system's words without the path in front
   */
  static String reason(IOException failure) {
    if (failure instanceof FileSystemException known && known.getReason() != null) {
      return known.getReason();
    }
    return requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /** The disk behind a file and the room on it, as far as the system tells. */
  private static String disk(Path file) {
    try {
      FileStore disk = Files.getFileStore(requireNonNullElse(file.getParent(), file));
      return " (disk " + disk + ", " + disk.getUsableSpace() / 1024 + " KB free)";
    } catch (IOException e) {
      return " (disk unknown: " + reason(e) + ")";
    }
  }
}
