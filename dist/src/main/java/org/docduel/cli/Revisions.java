package org.docduel.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.launch.Launcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code docduel revisions}: whether HEAD is slower than BASE, measured in turn on one machine, a
 * fork of each a round. A revision of DocDuel's own repository is built; in another repository this
 * program measures both checkouts.
 */
@Command(
    name = "revisions",
    sortOptions = false,
    customSynopsis = "docduel revisions [OPTIONS] BASE HEAD -- BENCHMARK ARGUMENTS...",
    description = {
      "Tells whether HEAD is slower than BASE, measured in turn on one machine. Each is a"
          + " revision of the git repository here, a benchmarks.jar, or an archive of DocDuel."
          + " Revisions of DocDuel are built; in a repository of your own this program measures"
          + " both, and {} in the arguments is the checkout of each: suite {}/mine.",
    },
    footer =
        "Exit status: 0 passed, 1 slower, 2 bad input or not measured, 3 could not have seen it.")
final class Revisions {
  /** For a run to write its results and to stop its servers. */
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  @Parameters(index = "0", paramLabel = "BASE", description = "the revision before, or its jar")
  private String base = "";

  @Parameters(index = "1", paramLabel = "HEAD", description = "the revision after, or its jar")
  private String head = "";

  @Option(names = "--rounds", description = "forks of each, 1 or more (default ${DEFAULT-VALUE})")
  private int rounds = 7;

  @Option(names = "--limit", description = "the slowdown that fails (default ${DEFAULT-VALUE})")
  private String limit = "5%";

  @Option(names = "--format", description = "text, markdown, json or csv (default text)")
  private String format = "text";

  @Option(names = "--out", description = "where results are kept (default ${DEFAULT-VALUE})")
  private Path directory = Path.of("results", "revisions");

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this")
  private boolean help;

  private final PrintStream out;
  private final PrintStream err;
  private List<String> arguments = List.of();

  /** The folders of git's that have to be removed. */
  private final List<Path> checkouts = new ArrayList<>();

  /** The program that was started last, which must not outlive this one. */
  private volatile @Nullable Process running;

