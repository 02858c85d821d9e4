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
import org.docduel.core.config.BadInputException;
import org.docduel.stats.cli.Main;

/**
 * Finds the highest rate of updates that a store sustains with the 99th percentile of response
 * times under a bound. A closed loop comes first: what it reaches is the ceiling. Then rates below
 * it are tried by bisection, each a run of its own of the {@link Launcher}, on a fresh collection.
 * All results go into one file of JMH's, told apart by the parameter {@code rate}.
 *
 * <p>Arguments: {@code --bound=MILLISECONDS} (default 50), {@code --steps=NUMBER} (default 6), and
 * the launcher's own. Exit statuses are the launcher's.
 */
public final class FindMax {
  private static final String BOUND = "--bound=";
  private static final String STEPS = "--steps=";
  private static final String RATE = "rate=";

  /** Laid under what is typed. */
  private static final List<String> DEFAULTS = List.of("--profile", "findmax");

  private final double boundMillis;
  private final int steps;
  private final List<String> launch;
  private final Path directory;
  private final PrintWriter out;
  private final List<Object> results = new ArrayList<>();

  private FindMax(
      double boundMillis, int steps, List<String> launch, Path directory, PrintWriter out) {
    this.boundMillis = boundMillis;
    this.steps = steps;
    this.launch = launch;
    this.directory = directory;
    this.out = out;
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

  /**
   * Searches and exits.
   *
   * @param arguments see the class
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, Charset.defaultCharset()), true);
    System.exit(run(Arrays.asList(arguments), out));
  }

  private static int run(List<String> arguments, PrintWriter out) {
    try {
      Path directory = Path.of("results", "findmax");
      FindMax search = parse(arguments, directory, out);
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

  static FindMax parse(List<String> arguments, Path directory, PrintWriter out) {
    double bound = 50;
    int steps = 6;
    List<String> launch = new ArrayList<>();
    for (String argument : arguments) {
      if (argument.startsWith(BOUND)) {
        bound = number(argument, BOUND, 0.001, 3_600_000, "milliseconds, 0.001 to 3600000");
      } else if (argument.startsWith(STEPS)) {
        steps = (int) number(argument, STEPS, 1, 20, "a whole number from 1 to 20");
      } else if (argument.startsWith(RATE) || argument.startsWith("-p" + RATE)) {
        throw new BadInputException(
            "-p " + argument + ": the rate is what is searched for; leave it out");
      } else if (argument.startsWith("-rf")) {
        throw new BadInputException(argument + ": the results go to " + directory);
      } else {
        launch.add(argument);
      }
    }
    return new FindMax(bound, steps, ProfileArguments.under(launch, DEFAULTS), directory, out);
  }

  private static double number(
      String argument, String option, double least, double most, String accepted) {
    try {
      double value = Double.parseDouble(argument.substring(option.length()));
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException noNumber) {
      // said below, as for a number out of bounds
    }
    throw new BadInputException(argument + ": accepted is " + accepted);
  }

  private void search() throws IOException {
    out.printf(Locale.ROOT, "%10s %12s %10s %10s%n", "asked/s", "achieved/s", "p50 ms", "p99 ms");
    RateTrial closed = trial(0);
    int ceiling = (int) Math.max(1, Math.ceil(closed.achieved()));
    int highest =
        new RateSearch(ceiling, steps).highest(rate -> attempt(rate).sustained(boundMillis));
    Path file = directory.resolve("findmax.json");
    Files.writeString(
        file, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(results) + "\n");
    out.println(
        highest == 0
            ? "no rate that was tried is sustained with response.p99 under " + bound() + " ms"
            : "highest rate with response.p99 under " + bound() + " ms: " + highest + " updates/s");
    out.println("JMH JSON  " + ShownPath.of(file));
    Path report = directory.resolve("report");
    PrintWriter page = new PrintWriter(Writer.nullWriter());
    String[] arguments = {"report", file.toString(), "-o", report.toString()};
    if (Main.run(page, out, arguments) == Main.DONE) {
      out.println("report    " + ShownPath.of(report.resolve("report.html")));
    }
  }

  private String bound() {
    return String.format(Locale.ROOT, "%s", boundMillis);
  }

  private RateTrial attempt(int rate) {
    try {
      return trial(rate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RateTrial trial(int rate) throws IOException {
    Path json = directory.resolve("rate-" + rate + ".json");
    Path said = directory.resolve("rate-" + rate + ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Launcher.class.getName());
    command.addAll(launch);
    command.addAll(
        List.of("-p", RATE + rate, "-rf", "json", "-rff", json.toString(), "--no-report"));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(said.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int status = await(process);
    if (status != Launcher.DONE) {
      out.println("the run at rate " + rate + " failed; " + ShownPath.of(said) + " tells more");
      throw new RunFailed(status);
    }
    RateTrial trial = RateTrial.read(rate, json);
    results.addAll(JSON.std.listFrom(Files.readString(json)));
    out.printf(
        Locale.ROOT,
        "%10s %12.1f %10.3f %10.3f%s%n",
        rate == 0 ? "closed" : String.valueOf(rate),
        trial.achieved(),
        trial.p50(),
        trial.p99(),
        rate == 0 ? "" : trial.sustained(boundMillis) ? "  sustained" : "  not sustained");
    return trial;
  }

  private static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      return Launcher.FAILED;
    }
  }
}
