package org.docduel.core.harness.launch;

import java.nio.file.Path;

/** Paths as people read them. */
final class Shown {
  private Shown() {}

  /** Relative to the working directory where that is shorter. */
  static String path(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
  }
}
