package org.docduel.tools;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkSettings;
import org.docduel.core.fork.MetricsProfiler;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerAddresses.AddressFile;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay.ServerSearch;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs a comparison: one fork of a side at a time, in random order, round by round, so that a busy
 * machine is busy for all sides alike. Writes a JMH JSON for each side, and says which goals are
 * reached. Run with {@code scripts/compare NAME [FORKS [CASE]]}; CASE is a value that a case has to
 * have, such as a store. docs/results.md#what-the-harness-costs has goals and results.
 */
public final class Compare {
  private static final String CONNECTIONS = "200";
  private static final int BAD_INPUT = 2;
  private static final Path DIRECTORY = Path.of("tools", "target", "compare");

  private final String name;
  private final Comparison comparison;
  private final int forks;
  private final Map<String, Map<Map<String, String>, RunResult>> bySide = new LinkedHashMap<>();

  private Compare(String name, Comparison comparison, int forks) {
    this.name = name;
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
    Comparison comparison = arguments.length == 0 ? null : Comparison.all().get(arguments[0]);
    if (comparison == null || (arguments.length > 1 && !arguments[1].matches("[1-9][0-9]{0,2}"))) {
      System.err.println(
          "docduel: compare NAME [FORKS [CASE]] with a NAME of "
              + String.join(", ", Comparison.all().keySet()));
      System.exit(BAD_INPUT);
    } else {
      int forks =
          arguments.length > 1
              ? Integer.parseInt(arguments[1])
              : new CommandLineOptions(comparison.timing().split(" ", -1)).getForkCount().get();
      new Compare(arguments[0], comparison, forks).run(arguments.length > 2 ? arguments[2] : "");
    }
  }

  private void run(String wanted) throws Exception {
    try (Servers servers = new Servers(Settings.ofProcess())) {
      List<Map<String, String>> cases = new ArrayList<>();
      for (Map<String, String> one : comparison.cases()) {
        if ((wanted.isEmpty() || one.containsValue(wanted)) && started(servers, one)) {
          cases.add(one);
        }
      }
      try (AddressFile file = servers.addresses().write()) {
        System.setProperty(Settings.property(ServerAddresses.SETTING), String.valueOf(file.path()));
        measure(cases);
        print();
      }
    }
  }

  /** Whether a case's server runs; why it does not is said. */
  private static boolean started(Servers servers, Map<String, String> one) {
    Optional<ServerFamily> family =
        StoreProviders.named(one.getOrDefault("store", "")).flatMap(StoreProvider::server);
    if (family.isEmpty()) {
      return true;
    }
    ServerSearch search = servers.look(family.get());
    if (search.way().isEmpty()) {
      System.out.println("skipped " + one + ": " + search.reason() + "; " + search.remedy());
      return false;
    }
    servers.start(family.get());
    return true;
  }

  private void measure(List<Map<String, String>> cases) throws Exception {
    Random random = new Random(42);
    Files.createDirectories(DIRECTORY);
    for (int round = 1; round <= forks; round++) {
      List<Comparison.Side> order = new ArrayList<>(comparison.sides());
      for (Map<String, String> one : cases) {
        Collections.shuffle(order, random);
        for (Comparison.Side side : order) {
          System.out.printf("round %d of %d: %s %s%n", round, forks, side.name(), one);
          measure(side, one);
        }
      }
      for (Map.Entry<String, Map<Map<String, String>, RunResult>> side : bySide.entrySet()) {
        try (PrintStream out =
            new PrintStream(
                Files.newOutputStream(file(side.getKey())), false, StandardCharsets.UTF_8)) {
          ResultFormatFactory.getInstance(ResultFormatType.JSON, out)
              .writeOut(side.getValue().values());
        }
      }
    }
  }

  private Path file(String side) {
    return DIRECTORY.resolve(name + "-" + side + ".json");
  }

  /** Runs one fork of a side. */
  private void measure(Comparison.Side side, Map<String, String> one)
      throws CommandLineOptionException, RunnerException {
    String[] words = (side.command() + " " + comparison.timing()).split(" ", -1);
    String[] told = Arrays.copyOfRange(words, 1, words.length);
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(told))
            .include("\\." + Pattern.quote(words[0]) + "$")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .forks(1)
            .addProfiler(ForkSettings.class)
            .addProfiler(MetricsProfiler.class);
    one.forEach(options::param);
    bySide
        .computeIfAbsent(side.name(), ignored -> new LinkedHashMap<>())
        .merge(one, new Runner(options.build()).runSingle(), Compare::merged);
  }

  private static RunResult merged(RunResult before, RunResult fork) {
    List<BenchmarkResult> all = new ArrayList<>(before.getBenchmarkResults());
    all.addAll(fork.getBenchmarkResults());
    return new RunResult(before.getParams(), all);
  }

  /** A side's observations in each case. */
  private Map<Map<String, String>, Observations> read(String side) {
    List<SelectedResult> results =
        Selection.of("", comparison.metric()).from(JmhFile.read(file(side)));
    List<Map<String, String>> cases = List.copyOf(bySide.getOrDefault(side, Map.of()).keySet());
    Map<Map<String, String>, Observations> observations = new LinkedHashMap<>();
    for (int i = 0; i < cases.size(); i++) {
      observations.put(cases.get(i), results.get(i).observations());
    }
    return observations;
  }

  /**
   * Which goals are reached, by our own statistics: those for which the whole interval of the speed
   * lies on their side. This is a one-sided test at 5 % that allows for what differs from fork to
   * fork.
   */
  private void print() {
    System.out.println("| case | sides | speed | interval | goal | |");
    System.out.println("|---|---|---|---|---|---|");
    for (Comparison.Goal goal : comparison.goals()) {
      Map<Map<String, String>, Observations> references = read(goal.reference());
      read(goal.side())
          .forEach((one, side) -> print(goal, one, reference(goal, references, one), side));
    }
    bySide.keySet().forEach(side -> System.out.println(file(side)));
  }

  /** Without it there is nothing to judge: no side is compared with itself. */
  static Observations reference(
      Comparison.Goal goal,
      Map<Map<String, String>, Observations> references,
      Map<String, String> one) {
    Observations reference = references.get(one);
    if (reference == null) {
      throw new IllegalStateException(
          "no result of "
              + goal.reference()
              + " for "
              + words(one)
              + ", against which "
              + goal.side()
              + " is judged");
    }
    return reference;
  }

  private static void print(
      Comparison.Goal goal, Map<String, String> one, Observations reference, Observations side) {
    Superiority test = SuperiorityTest.withDefaults().withDelta(0).test(reference, side);
    Interval reduction = test.interval();
    double least = speed(reduction.lower());
    double most = speed(reduction.upper());
    String verdict = least >= goal.speed() ? "reached" : most < goal.speed() ? "missed" : "open";
    System.out.printf(
        Locale.ROOT,
        "| %s | %s / %s | %.3f | %.3f to %.3f | %.2f | %s |%n",
        words(one),
        goal.side(),
        goal.reference(),
        speed(test.delta()),
        least,
        most,
        goal.speed(),
        verdict);
  }

  private static String words(Map<String, String> one) {
    return one.isEmpty()
        ? "-"
        : new TreeMap<>(one)
            .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
  }

  private static double speed(double timeReduction) {
    return 1 / (1 - timeReduction);
  }
}
