package org.docduel.stores.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The SQL files beside this package's classes. */
final class SqlFiles {
  private SqlFiles() {}

  static String read(String name) {
    try (InputStream file = SqlFiles.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
