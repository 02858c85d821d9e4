package org.docduel.core.server;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.Watchdog.Guard;
import org.jspecify.annotations.Nullable;

/** Where servers that are started here keep their data and their programs. */
public record HostDirectories(Optional<Path> configuredRoot) {
  /** The setting that names a directory for both. */
  public static final String SETTING = "server.directory";

  // Linux: a flush to a file in memory promises nothing, so a durable write would cost nothing.
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");
  private static final Path PERSISTENT_TEMPORARY = Path.of("/var/tmp");

  /** What the setting names. */
  public static HostDirectories of(Settings settings) {
    return new HostDirectories(
        settings.get(SETTING).map(text -> Settings.directory(settings.origin(SETTING), text)));
  }

  /**
   * The directory under which each server gets one for its data: what was given, else the system's
   * temporary directory, or {@code /var/tmp} where that one is in memory.
   *
   * @return a directory on a disk, or empty when all of them are in memory
   */
  public Optional<Path> dataRoot() {
    Stream<Path> candidates =
        configuredRoot.isPresent()
            ? configuredRoot.stream()
            : Stream.of(Settings.temporaryDirectory(), PERSISTENT_TEMPORARY)
                .filter(Files::isWritable);
    return candidates.filter(path -> !isInMemory(path)).findFirst();
  }

  /** Why {@link #dataRoot} is empty. */
  public static Availability inMemory() {
    return new Availability.Unavailable(
        "the directory for its data is in memory, where a flush to disk promises nothing",
        "set " + Settings.variable(SETTING) + " to one on a disk");
  }

  /** A new private directory on a disk for one server's data, deleted by the guard. */
  public Path newDataDirectory(String family, Guard guard) throws IOException {
    Path root = dataRoot().orElseThrow(() -> new IOException("no directory for data is on a disk"));
    return privateDirectory(root, "docduel-" + family + "-", guard);
  }

  /**
   * This user's own directory for programs that are unpacked once: below what was given, else in
   * the user's cache, else in the temporary directory.
   *
   * @param open whether programs run as another user, who must be able to look inside
   * @throws IOException when none can be made, or another user made it
   */
  public Path programs(boolean open) throws IOException {
    String user =
        HostUser.isUnlisted()
            ? String.valueOf(new UnixSystem().getUid())
            : System.getProperty("user.name").replaceAll("[^A-Za-z0-9_.-]", "_");
    Path shared = configuredRoot.orElseGet(Settings::temporaryDirectory).resolve("docduel-" + user);
    Path home = Path.of(System.getProperty("user.home"));
    // of an unlisted user it is "?"
    if (open || configuredRoot.isPresent() || !home.isAbsolute()) {
      return claim(shared, open);
    }
    try {
      return claim(home.resolve(".cache").resolve("docduel"), false);
    } catch (IOException noHome) {
      return claim(shared, false);
    }
  }

  /** This user's own directory for locks. */
  public static Path locks() throws IOException {
    Path locks = new HostDirectories(Optional.empty()).programs(false).resolve("locks");
    return Files.createDirectories(locks);
  }

  private static Path claim(Path directory, boolean open) throws IOException {
    Files.createDirectories(directory.getParent());
    boolean posix = Files.getFileStore(directory.getParent()).supportsFileAttributeView("posix");
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException there) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw there;
      }
    }
    // Programs are run from here: one that another user can write to must not be trusted.
    Path probe = Files.createTempFile(directory, "owner", null);
    boolean isOwner = Files.getOwner(directory).equals(Files.getOwner(probe));
    Files.delete(probe);
    if (!isOwner) {
      throw new IOException(
          directory + " belongs to another user; set " + Settings.variable(SETTING));
    }
    if (posix) {
      String permissions = open ? "rwxr-xr-x" : "rwx------";
      Files.getFileAttributeView(directory, PosixFileAttributeView.class)
          .setPermissions(PosixFilePermissions.fromString(permissions));
    }
    return directory;
  }

  private static boolean isInMemory(Path path) {
    try {
      return IN_MEMORY.contains(Files.getFileStore(path).type());
    } catch (IOException e) {
      throw new ServerException("cannot read " + path + ": " + BadInputException.reason(e), e);
    }
  }

  /**
   * A new empty directory that nobody but this user can look into; the random part of its name is
   * as hard to guess as a password. The guard knows it before it is made, so that a kill at any
   * moment leaves none.
   */
  public static Path privateDirectory(Path parent, String prefix, Guard guard) throws IOException {
    Path path = parent.resolve(prefix + Host.newPassword());
    guard.path(path);
    return Files.createDirectory(path, permissions(parent, "rwx------"));
  }

  /** A new empty file that nobody but this user can read, in place of what is there. */
  public static Path privateFile(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    Files.deleteIfExists(absolute);
    return Files.createFile(absolute, permissions(absolute.getParent(), "rw-------"));
  }

  private static FileAttribute<?>[] permissions(@Nullable Path parent, String permissions)
      throws IOException {
    return parent != null && Files.getFileStore(parent).supportsFileAttributeView("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
