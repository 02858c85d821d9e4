package org.docduel.core.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.HostDirectories;

/** Keeps two runs from writing the same result file. */
final class ResultLock {
  private ResultLock() {}

  /**
   * Takes the lock on a result file.
   *
   * @param json the file
   * @return the lock, held until it is closed
   * @throws BadInputException when another run writes the file
   */
  static HeldLock take(Path json) {
    try {
      String real = real(json.toAbsolutePath()).toString();
      String name = "result-" + UUID.nameUUIDFromBytes(real.getBytes(UTF_8)) + ".lock";
      return HeldLock.take(HostDirectories.locks().resolve(name))
          .orElseThrow(() ->
              new BadInputException(
                  "-rff " + ShownPath.of(json) + ": another run writes it; name another file"));
    } catch (IOException e) {
      throw new BadInputException(
          "the lock for "
              + ShownPath.of(json)
              + " cannot be made: "
              + SafeFile.reason(e)
              + "; make this user's home or temporary directory writable",
          e);
    }
  }

  /** However the path is spelled, and through whatever links: one file has one lock. */
  private static Path real(Path file) throws IOException {
    Path directory = file.normalize().getParent();
    if (Files.exists(file)) {
      return file.toRealPath();
    }
    return directory != null && Files.isDirectory(directory)
        ? directory.toRealPath().resolve(file.getFileName())
        : file.normalize();
  }
}
