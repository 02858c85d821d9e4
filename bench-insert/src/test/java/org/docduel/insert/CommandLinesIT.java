package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What command lines come to: exit status, the message of a refusal, every result with its
 * parameters and metrics, skips, and the console with its numbers masked. {@code command-lines.txt}
 * has a paragraph for each.
 */
@Execution(ExecutionMode.CONCURRENT)
class CommandLinesIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(CommandLinesIT.class);
  private static final String PROMPT = "$ ";

  /** One short observation, in the launcher's own process. */
  private static final String TINY = " -f 0 -wi 0 -i 1 --no-report -rff out.json";

  private static final Pattern FIGURE = Pattern.compile("[0-9][0-9.,]*( [mnu]?s\\b)?");
  private static final Pattern COUNTED = Pattern.compile("^(\\[|took|all |noop |result |-)");

  @TempDir Path directory;

  static Stream<String> lines() throws IOException {
    try (InputStream file = CommandLinesIT.class.getResourceAsStream("command-lines.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n", -1));
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void comesToWhatIsExpected(String paragraph) throws Exception {
    String line = paragraph.lines().findFirst().orElseThrow().substring(PROMPT.length());
    assertThat(told(line, directory)).isEqualTo(paragraph);
  }

  static String told(String line, Path directory) throws Exception {
    boolean console = line.endsWith(" # console");
    String own = console ? line.substring(0, line.lastIndexOf(" #")) : line;
    String typed = own.contains(" -f") || own.startsWith("-f") ? TINY.replace(" -f 0", "") : TINY;
    Ended ended = JAR.run(directory, own + typed);
    List<String> told = new ArrayList<>(List.of(PROMPT + line, "status " + ended.status()));
    ended.errors().stream().filter(error -> !error.startsWith("WARNING")).forEach(told::add);
    Path json = directory.resolve("out.json");
    if (Files.exists(json)) {
      JSON.std.listFrom(Files.readString(json)).forEach(result -> told.add(result(result)));
      Map<String, Object> sidecar =
          JSON.std.mapFrom(Files.readString(directory.resolve("out.sidecar.json")));
      if (sidecar.get("skips") instanceof List<?> skips) {
        skips.forEach(skip -> told.add("skip " + new TreeMap<>((Map<?, ?>) skip)));
      }
    }
    if (console) {
      ended
          .out()
          .lines()
          .filter(text -> !text.isEmpty() && !text.contains("another run measures"))
          .forEach(text -> told.add(masked(text)));
    }
    return String.join("\n", told);
  }

  private static String result(Object any) {
    Map<?, ?> result = (Map<?, ?>) any;
    return String.join(
        " ",
        String.valueOf(result.get("benchmark")).replace("org.docduel.insert.", ""),
        String.valueOf(result.get("mode")),
        "t=" + result.get("threads"),
        "f=" + result.get("forks"),
        "wi=" + result.get("warmupIterations"),
        "i=" + result.get("measurementIterations"),
        String.valueOf(new TreeMap<>((Map<?, ?>) result.get("params"))),
        String.valueOf(new TreeMap<>((Map<?, ?>) result.get("secondaryMetrics")).keySet()));
  }

  private static String masked(String text) {
    Matcher counted = COUNTED.matcher(text);
    return "| "
        + (counted.find() ? FIGURE.matcher(text).replaceAll("N").replaceAll("[ -]+", " ") : text);
  }
}
