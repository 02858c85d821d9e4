package org.docduel.core.launch;

import java.nio.file.Path;

/** Paths as people read them. */
public final class ShownPath {
  private ShownPath() {}

  /**
   * A path for a message.
   *
   * @param path any
   * @return relative to the working directory when it lies below it
   */
  public static String of(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
  }
}
