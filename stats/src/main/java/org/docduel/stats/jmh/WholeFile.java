package org.docduel.stats.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a text to a file whole or not at all. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes a file in UTF-8, in place of one that is there.
   *
   * @throws IOException if it cannot be written; a file that was there is as it was
   */
  public static void write(Path file, String text) throws IOException {
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      Files.writeString(half, text);
      Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(half);
    }
  }
}
