package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong, there is one line that says what and where, status 2, and no output. */
@Tag("attack")
@Tag("C4")
class MalformedInputTest {
  private static final double[] FORK = {1.0, 1.1, 0.9, 1.05};

  static Stream<Arguments> files() {
    String valid = pair(FORK).toString();
    return Stream.of(
        file("truncated", valid.substring(0, valid.length() / 2), "truncated"),
        file("truncated in a number", valid.substring(0, valid.indexOf("1.05") + 1), "truncated"),
        file("empty", "", "is empty"),
        file("blank", "  \n ", "is empty"),
        file("object root", "{\"benchmark\":\"x\"}", "the root is not an array"),
        file("string root", "\"results\"", "the root is not an array"),
        file("number root", "17", "the root is not an array"),
        file("literal root", "null", "the root is not an array"),
        file("no results", "[]", "holds no results"),
        file("two files in one", valid + valid, "more after the results"),
        file("not JSON", "benchmark,score\nx,1\n", "not JSON at line 1"),
        file("binary", "\u0000\u0001\u0002\u0003PK\u0004", "not JSON"),
        file("result is a number", "[1]", "the result is not an object"),
        file("no benchmark", valid.replace("\"benchmark\"", "\"bench\""), "has no 'benchmark'"),
        file("no mode", valid.replace("\"mode\"", "\"made\""), "has no 'mode'"),
        file("unknown mode", valid.replace("\"avgt\"", "\"fast\""), "unknown mode 'fast'"),
        file("mode is an object", valid.replace("\"avgt\"", "{}"), "'mode' is not a string"),
        file("threads is text", valid.replace("\"threads\":1", "\"threads\":\"1\""), "'threads'"),
        file(
            "params is an array",
            valid.replace("{\"s\":\"a\"}", "[]"),
            "'params' is not an object"),
        file(
            "secondary metrics are an array",
            valid.replace("\"secondaryMetrics\":{}", "\"secondaryMetrics\":[]"),
            "'secondaryMetrics' is not an object"),
        file(
            "JVM arguments are an object",
            valid.replace("\"threads\":1", "\"threads\":1,\"jvmArgs\":{}"),
            "'jvmArgs' is not an array"),
        file("no primary", valid.replace("primaryMetric", "firstMetric"), "'primaryMetric'"),
        file("primary is text", primary("\"x\""), "is not an object"),
        file("no unit", valid.replace("scoreUnit", "unit"), "'scoreUnit'"),
        file("raw data is text", raw("\"rawData\":\"x\""), "raw data that is not an array"),
        file("raw value is true", raw("\"rawData\":[[true]]"), "value that is not a number"),
        file("raw value is a word", raw("\"rawData\":[[\"fast\"]]"), "value 'fast'"),
        file("no raw data", raw("\"rawData\":[]"), "holds no raw data"),
        file("empty forks", raw("\"rawData\":[[],[]]"), "holds no raw data"),
        file(
            "NaN", raw("\"rawData\":[[1,\"NaN\"]]"), "fork 1, iteration 2: the observation is NaN"),
        file("INF", raw("\"rawData\":[[1,2],[\"INF\",1]]"), "fork 2, iteration 1"),
        file("minus INF", raw("\"rawData\":[[1,\"-INF\"]]"), "the observation is -Infinity"),
        file("zero", raw("\"rawData\":[[1,0.0]]"), "must be above zero"),
        file("negative", raw("\"rawData\":[[1,-2]]"), "negative"),
        file("1e308", raw("\"rawData\":[[1,1e308]]"), "out of range"),
        file("1e400", raw("\"rawData\":[[1,1e400]]"), "Infinity"),
        file("histogram is a number", raw("\"rawDataHistogram\":[[7]]"), "not an array"),
        file(
            "bucket is not a pair",
            raw("\"rawDataHistogram\":[[[7]]]"),
            "bucket that is not a pair"),
        file("bucket is a triple", raw("\"rawDataHistogram\":[[[[1,2,3]]]]"), "not a pair"),
        file(
            "count is a fraction", raw("\"rawDataHistogram\":[[[[1,2.5]]]]"), "not a whole number"),
        file("count is zero", raw("\"rawDataHistogram\":[[[[1,0]]]]"), "count is less than 1"),
        file("bucket is NaN", raw("\"rawDataHistogram\":[[[[\"NaN\",1]]]]"), "not finite"),
        file(
            "count is too large",
            raw("\"rawDataHistogram\":[[[[1,9000000000000000000],[2,9000000000000000000]]]]"),
            "more than 1000000000000000 operations"),
        file(
            "empty histogram",
            raw("\"rawDataHistogram\":[[[[1,2]]],[[[1,2]],[]]]"),
            "empty histogram in fork 2, iteration 2: no operation was sampled; take longer"),
        file(
            "bare NaN",
            raw("\"rawData\":[[1,NaN]]"),
            "fork 1, iteration 2: the observation is NaN"),
        file(
            "mixed units",
            new ResultJson().add("s=a", "ms/op", FORK).add("s=b", "B/op", FORK).toString(),
            "mixed units"),
        file(
            "no pair",
            new ResultJson().add("s=a,k=1", "ms/op", FORK).add("s=b,k=2", "ms/op", FORK).toString(),
            "no matching pair"),
        file(
            "no candidate",
            new ResultJson().add("s=a", "ms/op", FORK).add("s=c", "ms/op", FORK).toString(),
            "no result matches the candidate s=b"),
        file("deeply nested", "[" + "[".repeat(5000), "result"));
  }

