package org.docduel.core.harness.launch;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.harness.jmh.StoreState;
import org.docduel.core.harness.launch.arguments.CoreParameters;
import org.docduel.core.harness.launch.arguments.Help;
import org.docduel.core.harness.launch.arguments.JmhArguments;
import org.docduel.core.harness.launch.arguments.LaunchArguments;
import org.docduel.core.harness.launch.arguments.WorkloadProfiles;
import org.docduel.core.harness.launch.files.HostFacts;
import org.docduel.core.harness.launch.files.ResultFileException;
import org.docduel.core.harness.launch.plan.CrossProduct;
import org.docduel.core.harness.launch.plan.PlanFilter;
import org.docduel.core.harness.launch.plan.RunPlan;
import org.docduel.core.harness.launch.plan.StoreParameters;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Command;
import org.docduel.core.harness.workload.Experiment;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Subjects;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.docduel.stats.analysis.Looks;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The main class of every {@code benchmarks.jar}: from a command line to a plan, the servers, the
 * rounds, the results and an exit status. Every option of JMH's works as in stock JMH; {@code -h}
 * shows what is added.
 */
public final class Launcher {
  /** All went well. */
  public static final int DONE = 0;

  /** A fork or a check failed, or the run could not be finished. */
  public static final int FAILED = 1;

  /** The arguments are wrong, or a server that was asked for cannot be had. Nothing ran. */
  public static final int BAD_INPUT = 2;

  private final Workload workload;
  private final List<StoreProvider> stores;
  private final Map<String, String> profilers;
  private final Settings settings;
  private final PrintWriter out;
  private final PrintWriter err;

  private Launcher(Workload workload, PrintWriter out, PrintWriter err) {
    this.workload = workload;
    this.stores = StoreProviders.all();
    this.profilers = JmhArguments.profilers(stores);
    this.settings = Settings.ofProcess();
    this.out = out;
    this.err = err;
  }

  /**
   * Runs and exits.
   *
   * @param arguments see {@code -h}
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    // two runs on one machine are told of each other by MachineLock instead of failing half-way
    System.setProperty("jmh.ignoreLock", "true");
    Charset charset = Charset.defaultCharset();
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, charset), true);
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, charset), true);
    Workload workload = ServiceLoader.load(Workload.class).findFirst().orElseThrow();
    System.exit(new Launcher(workload, out, err).run(Arrays.asList(arguments)));
  }

  private int run(List<String> arguments) {
    if (arguments.contains("--version")) {
      out.println(HostFacts.version());
      return DONE;
    }
    try {
      for (Command command : workload.commands()) {
        List<String> name = List.of(command.name().split(" "));
        if (Collections.indexOfSubList(arguments, name) == 0) {
          command.run(arguments.subList(name.size(), arguments.size()), out);
          return DONE;
        }
      }
      LaunchArguments launch =
          LaunchArguments.parse(arguments, WorkloadProfiles.of(workload, arguments))
              .withProfilers(profilers.keySet());
      if (launch.clean()) {
        return clean();
      }
      CommandLineOptions jmh = JmhArguments.parse(launch.jmh(), workload);
      if (jmh.shouldHelp()) {
        new Help(out, workload, parameters(allBenchmarks()), stores).print(jmh);
        return DONE;
      }
      if (JmhArguments.list(jmh, profilers, out)) {
        return DONE;
      }
      return measure(arguments, launch, jmh);
    } catch (BadInputException e) {
      err.println("docduel: " + e.getMessage());
      return BAD_INPUT;
    } catch (CommandLineOptionException e) {
      err.println("docduel: " + e.getMessage() + "; see -h");
      return BAD_INPUT;
    } catch (ServerException | ResultFileException | IOException e) {
      err.println("docduel: " + e.getMessage());
      return FAILED;
    }
  }

  private int clean() {
    try (Servers servers = new Servers(settings)) {
      new StoreServers(stores, servers).clean(out);
    }
    return DONE;
  }

  /** Those that the benchmarks have, with their checks. */
  private List<Parameter> parameters(Collection<BenchmarkListEntry> benchmarks) {
    Map<String, Parameter> all = new LinkedHashMap<>();
    for (BenchmarkListEntry benchmark : benchmarks) {
      Set<String> fields = benchmark.getParams().orElse(Map.of()).keySet();
      CoreParameters.with(workload.experiment(benchmark.getUsername()), stores).stream()
          .filter(parameter -> fields.contains(parameter.name()))
          .forEach(parameter -> all.putIfAbsent(parameter.name(), parameter));
    }
    return List.copyOf(all.values());
  }

  private static Collection<BenchmarkListEntry> allBenchmarks() {
    return BenchmarkList.defaultList().getAll(silent(), List.of());
  }

  private static OutputFormat silent() {
    return OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
  }

