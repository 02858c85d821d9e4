package org.docduel.tools;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.Source;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs a comparison: one fork of a side at a time, in random order, round by round, so that a busy
 * machine is busy for all sides alike, and says which goals are reached. Run with {@code
 * scripts/compare NAME [FORKS [CASE]]}; CASE is a value that a case has to have, such as a store.
 * docs/results/README.md#what-the-harness-costs has goals and results.
 */
public final class Compare {
  private static final String CONNECTIONS = "200";
  private static final int BAD_INPUT = 2;

  /**
   * The same work done in several ways; comparisons.json has them by name.
   *
   * @param timing how each fork measures and how many there are, unless the command line says
   *     otherwise, in JMH's words
   * @param metric what is compared: a metric of the benchmarks, or JMH's score of those that do not
   *     have it
   * @param cases parameters of all sides; {@code store} also tells which server is needed
   * @param goals what is to be shown
   */
  record Comparison(
      String what,
      String timing,
      String metric,
      List<Side> sides,
      List<String> cases,
      List<Goal> goals) {
    static SortedMap<String, Comparison> all() throws IOException {
      try (InputStream file = Compare.class.getResourceAsStream("comparisons.json")) {
        return new TreeMap<>(JSON.std.mapOfFrom(Comparison.class, file));
      }
    }
  }

  /**
   * One way: a JMH benchmark.
   *
   * @param command class and method, such as {@code InsertBenchmark.insert}, and what JMH is told
   *     for this side alone
   */
  record Side(String name, String command) {}

  /**
   * One side is fast enough beside another.
   *
   * @param reference the side with the speed 1
   * @param speed the least speed that will do: 0.97 allows 3 % fewer operations a second
   */
  record Goal(String side, String reference, double speed) {}

  private final Comparison comparison;
  private final int forks;
  private final Map<String, List<RunResult>> results = new HashMap<>();

  private Compare(Comparison comparison, int forks) {
    this.comparison = comparison;
    this.forks = forks;
  }

  /**
   * Compares.
   *
   * @param arguments name, forks, case
   * @throws Exception when a server, a program or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    System.setProperty(Settings.property(Servers.CONNECTIONS), CONNECTIONS);
    Map<String, Comparison> all = Comparison.all();
    Comparison comparison = arguments.length == 0 ? null : all.get(arguments[0]);
    if (comparison == null || (arguments.length > 1 && !arguments[1].matches("[1-9][0-9]{0,2}"))) {
      System.err.println(
          "docduel: compare NAME [FORKS [CASE]] with a NAME of " + String.join(", ", all.keySet()));
      System.exit(BAD_INPUT);
    } else {
      int forks =
          arguments.length > 1
              ? Integer.parseInt(arguments[1])
              : new CommandLineOptions(comparison.timing().split(" ", -1)).getForkCount().get();
      new Compare(comparison, forks).run(arguments.length > 2 ? arguments[2] : "");
    }
  }

  private void run(String wanted) throws Exception {
    try (Servers servers = new Servers(Settings.ofProcess())) {
      List<String> cases =
          comparison.cases().stream()
              .filter(testCase ->
                  Arrays.asList(testCase.split("[ =]", -1)).contains(wanted) || wanted.isEmpty())
              .filter(testCase -> started(servers, testCase))
              .toList();
      try (RunDirectory directory = RunDirectory.create()) {
        directory.publishAddresses(servers.addresses());
        measure(cases);
        print(cases);
      }
    }
  }

  /** Whether a case's server runs; why it does not is said. */
  private static boolean started(Servers servers, String testCase) {
    Optional<ServerFamily> family =
        StoreProviders.byName(parameters(testCase).getOrDefault("store", ""))
            .flatMap(StoreProvider::server);
    Optional<SourceSelection> missing =
        family.map(servers::find).filter(search -> !search.isOpen());
    missing.ifPresentOrElse(
        search ->
            System.out.println(
                "skipped " + testCase + ": " + search.reason() + "; " + search.remedy()),
        () -> family.ifPresent(servers::start));
    return missing.isEmpty();
  }

