package org.docduel.core.launch.result;

import static java.util.Objects.requireNonNullElse;
import static org.docduel.core.config.BadInputException.reason;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file cannot be written. The message is one line that names the file and its disk. */
public final class ResultWriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ResultWriteException(Path file, IOException cause) {
    super(
        ResultPaths.displayPath(file) + " cannot be written: " + reason(cause) + disk(file), cause);
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
