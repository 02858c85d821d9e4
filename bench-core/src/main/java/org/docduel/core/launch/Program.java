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

/**
 * The jars that this process runs. Forks read them anew: one that is deleted or built again in
 * mid-run ends it, since the forks left would measure another program.
 */
final class Program {
  private final Map<Path, List<Object>> jars = new LinkedHashMap<>();

  /** As it is now. */
  Program(String classPath) {
    for (String part : classPath.split(File.pathSeparator, -1)) {
      Path jar = Path.of(part);
      if (Files.isRegularFile(jar)) {
        jars.put(jar, state(jar));
      }
    }
  }

  /** What happened to it since, if anything did. */
  Optional<String> changed() {
    return jars.keySet().stream()
        .filter(jar -> !state(jar).equals(jars.get(jar)))
        .map(jar -> jar + (Files.exists(jar) ? " is another one now" : " is gone"))
        .map(line -> line + "; leave the jar alone while it runs")
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
