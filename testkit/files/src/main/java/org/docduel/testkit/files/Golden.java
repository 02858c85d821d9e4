package org.docduel.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected outputs in files. With {@code -Dgolden.update=true} a test writes what it found in place
 * of comparing it; the difference in version control shows what changed.
 */
public final class Golden {
  private static final String UPDATE = "golden.update";

  private Golden() {}

  /**
   * Whether golden files are written anew.
   *
   * @throws IllegalArgumentException for any value but {@code true} and {@code false}
   */
  public static boolean isUpdating() {
    String value = System.getProperty(UPDATE, "false");
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "-D" + UPDATE + "=" + value + ": true or false is expected");
    };
  }

  /**
   * Compares a text with a file, or writes it there.
   *
   * @throws AssertionError if the file is missing or differs
   */
  public static void check(Path file, String actual) {
    try {
      if (isUpdating()) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, actual);
      }
      assertThat(file).as("golden file; -D%s=true writes it", UPDATE).exists();
      assertThat(actual)
          .as("%s; -D%s=true writes it anew", file, UPDATE)
          .isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