  private int measure(List<String> arguments, LaunchArguments launch, CommandLineOptions jmh)
      throws IOException {
    JmhArguments.check(jmh, profilers);
    Collection<BenchmarkListEntry> benchmarks = benchmarks(jmh);
    StoreParameters declared = new StoreParameters(stores, launch.parameters());
    Set<Experiment> experiments = new LinkedHashSet<>();
    benchmarks.forEach(one -> experiments.add(workload.experiment(one.getUsername())));
    Set<String> declaredNames = new LinkedHashSet<>();
    experiments.forEach(experiment -> declaredNames.addAll(declared.of(experiment).keySet()));
    List<Combination> asked =
        new CrossProduct(benchmarks, launch.parameters())
            .combinations(parameters(benchmarks), declaredNames).stream()
                .map(one -> experiment(one).settled(one))
                .distinct()
                .toList();
    experiments.forEach(declared::check);
    List<Combination> subjects =
        asked.stream().flatMap(one -> expand(one).stream()).distinct().toList();
    List<Combination> all =
        subjects.stream().flatMap(one -> declared.multiply(one, experiment(one)).stream()).toList();
    Servers servers = new Servers(settings);
    StoreServers storeServers = new StoreServers(stores, servers);
    Set<String> asVersion = storeServers.ofAskedVersion(settings);
    Set<String> named = subjects(all, store -> subjects.equals(asked) || asVersion.contains(store));
    RunPlan plan =
        new PlanFilter(workload, stores, declared, storeServers.unavailable(), named).filter(all);
    plan.skips().forEach(skip -> out.println(skip.line()));
    int forks = launch.looks().map(Looks::maxForks).orElseGet(() -> forks(benchmarks, jmh));
    System.setProperty(
        Settings.property(Servers.CONNECTIONS), String.valueOf(connections(plan, benchmarks, jmh)));
    try (Run run =
        new Run(
            workload, launch, jmh, arguments, plan, new RunServers(servers, storeServers), out)) {
      run.servers(stores(plan.kept()));
      plan.kept().stream()
          .flatMap(one -> store(one).map(store -> Map.entry(store, one.storeConfig())).stream())
          .distinct()
          .forEach(one -> storeServers.check(one.getKey(), one.getValue()));
      prepare(plan.kept());
      return run.rounds(launch.order().turns(plan.kept(), Math.max(1, forks)), forks)
          ? DONE
          : FAILED;
    }
  }

  private Collection<BenchmarkListEntry> benchmarks(CommandLineOptions jmh) {
    Collection<BenchmarkListEntry> found =
        BenchmarkList.defaultList().find(silent(), jmh.getIncludes(), jmh.getExcludes());
    if (found.isEmpty()) {
      throw new BadInputException(
          "no benchmark matches "
              + String.join(" ", jmh.getIncludes())
              + "; -l lists those that there are");
    }
    return found;
  }

  private void prepare(List<Combination> plan) {
    for (Experiment experiment : workload.experiments()) {
      List<Combination> own =
          plan.stream()
              .filter(one -> experiment(one).benchmark() == experiment.benchmark())
              .toList();
      if (!own.isEmpty()) {
        experiment.prepare(own, out);
      }
    }
  }

  private Experiment experiment(Combination combination) {
    return workload.experiment(combination.benchmark());
  }

  /** Replaces {@code all} by every subject. */
  private List<Combination> expand(Combination combination) {
    if (experiment(combination).needs().isEmpty()) {
      return List.of(combination);
    }
    Subjects subjects = experiment(combination).subjects(stores);
    String parameter = subjects.parameter();
    if (!combination.value(parameter).equals(StoreState.ALL)) {
      return List.of(combination);
    }
    return subjects.stores().keySet().stream()
        .map(value -> combination.with(parameter, value))
        .toList();
  }

  private Set<String> subjects(List<Combination> combinations, Predicate<String> ofStore) {
    Set<String> names = new LinkedHashSet<>();
    for (Combination combination : combinations) {
      if (store(combination).filter(ofStore).isPresent()) {
        names.add(combination.value(experiment(combination).subjects(stores).parameter()));
      }
    }
    return names;
  }

  private Set<String> stores(List<Combination> combinations) {
    return combinations.stream()
        .flatMap(combination -> store(combination).stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Optional<String> store(Combination combination) {
    Experiment experiment = experiment(combination);
    return experiment.needs().isEmpty()
        ? Optional.empty()
        : experiment.subjects(stores).store(combination);
  }

  /** The most that a combination of the plan needs. */
  private int connections(
      RunPlan plan, Collection<BenchmarkListEntry> benchmarks, CommandLineOptions jmh) {
    int threads = 1;
    for (BenchmarkListEntry benchmark : benchmarks) {
      int asked = jmh.getThreads().orElse(benchmark.getThreads().orElse(Defaults.THREADS));
      threads = Math.max(threads, asked);
      if (asked == Threads.MAX) {
        threads = Math.max(threads, Runtime.getRuntime().availableProcessors());
      }
    }
    int most = 1;
    for (Combination combination : plan.kept()) {
      most = Math.max(most, experiment(combination).connections(combination, threads));
    }
    return most;
  }

  private static int forks(Collection<BenchmarkListEntry> benchmarks, CommandLineOptions jmh) {
    List<Integer> counts = new ArrayList<>();
    for (BenchmarkListEntry benchmark : benchmarks) {
      counts.add(
          jmh.getForkCount().orElse(benchmark.getForks().orElse(Defaults.MEASUREMENT_FORKS)));
    }
    return counts.stream().mapToInt(Integer::intValue).max().orElse(1);
  }
}
