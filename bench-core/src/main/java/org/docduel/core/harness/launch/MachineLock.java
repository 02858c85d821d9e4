package org.docduel.core.harness.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Tells two runs on one machine of each other. Both go on: they do not share a file or a server,
 * but they share the processors, which the results must say. Held until this process ends.
 */
final class MachineLock {
  private static final Path FILE =
      Path.of(
          System.getProperty("java.io.tmpdir"),
          "docduel-" + System.getProperty("user.name") + ".lock");

  private MachineLock() {}

  /**
   * Takes the lock.
   *
   * @return a warning when another run of this user holds it
   */
  static Optional<String> warning() {
    try {
      FileChannel channel =
          FileChannel.open(FILE, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.empty();
      }
      channel.close();
    } catch (OverlappingFileLockException e) {
      return Optional.empty(); // taken by this very process before
    } catch (IOException e) {
      return Optional.of(
          "whether another run measures on this machine is unknown: " + e.getMessage());
    }
    return Optional.of(
        "another run measures on this machine at the same time: the two disturb each other");
  }
}
