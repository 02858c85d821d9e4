package org.docduel.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Commands and what they print, as text.
 *
 * <p>A line that starts with {@code $} is a command. Below it stand its exit status ({@code ? 1})
 * when it is not 0, lines of its error stream ({@code ! stats: ...}), its output, and files that it
 * wrote ({@code > name}). Numbers are compared as numbers. Those that differ between seeds have a
 * line {@code ~ position mean deviation}, and are compared with the mean within four deviations;
 * all others to 1e-12 of their value.
 */
public final class CommandCases {
  private static final String SUFFIX = ".case";
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.])-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?![\\w.])");
  private static final Pattern RESAMPLED = Pattern.compile("superiority|compare|claims|report");
  private static final int SEEDS = 40;
  private static final double ERRORS = 4;
  // Five of 20,000 resamples: by this much a share may differ where no seed of those tried made a
  // difference.
  private static final double SHARE = 2.5e-4;

  /** A command line as a function. */
  @FunctionalInterface
  public interface Program {
    /**
     * Runs a command.
     *
     * @return the exit status
     */
    int run(PrintWriter out, PrintWriter err, String... args);
  }

  private final Program program;
  private final Path directory;
  private final List<Path> inputs;

  /**
   * The cases of a folder.
   *
   * @param directory holds them, and files that their commands name
   * @param inputs more folders of such files
   */
  public CommandCases(Program program, Path directory, Path... inputs) {
    this.program = program;
    this.directory = directory;
    this.inputs = Stream.concat(Stream.of(directory), Stream.of(inputs)).toList();
  }

  /** The names of the files of cases, in order. */
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .sorted()
          .toList();
    }
  }

  /**
   * Runs the commands of a file and compares what they print; where golden files are written anew,
   * after the file is.
   *
   * @throws AssertionError if an output differs
   */
  public void check(String name) throws IOException {
    Path file = directory.resolve(name);
    if (Golden.isUpdating()) {
      String text = Files.readString(file);
      Golden.check(file, pinned(text).orElse(text));
    }
    List<Step> steps = steps(Files.readString(file));
    assertThat(steps).isNotEmpty();
    for (Step step : steps) {
      compare(step, run(step, ""));
    }
  }

  /** One command with what is expected of it. */
  private record Step(String command, String expected, Map<Integer, double[]> spread) {}

  private static List<Step> steps(String text) {
    List<Step> steps = new ArrayList<>();
    for (String block : text.split("(?m)^\\$ ", -1)) {
      int end = block.indexOf('\n');
      if (block.isEmpty() || block.startsWith("#")) {
        continue;
      }
      StringBuilder expected = new StringBuilder();
      Map<Integer, double[]> spread = new LinkedHashMap<>();
      block
          .substring(end + 1)
          .lines()
          .forEach(line -> {
            if (line.startsWith("~ ")) {
              String[] fields = line.split(" ", -1);
              spread.put(
                  Integer.valueOf(fields[1]),
                  new double[] {Double.parseDouble(fields[2]), Double.parseDouble(fields[3])});
            } else {
              expected.append(line).append('\n');
            }
          });
      steps.add(new Step(block.substring(0, end), expected.toString(), spread));
    }
    return steps;
  }

  /** The text with what the commands print now; nothing when no output differs. */
  private Optional<String> pinned(String text) throws IOException {
    List<Step> steps = steps(text);
    List<String> outputs = new ArrayList<>();
    for (Step step : steps) {
      outputs.add(run(step, ""));
    }
    if (outputs.equals(steps.stream().map(Step::expected).toList())) {
      return Optional.empty();
    }
    StringBuilder pinned = new StringBuilder(text.substring(0, Math.max(0, text.indexOf("$ "))));
    for (int i = 0; i < steps.size(); i++) {
      String now = outputs.get(i);
      pinned.append("$ ").append(steps.get(i).command()).append('\n').append(now);
      spread(steps.get(i), now)
          .forEach((index, of) -> pinned.append("~ %d %s %.2e%n".formatted(index, of[0], of[1])));
    }
    return Optional.of(pinned.toString());
  }

  // How much each number depends on the seed, for commands that resample.
  private Map<Integer, double[]> spread(Step step, String now) throws IOException {
    Map<Integer, double[]> spread = new LinkedHashMap<>();
    if (!RESAMPLED.matcher(step.command()).lookingAt() || now.startsWith("? 2")) {
      return spread;
    }
    List<List<Double>> draws = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      String other = run(step, " --seed " + seed);
      assertThat(normalize(other)).as("words do not depend on the seed").isEqualTo(normalize(now));
      draws.add(numbers(other));
    }
    for (int i = 0; i < draws.get(0).size(); i++) {
      int index = i;
      double[] values = draws.stream().mapToDouble(all -> all.get(index)).toArray();
      double mean = Arrays.stream(values).average().orElseThrow();
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      boolean theSeed =
          Arrays.equals(values, IntStream.rangeClosed(1, SEEDS).asDoubleStream().toArray());
      if (!theSeed && Arrays.stream(values).anyMatch(value -> !isClose(value, mean, 1e-12))) {
        spread.put(i, new double[] {mean, Math.sqrt(squares / (SEEDS - 1))});
      }
    }
    return spread;
  }

  private static void compare(Step step, String actual) {
    assertThat(normalize(actual)).as(step.command()).isEqualTo(normalize(step.expected()));
    List<Double> now = numbers(actual);
    List<Double> then = numbers(step.expected());
    assertThat(now).as(step.command()).hasSameSizeAs(then);
    for (int i = 0; i < now.size(); i++) {
      double[] of = step.spread().get(i);
      boolean same =
          of == null
              ? isClose(now.get(i), then.get(i), 1e-12)
                  || (!step.spread().isEmpty() && share(now.get(i), then.get(i)))
              : Math.abs(now.get(i) - of[0]) <= ERRORS * of[1] || share(now.get(i), of[0]);
      assertThat(same)
          .as(
              "%s: number %d is %s, pinned is %s in%n%s",
              step.command(), i, now.get(i), then.get(i), actual)
          .isTrue();
    }
  }

  private static boolean isClose(double a, double b, double relative) {
    return a == b || Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b)) + 1e-300;
  }

  private static boolean share(double a, double b) {
    return a > 0 && b > 0 && a < 2e-3 && b < 2e-3 && Math.abs(a - b) <= SHARE;
  }

  private static String normalize(String text) {
    return NUMBER.matcher(text).replaceAll("N").replaceAll("<N", "N").replaceAll("[ -]+", " ");
  }

  private static List<Double> numbers(String text) {
    List<Double> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      numbers.add(Double.valueOf(matcher.group()));
    }
    return numbers;
  }

  /** What a command prints and writes, as a case holds it. */
  private String run(Step step, String more) throws IOException {
    Path output = Files.createTempDirectory("case");
    try {
      String[] args =
          Stream.of((step.command() + more).split(" +", -1))
              .map(argument ->
                  argument.equals("OUT") ? output.resolve("out").toString() : input(argument))
              .toArray(String[]::new);
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int status = program.run(new PrintWriter(out), new PrintWriter(err), args);
      StringBuilder text = new StringBuilder();
      if (status != 0) {
        text.append("? ").append(status).append('\n');
      }
      err.toString().lines().forEach(line -> text.append("! ").append(line).append('\n'));
      text.append(out);
      for (String line : step.expected().lines().filter(l -> l.startsWith("> ")).toList()) {
        text.append(line).append('\n');
        text.append(Files.readString(output.resolve("out").resolve(line.substring(2))));
      }
      String plain = text.toString().replace(output.resolve("out").toString(), "OUT");
      for (Path place : inputs) {
        plain = plain.replace(place + "/", "");
      }
      return plain;
    } finally {
      delete(output);
    }
  }

  private String input(String argument) {
    return inputs.stream()
        .map(place -> place.resolve(argument))
        .filter(Files::exists)
        .findFirst()
        .map(Path::toString)
        .orElse(argument);
  }

  private static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
