package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.files.ContentName;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same content has one name in results, wherever it is; other content never. */
class ContentNameTest {
  private static final String DOCUMENTS = "{\"a\": 1}\n{\"a\": 2}\n";

  @TempDir private Path directory;

  private Path suite(String where) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(where));
    Files.writeString(
        folder.resolve("suite.yaml"),
        """
        name: mine
        collections:
          orders:
            file: orders.ndjson
            more-columns: orders.columns.yaml
        dialects: [sql]
        """);
    Files.writeString(folder.resolve("orders.columns.yaml"), "a: integer\n");
    Files.writeString(folder.resolve("sql.sql"), "-- name: 1.1 How many?\nSELECT 1\n");
    Files.writeString(folder.resolve("orders.ndjson"), DOCUMENTS);
    return folder;
  }

  private static String name(Path suite) {
    return SuiteFiles.contentName(Suite.read(suite.toString()));
  }

  @Test
  void suiteNameIsIndependentOfFolder() throws IOException {
    assertThat(name(suite("before/mine")))
        .matches("mine@[0-9a-f]{16}")
        .isEqualTo(name(suite("after/other")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sql.sql             | SELECT 1   | SELECT 2",
        "sql.sql             | 1.1        | 1.2",
        "orders.ndjson       | {\"a\": 2} | {\"a\": 3}",
        "orders.columns.yaml | integer    | decimal",
        "suite.yaml          | orders:    | sales:",
      })
  void changedContentChangesName(String file, String original, String replacement)
      throws IOException {
    Path changed = suite("after/mine");
    Path path = changed.resolve(file);
    Files.writeString(path, Files.readString(path).replace(original, replacement));

    assertThat(name(changed)).startsWith("mine@").isNotEqualTo(name(suite("before/mine")));
  }

  @Test
  void ignoresIndexesAndComments() throws IOException {
    Path changed = suite("after/mine");
    Files.writeString(
        changed.resolve("sql.sql"),
        "-- Mine.\n-- index: all\nCREATE INDEX ON orders (a);\n-- name: 1.1 Few?\nSELECT 1\n");

    assertThat(name(changed)).isEqualTo(name(suite("before/mine")));
  }

  @Test
  void compressionDoesNotChangeName() throws IOException {
    Path plain = Files.writeString(directory.resolve("orders.ndjson"), DOCUMENTS);
    Path packed = Files.createDirectory(directory.resolve("packed")).resolve("orders.ndjson");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Files.readAllBytes(plain));
    }
    Path longer = Files.createDirectory(directory.resolve("longer")).resolve("orders.ndjson");
    Files.writeString(longer, DOCUMENTS + "{\"a\": 3}\n");

    assertThat(ContentName.of(packed))
        .startsWith("orders.ndjson@")
        .isEqualTo(ContentName.of(plain))
        .isNotEqualTo(ContentName.of(longer));
  }

  @Test
  void directoryNameCoversFilesInOrder() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("whole"));
    Files.writeString(folder.resolve("1.ndjson"), DOCUMENTS);
    Path parts = Files.createDirectories(directory.resolve("parts/whole"));
    Files.writeString(parts.resolve("1.ndjson"), "{\"a\": 1}\n");
    String first = ContentName.of(parts);
    Files.writeString(parts.resolve("2.ndjson"), "{\"a\": 2}\n");

    assertThat(ContentName.of(folder)).startsWith("whole@").isNotEqualTo(ContentName.of(parts));
    assertThat(ContentName.of(parts)).isNotEqualTo(first);
  }
}
