package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.Watchdog.Guard;

/**
 * A cluster as initdb makes it, kept beside the programs that made it: a copy takes a tenth of the
 * processor time of another initdb. It belongs to this user alone, never to the one that servers
 * run as.
 *
 * @param directory where it is or will be
 */
record ClusterTemplate(Path directory) {
  private static final String DATA = "data";
  private static final String COMPLETE = "complete";

  /** The template of some programs and options of initdb. */
  static ClusterTemplate of(Path programs, List<String> options) {
    CRC32 hash = new CRC32();
    hash.update(String.join("\n", options).getBytes(StandardCharsets.UTF_8));
    String name =
        programs.getFileName() + "-cluster-" + HexFormat.of().toHexDigits(hash.getValue(), 8);
    return new ClusterTemplate(programs.resolveSibling(name));
  }

  /**
   * Copies it to a directory that is not there yet, whose files then belong to a server's user.
   *
   * @return false when there is no template, or a cleaner of old files took some of it
   */
  boolean copyTo(Path data, HostUser user) throws IOException {
    if (!isComplete()) {
      return false;
    }
    copy(directory.resolve(DATA), data);
    try (Stream<Path> all = Files.walk(data)) {
      for (Path path : all.toList()) {
        user.assignOwner(path);
      }
    }
    return true;
  }

  /**
   * Stores a cluster that has never run. Processes that do so at once do not disturb each other.
   */
  void store(Path data, Guard guard) throws IOException {
    Path parent = Objects.requireNonNull(directory.toAbsolutePath().getParent(), "a parent");
    Path fresh = HostDirectories.privateDirectory(parent, ".cluster-", guard);
    Path content = privateDirectory(fresh.resolve("content"));
    try {
      copy(data, content.resolve(DATA));
      Files.writeString(content.resolve(COMPLETE), count(content.resolve(DATA)));
      if (Files.exists(directory) && !isComplete()) {
        Files.move(directory, fresh.resolve("broken"), StandardCopyOption.ATOMIC_MOVE);
      }
      if (!Files.exists(directory)) {
        Files.move(content, directory, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException noRoomOrAnotherWasFaster) {
      // it only saves time: this server does without, and the next one tries again
    } finally {
      delete(fresh);
    }
  }

  private boolean isComplete() throws IOException {
    try {
      return Files.readString(directory.resolve(COMPLETE)).equals(count(directory.resolve(DATA)));
    } catch (NoSuchFileException thereIsNone) {
      return false;
    }
  }

  private static String count(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return String.valueOf(all.count());
    }
  }

  private static Path privateDirectory(Path path) throws IOException {
    Files.createDirectory(path);
    restrict(path);
    return path;
  }

  private static void restrict(Path path) throws IOException {
    if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(
          path,
          Set.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            privateDirectory(to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(
                path,
                to.resolve(from.relativize(path)),
                StandardCopyOption.COPY_ATTRIBUTES,
                LinkOption.NOFOLLOW_LINKS);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
