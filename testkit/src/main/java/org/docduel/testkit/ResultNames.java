package org.docduel.testkit;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;
import org.jspecify.annotations.Nullable;

/** What a run's results are called, in the order of the files, with every value left out. */
public final class ResultNames {
  private ResultNames() {}

  /**
   * Compares a run's names with those of a golden file {@code results-NAME.txt} beside the test.
   */
  public static void check(Class<?> test, Path directory, String name, String line)
      throws Exception {
    BenchmarksJar.of(test)
        .run(directory, line + " -f 1 --no-report -rf json -rff out.json")
        .succeeded();
    String folder = "src/test/resources/" + test.getPackageName().replace('.', '/');
    Path file = ModuleFiles.resolve(test, folder + "/results-" + name + ".txt");
    Golden.check(file, of(directory.resolve("out.json")));
  }

  /**
   * The benchmarks of a JMH JSON with the names of their parameters, metrics and units, and the
   * keys of the sidecar beside it down to those of its facts.
   */
  static String of(Path json) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Object element : JSON.std.listFrom(Files.readString(json))) {
      Map<?, ?> result = (Map<?, ?>) element;
      lines.add(result.get("benchmark") + " " + result.get("mode") + " " + result.get("threads"));
      lines.add("  parameters " + keys(result.get("params")));
      lines.add("  score " + unit(at(result, "primaryMetric")));
      ((Map<?, ?>) at(result, "secondaryMetrics"))
          .forEach((name, metric) -> lines.add("  " + name + " " + unit(metric)));
    }
    Path sidecar =
        json.resolveSibling(json.getFileName().toString().replace(".json", ".sidecar.json"));
    JSON.std
        .mapFrom(Files.readString(sidecar))
        .forEach((key, value) -> lines.add("sidecar " + key + " " + elements(value)));
    return String.join("\n", lines) + "\n";
  }

  private static Object at(Map<?, ?> result, String key) {
    return Objects.requireNonNull(result.get(key), key);
  }

  private static String unit(Object metric) {
    return String.valueOf(((Map<?, ?>) metric).get("scoreUnit"));
  }

  private static String elements(Object value) {
    TreeSet<String> found = new TreeSet<>();
    if (value instanceof List<?> list) {
      list.forEach(element -> found.add(keys(element)));
    }
    return String.join(" ", found);
  }

  private static String keys(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map.keySet().toString() : "";
  }
}
