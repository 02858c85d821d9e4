package org.docduel.core.launch;

import static org.docduel.core.config.BadInputException.require;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.launch.cli.CommandLine;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.result.AtomicFile;
import org.docduel.core.launch.result.ResultPaths;
import org.docduel.stats.cli.Main;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;

/**
 * Finds the highest rate of updates, or of a mix, that a store sustains with the 99th percentile of
 * response times under a bound. A closed loop comes first: what it reaches is the ceiling. Then
 * rates below it are tried by bisection, each a run of its own of the {@link Launcher}, on a fresh
 * collection. All results go into one file of JMH's, told apart by the parameter {@code rate}.
 */
public final class FindMax {
  private static final String BOUND = "--bound";
  private static final String STEPS = "--steps";
  private static final String MEDIAN = "response.p50";
  private static final String BOUNDED = "response.p99";
  private static final String ALL = "all";
  private static final double MILLIS = 1000;

  /** What a run does instead of measuring, or beside it. */
  private static final List<String> OTHERS =
      CommandLine.tokens(
          "-l -lp -lprof -lrf -rf -rff --help-jmh --version --clean --twin --clients");

  private static final String HELP =
      """
      docduel findmax [--bound=MILLISECONDS] [--steps=NUMBER] [options of a run]
        --bound  the highest 99th percentile of response times, 0.001 to 3600000 (default 50)
        --steps  how many rates are tried below the closed loop's, 1 to 20 (default 6)
      The options of a run (docduel update -h) must name one combination; --profile
      findmax lies under them. Results and report go to results/findmax/.\
      """;

  private final double boundMillis;
  private final int steps;
  private final List<String> launch;
  private final Path directory;
  private final PrintWriter out;
  private final List<Object> results = new ArrayList<>();

  /**
   * Reads a command line.
   *
   * @throws BadInputException when it cannot be searched with
   */
  FindMax(List<String> line, Path directory, PrintWriter out) {
    CommandLine parsed = CommandLine.of(line, List.of(BOUND, STEPS));
    boundMillis =
        number(parsed, BOUND, "50", "[0-9]{1,9}(\\.[0-9]{1,9})?", "milliseconds, 0.001 to 3600000");
    steps = (int) number(parsed, STEPS, "6", "[0-9]{1,9}", "a whole number, 1 to 20");
    for (String assignment : parsed.values("-p")) {
      require(
          !assignment.startsWith("rate="),
          "-p %s: findmax chooses the rate; leave it out",
          assignment);
    }
    for (String option : OTHERS) {
      require(
          !parsed.has(option),
          "%s: a search runs one combination on one client, and has results in %s; leave it out",
          option,
          directory);
    }
    launch = new ArrayList<>(parsed.without(List.of(BOUND, STEPS)));
    if (!parsed.has(Option.PROFILE)) {
      launch.addAll(List.of("--profile", "findmax"));
    }
    this.directory = directory;
    this.out = out;
  }

  private static double number(
      CommandLine line, String option, String defaultValue, String form, String accepted) {
    String text = line.value(option).orElse(defaultValue);
    String[] bounds = accepted.split(", | to ", -1);
    double value = text.matches(form) ? Double.parseDouble(text) : 0;
    require(
        value >= Double.parseDouble(bounds[1]) && value <= Double.parseDouble(bounds[2]),
        "%s=%s: accepted is %s",
        option,
        text,
        accepted);
    return value;
  }

  /** Searches and exits, with the launcher's statuses. */
  public static void main(String[] arguments) {
    System.exit(run(Arrays.asList(arguments), System.out, System.err));
  }

