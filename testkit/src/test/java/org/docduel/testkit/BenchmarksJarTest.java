package org.docduel.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksJarTest {
  @TempDir private Path directory;

  @Test
  void rejectsAJarThatIsOlderThanTheClasses() throws IOException {
    Path jar = Files.createFile(directory.resolve("benchmarks.jar"));
    Path classes = Files.createDirectories(directory.resolve("target").resolve("classes"));
    Path type = Files.createFile(classes.resolve("A.class"));
    Files.setLastModifiedTime(type, FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(2_000));
    assertThatCode(() -> BenchmarksJar.requireNewerThan(Stream.of(classes), jar))
        .doesNotThrowAnyException();

    Files.setLastModifiedTime(type, FileTime.fromMillis(3_000));

    assertThatThrownBy(() -> BenchmarksJar.requireNewerThan(Stream.of(classes), jar))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("benchmarks.jar", "A.class", "mvn package");
  }

  @Test
  void ignoresWhatIsNotAClass() throws IOException {
    Path jar = Files.createFile(directory.resolve("benchmarks.jar"));
    Path classes = Files.createDirectories(directory.resolve("target").resolve("classes"));
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000));
    Files.createFile(classes.resolve("docduel-git.properties"));

    assertThatCode(() -> BenchmarksJar.requireNewerThan(Stream.of(classes), jar))
        .doesNotThrowAnyException();
  }
}
