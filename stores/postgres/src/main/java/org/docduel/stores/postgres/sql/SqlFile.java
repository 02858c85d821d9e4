package org.docduel.stores.postgres.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** SQL in a file of its own, beside the class that uses it. */
public final class SqlFile {
  private SqlFile() {}

  /**
   * Reads a file.
   *
   * @param user the class that it lies beside
   * @param name the file's name
   * @return its text
   */
  public static String read(Class<?> user, String name) {
    try (InputStream file = user.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
