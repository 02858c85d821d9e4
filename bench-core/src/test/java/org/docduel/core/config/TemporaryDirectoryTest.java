package org.docduel.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
@Tag("D7")
class TemporaryDirectoryTest {
  private static final String NAME = "java.io.tmpdir";

  private final String before = System.getProperty(NAME);

  @TempDir private Path directory;

  @AfterEach
  void restore() {
    System.setProperty(NAME, before);
  }

  @Test
  void makesRelativePathAbsolute() {
    System.setProperty(NAME, ".");
    assertThat(Settings.temporaryDirectory()).isAbsolute().isDirectory();
  }

  @Test
  void rejectsMissingDirectory() {
    assertRejected(directory.resolve("missing"));
  }

  @Test
  void rejectsFile() throws IOException {
    assertRejected(Files.createFile(directory.resolve("file")));
  }

  private static void assertRejected(Path path) {
    System.setProperty(NAME, path.toString());
    assertThatThrownBy(Settings::temporaryDirectory)
        .isInstanceOf(BadInputException.class)
        .hasMessage(NAME + "=" + path + ": give a directory that exists and is writable");
  }
}