  private static Map<String, String> parameters(String testCase) {
    Map<String, String> parameters = new TreeMap<>();
    for (String token : testCase.split(" ", -1)) {
      int equals = token.indexOf('=');
      if (equals > 0) {
        parameters.put(token.substring(0, equals), token.substring(equals + 1));
      }
    }
    return parameters;
  }

  private void measure(List<String> cases) throws Exception {
    Random random = new Random(42);
    for (int round = 1; round <= forks; round++) {
      List<Side> order = new ArrayList<>(comparison.sides());
      for (String testCase : cases) {
        Collections.shuffle(order, random);
        for (Side side : order) {
          System.out.printf("round %d of %d: %s %s%n", round, forks, side.name(), testCase);
          results
              .computeIfAbsent(side.name() + " " + testCase, ignored -> new ArrayList<>())
              .add(fork(side, testCase));
        }
      }
    }
  }

  private RunResult fork(Side side, String testCase)
      throws CommandLineOptionException, RunnerException {
    String[] tokens = (side.command() + " " + comparison.timing()).split(" ", -1);
    String[] arguments = Arrays.copyOfRange(tokens, 1, tokens.length);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(arguments))
            .include("\\." + Pattern.quote(tokens[0]) + "$")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .forks(1)
            .jvmArgs() // not those of this process, which would come after the harness's own
            .addProfiler(ForkProfiler.class);
    parameters(testCase).forEach(options::param);
    return new Runner(options.build()).runSingle();
  }

  private Stream<Result<?>> observed(RunResult fork) {
    boolean hasMetric = fork.getSecondaryResults().containsKey(comparison.metric());
    return fork.getAggregatedResult().getIterationResults().stream()
        .<Result<?>>map(iteration ->
            hasMetric
                ? Objects.requireNonNull(iteration.getSecondaryResults().get(comparison.metric()))
                : iteration.getPrimaryResult());
  }

  private Observations observations(String side, String testCase) {
    List<RunResult> all = results.getOrDefault(side + " " + testCase, List.of());
    List<List<Double>> scores =
        all.stream().map(fork -> observed(fork).map(Result::getScore).toList()).toList();
    String scoreUnit = observed(all.get(0)).map(Result::getScoreUnit).findFirst().orElse("");
    String unit = scoreUnit.replaceFirst("\\w+/s$", "ops/s"); // whatever a side calls an operation
    Source source = new Source(side + " " + testCase, 0);
    return JmhMetric.of(source, comparison.metric(), new MetricUnit(unit), Double.NaN, scores)
        .observations(source);
  }

  /**
   * Which goals are reached, by our own statistics: those for which the whole interval of the speed
   * lies on their side. This is a one-sided test at 5 % that allows for what differs from fork to
   * fork.
   */
  private void print(List<String> cases) {
    System.out.println(comparison.what() + ":");
    System.out.println("| case | sides | speed | interval | goal | |");
    System.out.println("|---|---|---|---|---|---|");
    for (Goal goal : comparison.goals()) {
      for (String testCase : cases) {
        Superiority test =
            SuperiorityTest.withDefaults()
                .withDelta(0)
                .test(
                    observations(goal.reference(), testCase), observations(goal.side(), testCase));
        double lower = speed(test.interval().lower());
        double upper = speed(test.interval().upper());
        System.out.printf(
            Locale.ROOT,
            "| %s | %s / %s | %.3f | %.3f to %.3f | %.2f | %s |%n",
            testCase,
            goal.side(),
            goal.reference(),
            speed(test.delta()),
            lower,
            upper,
            goal.speed(),
            lower >= goal.speed() ? "reached" : upper < goal.speed() ? "missed" : "open");
      }
    }
  }

  private static double speed(double timeReduction) {
    return 1 / (1 - timeReduction);
  }
}
