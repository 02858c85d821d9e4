package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the readers of YAML and JSON say of a suite's broken files is for its owner. */
@Tag("attack")
@Tag("D9")
class SuiteMessagesTest {
  private static final String YAML =
      """
      name: mine  # a comment
      collections: {orders: {file: o.ndjson, key: order, columns: {"a.b": text}}}
      dialects: [one, two]
      indexes: [all]
      """;
  private static final String JSON =
      """
      {"indexes": {"all": {"orders": [{"a": 1}]}},
       "queries": {"1.1": {"find": "orders", "filter": {"a": 1.5}, "comment": "A?"}}}
      """;
  private static final int[] BYTES = {
    -1, 0, '\t', '\n', 0x1e, '"', '\'', '&', '*', '!', '%', '@', '`', '{', ']', ':', ',', '|', '<',
    '?', '#', 'N', '+', 0xe9, 0xff
  };

  @TempDir private Path directory;

  @Test
  void errorsContainNoProgrammingTerms() throws IOException {
    Files.writeString(directory.resolve("o.ndjson"), "{\"order\": 1}\n");
    Files.writeString(directory.resolve("one.sql"), "-- name: 1.1  A?\nSELECT 1\n");
    for (String name : new String[] {"suite.yaml", "two.json"}) {
      Files.writeString(directory.resolve("suite.yaml"), YAML);
      Files.writeString(directory.resolve("two.json"), JSON);
      byte[] intact = Files.readAllBytes(directory.resolve(name));
      for (int place = 0; place < intact.length; place += 3) {
        for (int value : BYTES) {
          byte[] changed = Arrays.copyOf(intact, value < 0 ? place : intact.length);
          if (value >= 0) {
            changed[place] = (byte) value;
          }
          Files.write(directory.resolve(name), changed);
          assertPlain(new String(changed, StandardCharsets.ISO_8859_1));
        }
      }
    }
  }

  private void assertPlain(String file) {
    try {
      Suite.read(directory.toString());
    } catch (BadInputException e) {
      assertThat(e.getMessage())
          .as(file)
          .contains(directory.getFileName().toString())
          .doesNotContain(
              "\n",
              "Feature",
              "Settings",
              "Constraints",
              "enable",
              "java.",
              "org.",
              "com.",
              "Exception");
    }
  }
}
