package org.docduel.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenTest {
  private static final String UPDATE = "golden.update";

  @TempDir private Path directory;

  @AfterEach
  void clear() {
    System.clearProperty(UPDATE);
  }

  @Test
  void rejectsAnotherText() throws IOException {
    Path file = Files.writeString(directory.resolve("a.txt"), "one\n");

    assertThatCode(() -> Golden.check(file, "one\n")).doesNotThrowAnyException();
    assertThatThrownBy(() -> Golden.check(file, "two\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dgolden.update=true");
    assertThat(file).hasContent("one\n");
  }

  @Test
  void rejectsAMissingFile() {
    assertThatThrownBy(() -> Golden.check(directory.resolve("none.txt"), ""))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("none.txt");
  }

  @Test
  void writesTheFileOnRequest() {
    Path file = directory.resolve("new").resolve("a.txt");
    System.setProperty(UPDATE, "true");
    Golden.check(file, "two\n");
    System.clearProperty(UPDATE);

    Golden.check(file, "two\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yes", "why the outputs change"})
  void rejectsAValueThatIsNeitherTrueNorFalse(String value) {
    System.setProperty(UPDATE, value);

    assertThatThrownBy(() -> Golden.check(directory.resolve("a.txt"), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-Dgolden.update=" + value);
    assertThat(directory.resolve("a.txt")).doesNotExist();
  }

  @Test
  void findsFilesOfTheModuleWhateverTheWorkingDirectory() {
    assertThat(ModuleFiles.resolve(GoldenTest.class, "src/test/java")).isDirectory();
    assertThat(ModuleFiles.resolve(GoldenTest.class, "../../README.md")).exists();
    assertThatThrownBy(() -> ModuleFiles.resolve(String.class, "src"))
        .isInstanceOf(IllegalStateException.class);
  }
}
