package org.docduel.stats.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFilesTest {
  private static final Map<String, byte[]> FILES =
      bytes(Map.of("report.html", "<html>", "tables/a.csv", "a\n", "figures/f.svg", "<svg/>"));

  @TempDir private Path directory;

  @Test
  void replacesEarlierReportCompletely() throws IOException {
    Path page = PageFiles.write(FILES, directory.resolve("deep/r"));
    Files.writeString(directory.resolve("deep/r/tables/stale.csv"), "x");
    PageFiles.write(FILES, directory.resolve("deep/r"));

    assertThat(page).isEqualTo(directory.resolve("deep/r/report.html")).hasContent("<html>");
    assertThat(directory.resolve("deep/r/tables/a.csv")).hasContent("a");
    assertThat(directory.resolve("deep/r/tables/stale.csv")).doesNotExist();
    assertThat(entries(directory)).containsExactly("deep");
    assertThat(entries(directory.resolve("deep"))).containsExactly("r");
  }

  /** As of any path, ".." after a link leads to the parent of what it links to. */
  @Test
  void resolvesParentOfSymbolicLinkTarget() throws IOException {
    Files.createDirectories(directory.resolve("far/away"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("far/away"));
    for (int i = 0; i < 2; i++) {
      PageFiles.write(FILES, link.resolve("../r"));
    }

    assertThat(directory.resolve("far/r/report.html")).hasContent("<html>");
    assertThat(entries(directory)).containsExactly("far", "link");
    assertThat(entries(directory.resolve("far"))).containsExactly("away", "r");
  }

  @Test
  void keepsDirectoryWithOtherFiles() throws IOException {
    Path foreign = Files.writeString(directory.resolve("thesis.tex"), "x");

    assertThatThrownBy(() -> PageFiles.write(FILES, directory))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("thesis.tex")
        .hasMessageContaining("name a new directory");
    assertThat(foreign).hasContent("x");
    assertThat(entries(directory)).containsExactly("thesis.tex");
  }

  @Test
  void rejectsFileAsDirectory() throws IOException {
    Path file = Files.writeString(directory.resolve("r"), "x");

    assertThatThrownBy(() -> PageFiles.write(FILES, file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a file");
    assertThatThrownBy(() -> PageFiles.write(FILES, file.resolve("below")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void failureKeepsOnlyEarlierReport() throws IOException {
    PageFiles.write(FILES, directory.resolve("r"));

    assertThatThrownBy(() ->
            PageFiles.write(
                bytes(Map.of("report.html", "new", "tables/no/such/a.csv", "")),
                directory.resolve("r")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be written");
    assertThat(directory.resolve("r/report.html")).content(UTF_8).isEqualTo("<html>");
    assertThat(entries(directory)).containsExactly("r");
  }

  private static Map<String, byte[]> bytes(Map<String, String> texts) {
    return texts.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, file -> file.getValue().getBytes(UTF_8)));
  }

  private static List<String> entries(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
