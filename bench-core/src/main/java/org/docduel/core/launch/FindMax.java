package org.docduel.core.launch;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.cli.Main;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.OpenLoopRun;

/**
 * Finds the highest rate of updates that a store sustains with the 99th percentile of response
 * times under a bound. A closed loop comes first: what it reaches is the ceiling. Then rates below
 * it are tried by bisection, each a run of its own of the {@link Launcher}, on a fresh collection.
 * All results go into one file of JMH's, told apart by the parameter {@code rate}.
 */
public final class FindMax {
  private static final String BOUND = "--bound";
  private static final String STEPS = "--steps";
  private static final String MEDIAN = "response.p50";
  private static final String BOUNDED = "response.p99";
  private static final double MILLIS = 1000;
  private static final String HELP =
      """
      scripts/findmax [--bound=MILLISECONDS] [--steps=NUMBER] [options of a run]
        --bound  the highest 99th percentile of response times, 0.001 to 3600000 (default 50)
        --steps  how many rates are tried below the closed loop's, 1 to 20 (default 6)
      The options of a run (java -jar benchmarks.jar -h) must name one combination; --profile
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
    Arguments.Line parsed = Arguments.Line.of(line, List.of(BOUND, STEPS));
    double bound = parsed.one(BOUND).map(FindMax::number).orElse(50.0);
    double tries = parsed.one(STEPS).map(FindMax::number).orElse(6.0);
    if (!(bound >= 0.001 && bound <= 3_600_000)) {
      throw refused(parsed, BOUND, "milliseconds, 0.001 to 3600000");
    }
    if (!(tries >= 1 && tries <= 20) || tries != Math.rint(tries)) {
      throw refused(parsed, STEPS, "a whole number from 1 to 20");
    }
    for (String assignment : parsed.values("-p")) {
      if (assignment.startsWith("rate=")) {
        throw new BadInputException(
            "-p " + assignment + ": the rate is what is searched for; leave it out");
      }
    }
    for (String option : List.of("-rf", "-rff")) {
      if (!parsed.values(option).isEmpty()) {
        throw new BadInputException(option + ": the results go to " + directory);
      }
    }
    boundMillis = bound;
    steps = (int) tries;
    launch = new ArrayList<>(parsed.without(List.of(BOUND, STEPS)));
    if (parsed.values("--profile").isEmpty()) {
      launch.addAll(List.of("--profile", "findmax"));
    }
    this.directory = directory;
    this.out = out;
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException noNumber) {
      return Double.NaN; // which no bound accepts
    }
  }

  private static BadInputException refused(Arguments.Line line, String option, String accepted) {
    return new BadInputException(
        option + "=" + line.one(option).orElse("") + ": accepted is " + accepted);
  }

  /** A run of the launcher failed and has said why. */
  private static final class RunFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    RunFailed(int status) {
      super("a run ended with status " + status);
      this.status = status;
    }
  }

  /** Searches and exits, with the launcher's statuses. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, Charset.defaultCharset()), true);
    System.exit(run(Arrays.asList(arguments), out));
  }

  private static int run(List<String> line, PrintWriter out) {
    if (line.contains("-h") || line.contains("--help")) {
      out.println(HELP);
      return Launcher.DONE;
    }
    try {
      Path directory = Path.of("results", "findmax");
      FindMax search = new FindMax(line, directory, out);
      Files.createDirectories(directory);
      search.search();
      return Launcher.DONE;
    } catch (BadInputException e) {
      System.err.println("docduel: " + e.getMessage());
      return Launcher.BAD_INPUT;
    } catch (RunFailed e) {
      return e.status;
    } catch (IOException | UncheckedIOException e) {
      System.err.println("docduel: " + e.getMessage());
      return Launcher.FAILED;
    }
  }

  private void search() throws IOException {
    out.printf(Locale.ROOT, "%10s %12s %10s %10s%n", "asked/s", "achieved/s", "p50 ms", "p99 ms");
    int ceiling = (int) Math.max(1, Math.ceil(trial(0).achieved()));
    int highest = highest(ceiling, steps, rate -> isSustained(trial(rate)));
    Path file = directory.resolve("findmax.json");
    Files.writeString(
        file, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(results) + "\n");
    out.println(
        highest == 0
            ? "no rate that was tried is sustained with response.p99 under " + boundMillis + " ms"
            : "highest rate with response.p99 under "
                + boundMillis
                + " ms: "
                + highest
                + " updates/s");
    out.println("JMH JSON  " + RunFiles.shown(file));
    Path report = directory.resolve("report");
    PrintWriter page = new PrintWriter(Writer.nullWriter());
    String[] arguments = {"report", file.toString(), "-o", report.toString()};
    if (Main.run(page, out, arguments) == Main.DONE) {
      out.println("report    " + RunFiles.shown(report.resolve("report.html")));
    }
  }

  /**
   * The highest rate that is sustained, by bisection: each step halves the gap between a rate that
   * is and one that is not. A rate that is sustained is taken to show that all below it are.
   *
   * @param ceiling the highest rate that is looked at, 1 or more
   * @param steps how many rates are tried: the answer is exact to ceiling / 2^steps
   * @return the highest that was tried and sustained, 0 when none was
   */
  static int highest(int ceiling, int steps, IntPredicate sustained) {
    int good = 0;
    int bad = ceiling + 1;
    for (int step = 0; step < steps && bad - good > 1; step++) {
      int rate = good + (bad - good) / 2;
      if (sustained.test(rate)) {
        good = rate;
      } else {
        bad = rate;
      }
    }
    return good;
  }

  private boolean isSustained(OpenLoopRun run) {
    return run.sustained(boundMillis / MILLIS);
  }

  private OpenLoopRun trial(int rate) {
    Path json = directory.resolve("rate-" + rate + ".json");
    Path said = directory.resolve("rate-" + rate + ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Launcher.class.getName());
    command.addAll(launch);
    command.addAll(
        List.of("-p", "rate=" + rate, "-rf", "json", "-rff", json.toString(), "--no-report"));
    try {
      int status = await(command, said);
      if (status != Launcher.DONE) {
        out.println("the run at rate " + rate + " failed; " + RunFiles.shown(said) + " tells more");
        throw new RunFailed(status);
      }
      JmhResult result = read(json);
      OpenLoopRun run = OpenLoopRun.of(rate, List.of(result));
      results.addAll(JSON.std.listFrom(Files.readString(json)));
      out.printf(
          Locale.ROOT,
          "%10s %12.1f %10.3f %10.3f%s%n",
          rate == 0 ? "closed" : String.valueOf(rate),
          run.achieved(),
          metric(result, MEDIAN).score(),
          metric(result, BOUNDED).score(),
          rate == 0 ? "" : isSustained(run) ? "  sustained" : "  not sustained");
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever ends this process ends its run too, which then stops its servers. */
  private static int await(List<String> command, Path said) throws IOException {
    Process run =
        new ProcessBuilder(command)
            .redirectOutput(said.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Thread end =
        new Thread(
            () -> {
              run.destroy();
              run.onExit().join();
            },
            "docduel-end-run");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      return run.waitFor();
    } catch (InterruptedException e) {
      run.destroy();
      Thread.currentThread().interrupt();
      return Launcher.FAILED;
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(end);
      } catch (IllegalStateException endsAlready) {
        // the hook is what ended the run
      }
    }
  }

  /**
   * Reads a run of one combination.
   *
   * @throws BadInputException when the file holds something else
   */
  static JmhResult read(Path json) {
    List<JmhResult> results;
    try {
      results = JmhFile.read(json);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
    if (results.size() != 1) {
      throw new BadInputException(
          json
              + ": "
              + results.size()
              + " results; a search is for one combination: give one store and one value of each"
              + " parameter");
    }
    List.of("throughput", MEDIAN, BOUNDED).forEach(name -> metric(results.get(0), name));
    return results.get(0);
  }

  private static JmhMetric metric(JmhResult result, String name) {
    return result
        .metric(name)
        .orElseThrow(() ->
            new BadInputException(
                result.source().file() + ": no metric " + name + "; a search needs updates"));
  }
}