  private Revisions(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command; gives the exit status. */
  static int run(List<String> line, PrintStream out, PrintStream err) {
    Revisions revisions = new Revisions(out, err);
    int end = line.indexOf("--");
    CommandLine parser = new CommandLine(revisions);
    int status =
        Launcher.status(
            () -> {
              line.forEach(Revisions::requireNoResume);
              try {
                parser.parseArgs((end < 0 ? line : line.subList(0, end)).toArray(String[]::new));
              } catch (CommandLine.ParameterException e) {
                throw new BadInputException("revisions: " + e.getMessage() + "; see -h", e);
              }
              if (revisions.help) {
                parser.usage(out);
                return Launcher.DONE;
              }
              revisions.arguments = end < 0 ? List.of() : line.subList(end + 1, line.size());
              revisions.measure();
              return Launcher.DONE;
            },
            err);
    if (status != Launcher.DONE) {
      return Launcher.BAD_INPUT; // whatever failed, HEAD was not found to be slower
    }
    int outcome = revisions.help ? status : revisions.compare();
    if (out.checkError() && outcome == Launcher.DONE) {
      err.println("docduel: not all of the output could be written: is the disk full?");
      return Launcher.BAD_INPUT;
    }
    return outcome;
  }

  /**
   * A side to be measured.
   *
   * @param jar of the program
   * @param checkout of the revision; empty for a jar
   */
  private record Side(String name, Path jar, String checkout) {}

  private void measure() throws IOException {
    BadInputException.require(
        !arguments.isEmpty(), "revisions: name a benchmark behind --; see -h");
    BadInputException.require(
        rounds > 0, "--rounds %s: accepted are whole numbers from 1", String.valueOf(rounds));
    for (String argument : arguments) {
      BadInputException.require(
          argument.matches("-(foe|opi).*|(?!-f|-rf|-o|--clients|--until).*"),
          "%s: not with revisions; --rounds says how many forks",
          argument);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    try {
      Side before = side("base", base);
      Side after = side("head", head);
      BadInputException.require(
          arguments.stream().noneMatch(argument -> argument.contains("{}"))
              || !(before.checkout.isEmpty() || after.checkout.isEmpty()),
          "{} is the checkout of a revision, and a jar has none; name revisions");
      Files.createDirectories(directory);
      for (int round = 1; round <= rounds; round++) {
        err.printf("round %d of %d%n", round, rounds);
        boolean baseFirst = round % 2 == 1;
        measure(baseFirst ? before : after, round);
        measure(baseFirst ? after : before, round);
      }
    } finally {
      removeCheckouts();
    }
    merge("base");
    merge("head");
  }

  private static void requireNoResume(String argument) {
    BadInputException.require(
        !argument.matches("--resume(=.*)?"),
        "%s: revisions are not continued, since both have to be measured in turn; run them anew",
        argument);
  }

  /** Ends what runs and removes the checkouts, when this program is told to end. */
  private void stop() {
    Process started = running;
    if (started != null) {
      end(started, END_LIMIT, err);
    }
    try {
      removeCheckouts();
    } catch (IOException e) {
      err.println("docduel: checkouts are left, see git worktree list: " + e.getMessage());
    }
  }

  /** Tells a program to end, and kills it with those that it started when it does not. */
  static void end(Process process, Duration limit, PrintStream err) {
    process.destroy();
    try {
      process.onExit().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException timeout) {
      err.printf(
          "docduel: process %d has not ended in %d s: killed%n", process.pid(), limit.toSeconds());
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private synchronized void removeCheckouts() throws IOException {
    while (!checkouts.isEmpty()) {
      Path checkout = checkouts.remove(0);
      process(Path.of(""), "git", "worktree", "remove", "--force", checkout.toString());
      Files.deleteIfExists(checkout.getParent());
    }
  }

  /** The exit status of the gate. */
  private int compare() {
    return Docduel.statistics(
        List.of(
            "compare",
            directory.resolve("base.json").toString(),
            directory.resolve("head.json").toString(),
            "--pair",
            "rounds",
            "--fail-on-regression",
            limit,
            "--format",
            format),
        out,
        err);
  }

  private Side side(String name, String revision) throws IOException {
    Path file = Path.of(revision);
    if (Files.isRegularFile(file)) {
      return new Side(name, revision.endsWith(".tar.gz") ? unpacked(file, name) : file, "");
    }
    String commit = answer("git", "rev-parse", "--verify", "--quiet", revision + "^{commit}");
    BadInputException.require(
        !commit.isEmpty(), "%s: no jar, no archive and no revision of a repository here", revision);
    Path root = Path.of(answer("git", "rev-parse", "--show-toplevel"));
    Path checkout =
        Files.createTempDirectory("docduel-revision-").resolve(String.valueOf(root.getFileName()));
    BadInputException.require(
        process(
                Path.of(""),
                "git",
                "worktree",
                "add",
                "-q",
                "--detach",
                checkout.toString(),
                commit)
            == 0,
        "%s: it cannot be checked out",
        revision);
    checkouts.add(checkout);
    if (!Files.exists(checkout.resolve("bench-core/pom.xml"))) {
      return new Side(name, ownJar(), checkout.toString());
    }
    BadInputException.require(
        Files.exists(checkout.resolve("dist/pom.xml")),
        "%s: older than the archive; build it, and name its jar",
        revision);
    Path jar = directory.resolve(commit).resolve("benchmarks.jar");
    if (!Files.exists(jar)) {
      err.printf("building %s (%s)%n", name, revision);
      BadInputException.require(
          process(checkout, "mvn", "-q", "-B", "-pl", "dist", "package", "-DskipTests") == 0,
          "%s: it cannot be built",
          revision);
      try (var built = Files.newDirectoryStream(checkout.resolve("dist/target"), "*.tar.gz")) {
        unpacked(built.iterator().next(), commit);
      }
    }
    return new Side(name, jar, checkout.toString());
  }

  /** The jar of an archive, unpacked into a folder of the results. */
  private Path unpacked(Path archive, String name) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    int status =
        process(
            Path.of(""),
            "tar",
            "-xzf",
            archive.toString(),
            "-C",
            folder.toString(),
            "--strip-components",
            "1");
    BadInputException.require(status == 0, "%s: no archive of DocDuel", archive.toString());
    return folder.resolve("benchmarks.jar");
  }

  /** The jar that this program was started from. */
  private static Path ownJar() {
    String path = System.getProperty("java.class.path", "");
    BadInputException.require(
        path.endsWith(".jar") && !path.contains(File.pathSeparator),
        "revisions: start docduel from its archive");
    return Path.of(path).toAbsolutePath();
  }

  /** One fork of a side. */
  private void measure(Side side, int round) throws IOException {
    String name = side.name + "-" + round;
    Path text = directory.resolve(name + ".txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                side.jar.toString()));
    arguments.forEach(argument -> command.add(argument.replace("{}", side.checkout)));
    command.addAll(List.of("-f", "1", "--no-report", "-rf", "json"));
    command.addAll(List.of("-rff", directory.resolve(name + ".json").toString()));
    command.addAll(List.of("-o", directory.resolve(name + ".log").toString()));
    Files.deleteIfExists(directory.resolve(name + ".json"));
    Process process =
        start(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(text.toFile()));
    if (await(process) != 0) {
      List<String> lines = Files.readAllLines(text);
      lines.subList(Math.max(0, lines.size() - 5), lines.size()).forEach(err::println);
      throw new BadInputException("revisions: " + name + " failed; see " + text);
    }
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    running = process;
    return process;
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The exit status of a program, whose output goes to standard error. */
  private int process(Path where, String... command) throws IOException {
    Process process =
        start(
            new ProcessBuilder(command)
                .directory(where.toAbsolutePath().toFile())
                .redirectErrorStream(true));
    process.getInputStream().transferTo(err);
    return await(process);
  }

  /** The first line that a program prints; empty when it fails. */
  private static String answer(String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return await(process) == 0 ? line.strip() : "";
  }

  /** Writes the forks of all rounds as those of one run. */
  private void merge(String side) throws IOException {
    List<List<Map<String, Object>>> files = new ArrayList<>();
    List<Map<String, Object>> sidecars = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      String file = side + "-" + round;
      List<Map<String, Object>> results = new ArrayList<>();
      for (Object result : (List<?>) JSON.std.anyFrom(read(file + ".json"))) {
        results.add(object(result));
      }
      files.add(results);
      sidecars.add(object(JSON.std.anyFrom(read(file + ".sidecar.json"))));
    }
    List<Object> forks = new ArrayList<>();
    for (Map<String, Object> result : files.get(0)) {
      List<Map<String, Object>> same =
          files.stream()
              .flatMap(List::stream)
              .filter(other -> key(other).equals(key(result)))
              .toList();
      result.put("forks", same.size());
      result.put("primaryMetric", merged(metrics(same, "primaryMetric")));
      Map<String, Object> secondary = object(result.get("secondaryMetrics"));
      secondary.replaceAll((name, first) ->
          merged(
              same.stream()
                  .map(other -> object(other.get("secondaryMetrics")))
                  .filter(metrics -> metrics.containsKey(name))
                  .map(metrics -> object(metrics.get(name)))
                  .toList()));
      result.put("secondaryMetrics", secondary);
      forks.add(IntStream.rangeClosed(1, same.size()).boxed().toList());
    }
    Set<Object> findings = new LinkedHashSet<>();
    sidecars.forEach(sidecar -> {
      if (sidecar.get("findings") instanceof List<?> list) {
        findings.addAll(list);
      }
    });
    Map<String, Object> sidecar = sidecars.get(0);
    sidecar.put("rounds", forks);
    sidecar.put("findings", List.copyOf(findings));
    write(side + ".json", files.get(0));
    write(side + ".sidecar.json", sidecar);
  }

  private static List<Object> key(Map<String, Object> result) {
    List<Object> key = new ArrayList<>();
    for (String name : List.of("benchmark", "mode", "threads", "params")) {
      key.add(String.valueOf(result.get(name)));
    }
    return key;
  }

  private static List<Map<String, Object>> metrics(List<Map<String, Object>> results, String name) {
    return results.stream().map(result -> object(result.get(name))).toList();
  }

  /** The first of some metrics, with the forks of all. */
  private static Map<String, Object> merged(List<Map<String, Object>> metrics) {
    Map<String, Object> merged = new LinkedHashMap<>(metrics.get(0));
    for (String data : List.of("rawData", "rawDataHistogram")) {
      if (merged.containsKey(data)) {
        List<Object> forks = new ArrayList<>();
        metrics.forEach(metric -> forks.addAll((List<?>) metric.get(data)));
        merged.put(data, forks);
      }
    }
    return merged;
  }

  private static Map<String, Object> object(@Nullable Object json) {
    Map<String, Object> object = new LinkedHashMap<>();
    Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(json, "results of JMH have it");
    fields.forEach((name, value) -> object.put(String.valueOf(name), value));
    return object;
  }

  private String read(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  private void write(String file, Object json) throws IOException {
    Files.writeString(
        directory.resolve(file),
        JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(json) + "\n");
  }
}