  private static Arguments file(String name, String text, String message) {
    return Arguments.of(name, text, message);
  }

  private static ResultJson pair(double[]... forks) {
    return new ResultJson().add("s=a", "ms/op", forks).add("s=b", "ms/op", forks);
  }

  private static String raw(String raw) {
    return new ResultJson().addRaw("s=a", "ms/op", raw).addRaw("s=b", "ms/op", raw).toString();
  }

  private static String primary(String json) {
    return new ResultJson().addResult("\"avgt\"", "s=a", json).toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void file(String name, String text, String message, @TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("bad.json"), text.getBytes(StandardCharsets.UTF_8));

    CommandRun run =
        CommandRun.of("superiority", file.toString(), "--baseline=s=a", "--candidate=s=b");

    assertRejected(run, message);
    if (!message.startsWith("no ")) {
      assertThat(run.err()).contains("bad.json");
    }
  }

  static Stream<Arguments> arguments() {
    return Stream.of(
        arguments("unknown parameter 'x'", "superiority FILE --baseline x=a --candidate s=b"),
        arguments(
            "unknown parameter 'x'", "superiority FILE --baseline s=a --candidate s=b --by x"),
        arguments("unknown parameter 'x'", "summary FILE --by x"),
        arguments("unknown parameter 'x'", "summary FILE --where x=1"),
        arguments("no result matches s=z", "summary FILE --where s=z"),
        arguments("unknown parameter 'x'", "summary FILE --items x"),
        arguments("which is not a number", "summary FILE --items s"),
        arguments("which is not a number", "summary FILE --items 5x"),
        arguments("has no metric 'gc'", "summary FILE --metric gc"),
        arguments("both s=a", "superiority FILE --baseline s=a --candidate s=a"),
        arguments("not of the form NAME=VALUE", "superiority FILE --baseline s --candidate s=b"),
        arguments("'s' is given twice", "superiority FILE --baseline s=a,s=b --candidate s=b"),
        arguments("--candidate is missing", "superiority FILE --baseline s=a"),
        arguments("--baseline is missing", "superiority FILE --candidate s=a"),
        arguments("nothing to compare", "superiority FILE --where s=a"),
        arguments("give either", "superiority FILE --compare s --baseline s=a --candidate s=b"),
        arguments("no result has the parameter 'z'", "superiority FILE --compare z"),
        arguments("delta 1.0 is out of range", "superiority FILE --compare s --delta 1"),
        arguments("delta -0.1 is out of range", "superiority FILE --compare s --delta -0.1"),
        arguments("delta NaN is out of range", "superiority FILE --compare s --delta NaN"),
        arguments("delta", "superiority FILE --compare s --delta twenty"),
        arguments("alpha 0.0 is out of range", "superiority FILE --compare s --alpha 0"),
        arguments("alpha 0.6 is out of range", "superiority FILE --compare s --alpha 0.6"),
        arguments("resamples 99 is out of range", "superiority FILE --compare s --resamples 99"),
        arguments("threads 0 is out of range", "superiority FILE --compare s --threads 0"),
        arguments("'--method': expected one of", "superiority FILE --compare s --method jackknife"),
        arguments(
            "'--statistic': expected one of", "superiority FILE --compare s --statistic mode"),
        arguments("'--format': expected one of", "superiority FILE --compare s --format xml"),
        arguments(
            "knows no trimmed mean",
            "superiority FILE --compare s --statistic trimmed --method percentile"),
        arguments("not both", "superiority FILE --higher-is-better --lower-is-better"),
        arguments(
            "'5' is not a percentage above 0 and below 100 %; 5% or 0.05",
            "compare FILE FILE --fail-on-regression 5"),
        arguments("'120%' is not a percentage", "compare FILE FILE --fail-on-regression 120%"),
        arguments("'--on-undecided': expected one of", "compare FILE FILE --on-undecided stop"),
        arguments("at least 2 forks a side", "superiority FILE --compare s --method hierarchical"),
        arguments("at least 2 forks", "plan FILE"),
        arguments("power 1.0 is out of range", "plan FILE --power 1"),
        arguments("0 stores that are compared; --among takes 2 to 100", "plan FILE --among 0"),
        arguments("-2 stores that are compared; --among takes 2 to 100", "plan FILE --among -2"),
        arguments("delta 2.0 is out of range", "plan FILE --delta 2"),
        arguments("--candidate is missing", "plan FILE --baseline s=a"),
        arguments("confidence 1.0 is out of range", "summary FILE --confidence 1"),
        arguments("'x%' is not a percentage", "compare FILE FILE --fail-on-regression x%"),
        arguments("'-5%' is not a percentage", "compare FILE FILE --fail-on-regression -5%"),
        arguments("is not a percentage", "compare FILE FILE --fail-on-regression 0.5%\n"),
        arguments("is named twice", "check FILE FILE"),
        arguments("no such file", "check missing.json"),
        arguments("is a directory", "check ."),
        arguments("Missing required parameter", "check"),
        arguments("BEFORE... AFTER: at least 2 are needed, and 1 given", "compare FILE"),
        arguments("BEFORE... AFTER: at least 2 are needed, and none given", "compare"),
        arguments("'x' is not a number", "superiority FILE --alpha x"),
        arguments("'1.5' is not a whole number", "superiority FILE --resamples 1.5"),
        arguments("'x' is not a whole number", "superiority FILE --seed x"),
        arguments("Unknown option", "check FILE --shout"),
        arguments(
            "no command 'guess'; the commands are superiority, summary, compare", "guess FILE"),
        arguments("name a command", "(nothing)"),
        arguments("no such file", "convert-csv missing.csv --benchmark b --value v=ms/op"),
        arguments("COLUMN=UNIT", "convert-csv FILE --benchmark b --value v"),
        arguments("is not a CSV table", "convert-csv FILE --benchmark b --value v=ms/op"));
  }

