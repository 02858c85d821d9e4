package org.docduel.core.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The profiles of a benchmark, from a file beside its class. */
final class ProfileFile {
  private ProfileFile() {}

  /** Name to arguments; none when there is no file. */
  static Map<String, List<String>> beside(Class<?> benchmark) {
    Properties lines = new Properties();
    try (InputStream file =
        benchmark.getResourceAsStream(benchmark.getSimpleName() + ".profiles")) {
      if (file != null) {
        lines.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the profiles of " + benchmark.getName(), e);
    }
    Map<String, List<String>> profiles = new TreeMap<>();
    for (String name : lines.stringPropertyNames()) {
      profiles.put(name, List.of(lines.getProperty(name).trim().split("\\s+")));
    }
    return profiles;
  }
}
