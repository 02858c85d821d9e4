package org.docduel.core.launch.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;

/**
 * A file that grows while a run goes on. What was appended is with the system, so that a kill of
 * this process loses nothing of it; it is not forced to the disk, which would disturb what is
 * measured. Replaces a file of an older run with its first text. Not thread-safe.
 */
final class AppendedFile {
  final Path path;
  private final StringBuilder pending = new StringBuilder();
  private long length;

  /** None is made before something is appended. */
  AppendedFile(Path path) {
    this.path = path;
  }

  /** Whether nothing of it is this run's. */
  boolean isEmpty() {
    return length == 0 && pending.isEmpty();
  }

  /** Bytes of it that are this run's. */
  long length() {
    return length;
  }

  /** Takes back what was appended after it had so many bytes. */
  void truncate(long earlier) {
    length = earlier;
    pending.setLength(0);
  }

  /**
   * Appends a text.
   *
   * @throws ResultWriteException when it cannot be written; the next call tries again
   */
  void append(String text) {
    pending.append(text);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.truncate(length); // an attempt that failed may have left a part
      file.position(length);
      for (ByteBuffer bytes = UTF_8.encode(pending.toString()); bytes.hasRemaining(); ) {
        file.write(bytes);
      }
      length = file.position();
      pending.setLength(0);
    } catch (IOException e) {
      throw new ResultWriteException(path, e);
    }
  }

  /** Replaces what follows after so many bytes. */
  void rewrite(long from, UnaryOperator<String> change) {
    if (length <= from) {
      return;
    }
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(from);
      String text = new String(in.readNBytes((int) (length - from)), UTF_8);
      truncate(from);
      append(change.apply(text));
    } catch (IOException e) {
      throw new ResultWriteException(path, e);
    }
  }

  /** Removes it if it is this run's. */
  void delete() {
    if (length > 0) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw new ResultWriteException(path, e);
      }
    }
  }
}
