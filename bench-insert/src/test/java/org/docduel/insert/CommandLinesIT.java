package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.encoding.JsonTextCodec;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;
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
  private static final Path GOLDEN =
      ModuleFiles.resolve(
          CommandLinesIT.class, "src/test/resources/org/docduel/insert/command-lines.txt");
  private static final String PROMPT = "$ ";

  /** One short observation, in the launcher's own process. */
  private static final String TINY = " -f 0 -wi 0 -i 1 --no-report -rff out.json";

  private static final Pattern FIGURE = Pattern.compile("[0-9][0-9.,]*( [mnµ]?s\\b)?");
  private static final Pattern COUNTED = Pattern.compile("^(\\[|took|all |noop |result |-)");

  @TempDir Path directory;

  static Stream<String> paragraphs() throws IOException {
    return Stream.of(Files.readString(GOLDEN).strip().split("\n\n", -1));
  }

  @ParameterizedTest
  @MethodSource("paragraphs")
  void commandLineProducesExpectedOutput(String paragraph) throws Exception {
    String line = paragraph.lines().findFirst().orElseThrow().substring(PROMPT.length());
    String actual = transcript(line, directory);
    if (Golden.isUpdating()) {
      synchronized (CommandLinesIT.class) {
        Golden.check(GOLDEN, Files.readString(GOLDEN).replace(paragraph, actual));
      }
      return;
    }
    assertThat(actual).as(GOLDEN + ", which -Dgolden.update=true writes anew").isEqualTo(paragraph);
  }

  static String transcript(String line, Path directory) throws Exception {
    boolean console = line.endsWith(" # console");
    String command = console ? line.substring(0, line.lastIndexOf(" #")) : line;
    String typed =
        command.contains(" -f") || command.startsWith("-f") ? TINY.replace(" -f 0", "") : TINY;
    Ended ended = JAR.run(directory, command + typed);
    List<String> lines = new ArrayList<>(List.of(PROMPT + line, "status " + ended.status()));
    lines.addAll(ended.errors());
    Path json = directory.resolve("out.json");
    if (Files.exists(json)) {
      fields("{\"results\": " + Files.readString(json) + "}", "results")
          .forEach(result -> lines.add(result(result)));
      fields(Files.readString(directory.resolve("out.sidecar.json")), "skips")
          .forEach(skip -> lines.add("skip " + sorted(skip)));
    }
    if (console) {
      ended
          .out()
          .lines()
          .filter(text -> !text.isEmpty() && !text.contains("another run measures"))
          .forEach(text -> lines.add(masked(text)));
    }
    return String.join("\n", lines);
  }

  /** The elements of a list in a JSON object. */
  private static List<Value> fields(String json, String list) {
    Value found =
        new JsonTextCodec().decode(json.getBytes(StandardCharsets.UTF_8)).field(list).orElseThrow();
    return ((ArrayValue) found).elements();
  }

  private static String result(Value result) {
    return String.join(
        " ",
        text(result, "benchmark").replace("org.docduel.insert.", ""),
        text(result, "mode"),
        "t=" + text(result, "threads"),
        "f=" + text(result, "forks"),
        "wi=" + text(result, "warmupIterations"),
        "i=" + text(result, "measurementIterations"),
        sorted(field(result, "params")).toString(),
        sorted(field(result, "secondaryMetrics")).keySet().toString());
  }

  private static Value field(Value object, String name) {
    return ((ObjectValue) object).field(name).orElseThrow();
  }

  private static String text(Value object, String name) {
    Value value = field(object, name);
    return value instanceof StringValue string
        ? string.value()
        : value instanceof IntegerValue integer
            ? String.valueOf(integer.value())
            : value.toString();
  }

  private static Map<String, String> sorted(Value object) {
    Map<String, String> sorted = new TreeMap<>();
    for (String name : ((ObjectValue) object).names().asList()) {
      sorted.put(name, text(object, name));
    }
    return sorted;
  }

  private static String masked(String text) {
    Matcher counted = COUNTED.matcher(text);
    return "| "
        + (counted.find() ? FIGURE.matcher(text).replaceAll("N").replaceAll("[ -]+", " ") : text);
  }
}
