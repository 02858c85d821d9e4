package org.docduel.core.launch.result;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.docduel.core.server.Host;

/** Replaces a file as a transaction. */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Replaces a file: the new content is written beside it, flushed to the disk, read back and
   * compared, and only then takes the file's name. Whatever fails before leaves the file of before
   * as it was.
   *
   * @throws ResultWriteException when it cannot be written; the old content is still there
   */
  public static void write(Path file, byte[] content) {
    Path half = half(file);
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file;
      half = target.resolveSibling(half.getFileName());
      Files.write(half, content);
      flush(half, StandardOpenOption.WRITE);
      if (!Arrays.equals(Files.readAllBytes(half), content)) {
        throw new IOException("what was written does not read back the same");
      }
      Files.move(half, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      if (Host.current() != Host.WINDOWS) { // which cannot open a directory, and needs no flush
        flush(requireNonNullElse(target.getParent(), target), StandardOpenOption.READ);
      }
    } catch (IOException e) {
      try {
        Files.deleteIfExists(half);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw new ResultWriteException(file, e);
    }
  }

  /** Where the new content is until it is whole. */
  static Path half(Path file) {
    return file.resolveSibling(file.getFileName() + ".half-" + ProcessHandle.current().pid());
  }

  private static void flush(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
