package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class PostgresArchiveTest {
  @TempDir private Path directory;

  @Test
  void unpacksAgainOnlyWhenFilesAreMissing() throws IOException {
    Path home = unpack();
    Object fileKey = Files.readAttributes(home, "*").get("fileKey");

    assertThat(unpack()).isEqualTo(home);
    assertThat(Files.readAttributes(home, "*").get("fileKey")).isEqualTo(fileKey);
    assertThat(children()).containsExactly(home);

    Path deleted;
    try (Stream<Path> files = Files.walk(home.resolve("share"))) {
      deleted = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Files.delete(deleted);

    assertThat(unpack()).isEqualTo(home);
    assertThat(deleted).isRegularFile();
    assertThat(children()).containsExactly(home);
  }

  /** As after a loss of power: the name is there, and the content is not. */
  @Test
  void unpacksAgainAfterIncompleteWrite() throws IOException {
    Path marker = unpack().resolve(".complete");
    String files = Files.readString(marker);
    Files.writeString(marker, "");

    unpack();

    assertThat(marker).hasContent(files);
  }

  @Test
  void rejectsPathOutsideArchive() throws IOException {
    Path archive = directory.resolve("postgres-host.txz");
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            new XZOutputStream(Files.newOutputStream(archive), new LZMA2Options()))) {
      tar.putArchiveEntry(new TarArchiveEntry("../../outside"));
      tar.closeArchiveEntry();
    }
    try (Guard guard = Watchdog.guard()) {
      assertThatThrownBy(
              () -> new PostgresArchive(archive.toUri().toURL(), "1").unpack(directory, guard))
          .isInstanceOf(IOException.class)
          .hasMessageEndingWith("holds a path outside itself: ../../outside");
    }
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  private Path unpack() throws IOException {
    try (Guard guard = Watchdog.guard()) {
      return PostgresArchive.ofClassPath().orElseThrow().unpack(directory, guard);
    }
  }

  private List<Path> children() throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.toList();
    }
  }
}
