package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresArchiveTest {
  @TempDir private Path directory;

  @Test
  void unpacksOnceAndKeepsNothingElse() throws IOException {
    Path first = unpack();
    Object firstKey = Files.readAttributes(first, "*").get("fileKey");

    Path second = unpack();

    assertThat(second).isEqualTo(first);
    assertThat(Files.readAttributes(second, "*").get("fileKey")).isEqualTo(firstKey);
    assertThat(first.resolve("bin")).isDirectory();
    assertThat(children()).containsExactly(first);
  }

  @Test
  void unpacksAgainWhenACleanerTookSomeOfIt() throws IOException {
    Path home = unpack();
    Path library;
    try (Stream<Path> files = Files.walk(home.resolve("share"))) {
      library = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    Files.delete(library);

    assertThat(unpack()).isEqualTo(home);

    assertThat(library).isRegularFile();
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
