package org.docduel.core.launch.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("H1")
class SafeWriteTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void replacesFileWithoutLeftovers() throws IOException {
    Path file = Files.writeString(directory.resolve("out.json"), "old");
    AtomicFile.write(file, "new".getBytes(UTF_8));
    assertThat(file).hasContent("new");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void followsASymbolicLink() throws IOException {
    Path file = Files.writeString(directory.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.json"), file);
    AtomicFile.write(link, "new".getBytes(UTF_8));
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void reportsUnwritableDirectoryWithItsDisk() {
    Path file = directory.resolve("absent").resolve("out.json");
    assertThatThrownBy(() -> AtomicFile.write(file, "new".getBytes(UTF_8)))
        .isInstanceOf(ResultWriteException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("disk");
  }

  /** Needs the right to mount a small file system. */
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 36, 68})
  void keepsOldFileOnFullDisk(int kilobytes) throws IOException, InterruptedException {
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", directory.toString())
            == 0,
        "mounting a file system is not allowed here");
    try {
      Path file = Files.writeString(directory.resolve("out.json"), "old");
      byte[] content = new byte[kilobytes * 1024];
      assertThatThrownBy(() -> AtomicFile.write(file, content))
          .isInstanceOf(ResultWriteException.class)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining("tmpfs");
      assertThat(file).hasContent("old");
      assertThat(files()).containsExactly(file);
    } finally {
      assertThat(run("umount", directory.toString())).isZero();
    }
  }

  /** Needs the right to mount. */
  @Test
  void rejectsUnwritableOutputBeforeServersStart() throws IOException, InterruptedException {
    Path log = Files.createFile(directory.resolve("a.log"));
    assumeTrue(
        run("mount", "--bind", log.toString(), log.toString()) == 0,
        "mounting a file is not allowed here");
    try {
      assertThat(run("mount", "-o", "remount,bind,ro", log.toString())).isZero();
      assertThatThrownBy(() -> ResultPathsTest.paths(directory.resolve("out.json"), log.toString()))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("a.log: JMH's output cannot be written there");
    } finally {
      assertThat(run("umount", log.toString())).isZero();
    }
  }

  private Iterable<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