  private static Arguments arguments(String message, String line) {
    return Arguments.of(line, message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("arguments")
  void arguments(String line, String message, @TempDir Path directory) {
    Path file = pair(FORK).writeTo(directory, "good.json");
    List<String> args = new ArrayList<>();
    for (String argument : line.split(" ", -1)) {
      if (!argument.equals("(nothing)")) {
        args.add(argument.equals("FILE") ? file.toString() : argument);
      }
    }

    assertRejected(CommandRun.of(args.toArray(String[]::new)), message);
  }

  /** As in a file that went through Python's json.dump. */
  @Test
  void readsBareNanOutsideOfTheData(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("python.json"),
            pair(FORK).toString().replace("\"rawData\"", "\"scoreError\": NaN, \"rawData\""));

    assertThat(CommandRun.of("summary", file.toString()).status()).isZero();
  }

  /** Bytes in many places of a file, and many ends: the parser names its switches otherwise. */
  @Test
  @Tag("D9")
  void errorsContainNoProgrammingTerms(@TempDir Path directory) throws IOException {
    byte[] original = pair(FORK).toString().getBytes(StandardCharsets.UTF_8);
    for (int place = 0; place < original.length; place += 11) {
      for (int value :
          new int[] {-1, 0, 0x1e, '#', '+', '.', '/', '`', 'N', 'x', '\'', 0xe9, 0xff}) {
        byte[] changed = Arrays.copyOf(original, value < 0 ? place : original.length);
        if (value >= 0) {
          changed[place] = (byte) value;
        }
        Path file = Files.write(directory.resolve("changed.json"), changed);
        assertThat(CommandRun.of("summary", file.toString()).err().lines().toList())
            .as("byte %d is %d", place, value)
            .hasSizeLessThanOrEqualTo(1)
            .noneMatch(line ->
                line.matches(".*(Feature|enable|Constraints|`[JS]|\\bjava\\.|com\\.|expecting).*"));
      }
    }
  }

  @Test
  void namesDifferenceOfNearestResults(@TempDir Path directory) {
    Path before = new ResultJson().add("s=a,k=1", "ms/op", FORK).writeTo(directory, "x.json");
    Path after =
        new ResultJson().add("s=a,k=1,codec=plain", "ms/op", FORK).writeTo(directory, "y.json");

    assertRejected(
        CommandRun.of("compare", before.toString(), after.toString()),
        "share no benchmark and parameters; the nearest differ in codec (none before, plain after)");
  }

  /** What was left out says why nothing is left to compare. */
  @Test
  void rejectsSingleUsableSideWithReason(@TempDir Path directory) {
    ResultJson half = new ResultJson().add("s=b", "ms/op", FORK);
    Path file = half.addRaw("s=a", "ms/op", "\"rawData\":[[\"NaN\"]]").writeTo(directory, "x.json");
    Path other =
        new ResultJson()
            .add("s=a", "ms/op", FORK)
            .addRaw("s=b", "ms/op", "\"rawData\":[[0]]")
            .writeTo(directory, "y.json");

    assertRejected(CommandRun.of("superiority", file.toString()), "the observation is NaN");
    assertRejected(
        CommandRun.of("compare", file.toString(), other.toString()), "must be above zero");
  }

  @ParameterizedTest
  @MethodSource("hugeSizes")
  void rejectsHugeFileOfZeros(long size, @TempDir Path directory) throws IOException {
    Path file = directory.resolve("huge.json");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
    }

    assertRejected(CommandRun.of("summary", file.toString()), "not JSON");
  }

  static Stream<Long> hugeSizes() {
    return Stream.of(8L << 30);
  }

  @ParameterizedTest
  @MethodSource("zeroQuantities")
  void rejectsComparisonOfZeros(String values, @TempDir Path directory) {
    Path file =
        new ResultJson()
            .addRaw("s=a", "B/op", "\"rawData\":" + values)
            .addRaw("s=b", "B/op", "\"rawData\":" + values)
            .writeTo(directory, "bytes.json");

    assertThat(CommandRun.of("summary", file.toString()).status()).isZero();
    assertRejected(
        CommandRun.of("superiority", file.toString(), "--compare=s"), "needs values above zero");
  }

  static Stream<String> zeroQuantities() {
    return Stream.of("[[0,0,0]]", "[[1,0,2],[1,2,3]]");
  }

  private static void assertRejected(CommandRun run, String message) {
    assertThat(run.err()).startsWith("stats: ").contains(message);
    assertThat(run.err().strip().lines()).hasSize(1);
    assertThat(run.err()).doesNotContain("Exception");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }
}
