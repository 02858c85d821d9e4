package org.docduel.core.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The jars that this process runs. Forks read them anew: one that is deleted or built again in
 * mid-run ends it, since the forks left would measure another program.
 */
final class Program {
  private final Map<Path, List<Object>> jars = new LinkedHashMap<>();

  /** As it is now. */
  Program(String classPath) {
    Stream.of(classPath.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(Files::isRegularFile)
        .forEach(jar -> jars.put(jar, state(jar)));
  }

  /** What happened to it since, if anything did. */
  Optional<String> changed() {
    return jars.entrySet().stream()
        .filter(jar -> !state(jar.getKey()).equals(jar.getValue()))
        .map(jar ->
            jar.getKey()
                + (Files.exists(jar.getKey()) ? " is another one now" : " is gone")
                + "; leave the jar alone while it runs")
        .findFirst();
  }

  private static List<Object> state(Path jar) {
    try {
      BasicFileAttributes now = Files.readAttributes(jar, BasicFileAttributes.class);
      return List.of(now.size(), now.lastModifiedTime());
    } catch (IOException gone) {
      return List.of();
    }
  }
}