  /**
   * Searches in this process.
   *
   * @return the exit status, the launcher's
   */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    PrintWriter writer = Launcher.configureProcess(out);
    return Launcher.status(() -> run(arguments, writer), Launcher.configureProcess(err));
  }

  private static int run(List<String> line, PrintWriter out) throws IOException {
    if (line.contains("-h") || line.contains("--help")) {
      out.println(HELP);
      return Launcher.DONE;
    }
    Path directory = Path.of("results", "findmax");
    FindMax search = new FindMax(line, directory, out);
    try {
      return search.search() ? Launcher.DONE : Launcher.FAILED;
    } catch (IOException e) {
      throw new IOException(directory + ": " + BadInputException.reason(e), e);
    }
  }

  /** Whether the report could be written too. */
  private boolean search() throws IOException {
    OpenLoopRun closedLoop =
        firstRun(
            directory,
            () -> {
              out.printf(
                  Locale.ROOT,
                  "%10s %12s %10s %10s%n",
                  "offered/s",
                  "achieved/s",
                  "p50 ms",
                  "p99 ms");
              return trial(0);
            });
    int ceiling = (int) Math.max(1, Math.ceil(closedLoop.achieved()));
    int highest = highest(ceiling, steps, rate -> trial(rate).sustained(boundMillis / MILLIS));
    Path file = directory.resolve("findmax.json");
    String json = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(results) + "\n";
    AtomicFile.write(file, json.getBytes(StandardCharsets.UTF_8));
    writeSidecar(file, highest);
    out.println(
        highest == 0
            ? "no rate that was tried is sustained with response.p99 under " + boundMillis + " ms"
            : "highest rate with response.p99 under %s ms: %d operations/s"
                .formatted(boundMillis, highest));
    out.println("JMH JSON  " + ResultPaths.displayPath(file));
    Path report = directory.resolve("report");
    PrintWriter page = new PrintWriter(Writer.nullWriter());
    boolean reported =
        Main.run(page, out, "report", file.toString(), "-o", report.toString()) == Main.DONE;
    if (reported) {
      out.println("report    " + ResultPaths.displayPath(report.resolve("report.html")));
    }
    return reported;
  }

  /** A run that measures. */
  interface Measurement {
    OpenLoopRun run() throws IOException;
  }

  /**
   * The first run, the closed loop's; when it is refused before it has results, it leaves nothing.
   */
  static OpenLoopRun firstRun(Path directory, Measurement measurement) throws IOException {
    Path log = directory.resolve("rate-0.txt");
    List<Path> missing =
        Stream.of(log, directory, directory.toAbsolutePath().getParent())
            .filter(Files::notExists)
            .toList();
    Files.createDirectories(directory);
    try {
      return measurement.run();
    } catch (BadInputException e) {
      if (Files.notExists(directory.resolve("rate-0.json"))) {
        missing.forEach(path -> path.toFile().delete()); // does nothing to folders with files
      }
      throw e;
    }
  }

  /** What the closed loop's run noted, and the rate: 0 where none is sustained. */
  private void writeSidecar(Path file, int highest) throws IOException {
    Path closed = directory.resolve("rate-0.json");
    JmhResult result = read(closed);
    Map<String, String> parameters = new LinkedHashMap<>(result.params());
    parameters.remove("rate");
    parameters.put(JmhResult.BENCHMARK, result.benchmark());
    Sidecar sidecar = SidecarFile.read(closed).map(SidecarFile::sidecar).orElse(Sidecar.EMPTY);
    SidecarFile.write(
        SidecarFile.sidecarPath(file),
        sidecar.with(new Sidecar.HighestRate(parameters, result.threads(), boundMillis, highest)));
  }

  /** A run at a rate, in operations a second. */
  interface Trial {
    boolean sustained(int rate) throws IOException;
  }

  /**
   * The highest rate that is sustained, by bisection: each step halves the gap between a rate that
   * is and one that is not. A rate that is sustained is taken to show that all below it are.
   *
   * @param ceiling the highest rate that is looked at, 1 or more
   * @param steps how many rates are tried: the answer is exact to ceiling / 2^steps
   * @return the highest that was tried and sustained, 0 when none was
   */
  static int highest(int ceiling, int steps, Trial trial) throws IOException {
    int sustained = 0;
    int unsustained = ceiling + 1;
    for (int step = 0; step < steps && unsustained - sustained > 1; step++) {
      int rate = sustained + (unsustained - sustained) / 2;
      if (trial.sustained(rate)) {
        sustained = rate;
      } else {
        unsustained = rate;
      }
    }
    return sustained;
  }

  private OpenLoopRun trial(int rate) throws IOException {
    Path json = directory.resolve("rate-" + rate + ".json");
    Path output = directory.resolve("rate-" + rate + ".txt");
    List<String> line = new ArrayList<>(launch);
    line.addAll(
        List.of("-p", "rate=" + rate, "-rf", "json", "-rff", json.toString(), "--no-report"));
    try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(output), true)) {
      if (new Launcher(writer, /* maxCombinations= */ 1).run(line) != Launcher.DONE) {
        throw new IOException(
            "the run at rate %d failed; see %s".formatted(rate, ResultPaths.displayPath(output)));
      }
      JmhResult result = read(json);
      OpenLoopRun run = OpenLoopRun.of(rate, List.of(result));
      boolean sustained = run.sustained(boundMillis / MILLIS);
      results.addAll(JSON.std.listFrom(Files.readString(json)));
      out.printf(
          Locale.ROOT,
          "%10s %12.1f %10.3f %10.3f%s%n",
          rate == 0 ? "closed" : String.valueOf(rate),
          run.achieved(),
          metric(result, MEDIAN).score(),
          metric(result, BOUNDED).score(),
          rate == 0 ? "" : sustained ? "  sustained" : "  not sustained");
      return run;
    }
  }

  /**
   * Reads a run of one combination: of a mix, all its kinds of operations together.
   *
   * @throws BadInputException when the file holds something else
   */
  static JmhResult read(Path json) {
    List<JmhResult> results;
    try {
      results =
          JmhFile.read(json).stream()
              .filter(result -> result.params().getOrDefault("kind", ALL).equals(ALL))
              .toList();
    } catch (org.docduel.stats.jmh.BadInputException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    if (results.size() != 1) {
      throw BadInputException.of(
          "%s: %d results; a search is for one combination: give one store and one value of each"
              + " parameter",
          json, results.size());
    }
    List.of("throughput", MEDIAN, BOUNDED).forEach(name -> metric(results.get(0), name));
    return results.get(0);
  }

  private static JmhMetric metric(JmhResult result, String name) {
    return result
        .metric(name)
        .orElseThrow(() ->
            BadInputException.of(
                "%s: no metric %s; a search needs updates", result.source().file(), name));
  }
}
