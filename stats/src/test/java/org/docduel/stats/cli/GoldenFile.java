package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares output with a file. To write the files anew after a wanted change, run the tests with
 * {@code -Dgolden.update=true} and read the difference.
 */
public final class GoldenFile {
  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  private GoldenFile() {}

  /** Compares a text with a file of that name. */
  public static void check(String name, String actual) throws IOException {
    Path file = DIRECTORY.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
