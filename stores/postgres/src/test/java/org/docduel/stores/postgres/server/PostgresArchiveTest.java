package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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

/** A small archive: unpacking a real one takes ten seconds, which every first start does. */
class PostgresArchiveTest {
  private static final String PROGRAM = "bin/postgres";

  @TempDir private Path directory;
  @TempDir private Path elsewhere;

  @Test
  void unpacksAgainOnlyWhenFilesAreMissing() throws IOException {
    Path home = unpack(PROGRAM, "share/sample.conf");
    Object fileKey = Files.readAttributes(home, "*").get("fileKey");
    assertThat(home.resolve(PROGRAM)).isExecutable();

    assertThat(unpack(PROGRAM, "share/sample.conf")).isEqualTo(home);
    assertThat(Files.readAttributes(home, "*").get("fileKey")).isEqualTo(fileKey);
    assertThat(children()).containsExactly(home);

    Path deleted = home.resolve("share/sample.conf");
    Files.delete(deleted);

    assertThat(unpack(PROGRAM, "share/sample.conf")).isEqualTo(home);
    assertThat(deleted).isRegularFile();
    assertThat(children()).containsExactly(home);
  }

  /** As after a loss of power: the name is there, and the content is not. */
  @Test
  void unpacksAgainAfterIncompleteWrite() throws IOException {
    Path marker = unpack(PROGRAM).resolve(".complete");
    String files = Files.readString(marker);
    Files.writeString(marker, "");

    unpack(PROGRAM);

    assertThat(marker).hasContent(files);
  }

  @Test
  void rejectsPathOutsideArchive() {
    assertThatThrownBy(() -> unpack("../../outside"))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("holds a path outside itself: ../../outside");
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  /** Makes an archive of programs and unpacks it. */
  private Path unpack(String... files) throws IOException {
    Path archive = elsewhere.resolve("postgres-host.txz");
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(
            new XZOutputStream(Files.newOutputStream(archive), new LZMA2Options()))) {
      for (String file : files) {
        TarArchiveEntry entry = new TarArchiveEntry(file);
        entry.setMode(0755);
        entry.setModTime(FileTime.fromMillis(0));
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
      }
    }
    try (Guard guard = Watchdog.guard()) {
      return new PostgresArchive(archive.toUri().toURL(), "1").unpack(directory, guard);
    }
  }

  private List<Path> children() throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.toList();
    }
  }
}
