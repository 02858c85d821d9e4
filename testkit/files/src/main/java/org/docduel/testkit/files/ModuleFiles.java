package org.docduel.testkit.files;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** Files of the module that a class belongs to, whatever the working directory is. */
public final class ModuleFiles {
  private ModuleFiles() {}

  /**
   * A file or directory of the module of a class: of the nearest directory with a {@code pom.xml}
   * above the classes or the jar that it was loaded from.
   *
   * @param type a class of the module
   * @param path relative to the module's directory, such as {@code src/test/resources/cases}
   * @throws IllegalStateException if no directory above has a {@code pom.xml}
   */
  public static Path resolve(Class<?> type, String path) {
    return directory(type).resolve(path).normalize();
  }

  /** The directory or jar that a class was loaded from. */
  public static Path location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException(type + " is a class of the JDK");
    }
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path directory(Class<?> type) {
    for (Path path = location(type); path != null; path = path.getParent()) {
      if (Files.exists(path.resolve("pom.xml"))) {
        return path;
      }
    }
    throw new IllegalStateException("no pom.xml is above " + location(type));
  }
}
