package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresArchiveTest {
  @TempDir private Path directory;

  @Test
  void unpacksOnceAndAgainOnlyWhenACleanerTookSomeOfIt() throws IOException {
    Path home = unpack();
    Object fileKey = Files.readAttributes(home, "*").get("fileKey");

    assertThat(unpack()).isEqualTo(home);
    assertThat(Files.readAttributes(home, "*").get("fileKey")).isEqualTo(fileKey);
    assertThat(children()).containsExactly(home);

    Path taken;
    try (Stream<Path> files = Files.walk(home.resolve("share"))) {
      taken = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Files.delete(taken);

    assertThat(unpack()).isEqualTo(home);
    assertThat(taken).isRegularFile();
    assertThat(children()).containsExactly(home);
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
