package org.docduel.core.harness.launch;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.harness.jmh.StoreState;
import org.docduel.core.harness.launch.arguments.CoreParameters;
import org.docduel.core.harness.launch.arguments.Help;
import org.docduel.core.harness.launch.arguments.LaunchArguments;
import org.docduel.core.harness.launch.arguments.WorkloadProfiles;
import org.docduel.core.harness.launch.files.HostFacts;
import org.docduel.core.harness.launch.files.ResultFileException;
import org.docduel.core.harness.launch.plan.CrossProduct;
import org.docduel.core.harness.launch.plan.PlanFilter;
import org.docduel.core.harness.launch.plan.RunPlan;
import org.docduel.core.harness.launch.plan.StoreParameters;
import org.docduel.core.harness.workload.Combination;
import org.docduel.core.harness.workload.Experiment;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Subjects;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;
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
  private final Settings settings;
  private final PrintWriter out;
  private final PrintWriter err;

  private Launcher(Workload workload, PrintWriter out, PrintWriter err) {
    this.workload = workload;
    this.stores = StoreProviders.all();
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
      LaunchArguments launch =
          LaunchArguments.parse(arguments, WorkloadProfiles.of(workload, arguments))
              .withProfilers(profilers().keySet());
      CommandLineOptions jmh = jmh(launch);
      if (jmh.shouldHelp()) {
        new Help(out, workload, parameters(allBenchmarks()), stores).print(jmh);
        return DONE;
      }
      if (jmh.shouldList()
          || jmh.shouldListWithParams()
          || jmh.shouldListProfilers()
          || jmh.shouldListResultFormats()) {
        list(jmh);
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

  /** JMH's options; without a benchmark's name the workload's main one runs. */
  private CommandLineOptions jmh(LaunchArguments launch) throws CommandLineOptionException {
    CommandLineOptions jmh = new CommandLineOptions(launch.jmh().toArray(String[]::new));
    boolean lists = jmh.shouldList() || jmh.shouldListWithParams();
    if (!jmh.getIncludes().isEmpty() || lists) {
      return jmh;
    }
    List<String> named = new ArrayList<>(launch.jmh());
    named.add(workload.experiments().get(0).benchmark().getSimpleName());
    return new CommandLineOptions(named.toArray(String[]::new));
  }

  private void list(CommandLineOptions jmh) {
    if (jmh.shouldListProfilers()) {
      jmh.listProfilers();
      out.println("Profilers of servers:");
      profilers().forEach((name, what) -> out.printf("  %13s: %s%n", name, what));
    } else if (jmh.shouldListResultFormats()) {
      jmh.listResultFormats();
    } else if (jmh.shouldList()) {
      new Runner(jmh).list();
    } else {
      new Runner(jmh).listWithParams(jmh);
    }
  }

  /** Short name to description, of all stores. */
  private Map<String, String> profilers() {
    Map<String, String> all = new TreeMap<>();
    stores.stream()
        .flatMap(store -> store.server().stream())
        .forEach(family -> all.putAll(family.profilers()));
    return all;
  }

  /** JMH would find out after the servers have started. */
  private void checkProfilers(CommandLineOptions jmh) {
    for (ProfilerConfig profiler : jmh.getProfilers()) {
      try {
        ProfilerFactory.getProfilerOrException(profiler);
      } catch (ProfilerException e) {
        throw new BadInputException(
            "-prof "
                + profiler.getKlass()
                + ": no such profiler, or it cannot run here ("
                + String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("")
                + "); servers have "
                + String.join(", ", profilers().keySet())
                + "; -lprof lists all",
            e);
      }
    }
  }

  private int measure(List<String> arguments, LaunchArguments launch, CommandLineOptions jmh)
      throws IOException {
    checkProfilers(jmh);
    Collection<BenchmarkListEntry> benchmarks = benchmarks(jmh);
    StoreParameters declared = new StoreParameters(stores, launch.parameters());
    Set<Experiment> experiments = new LinkedHashSet<>();
    benchmarks.forEach(one -> experiments.add(workload.experiment(one.getUsername())));
    Set<String> declaredNames = new LinkedHashSet<>();
    experiments.forEach(experiment -> declaredNames.addAll(declared.of(experiment).keySet()));
    List<Combination> asked =
        new CrossProduct(benchmarks, launch.parameters())
            .combinations(parameters(benchmarks), declaredNames);
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
    int forks = forks(benchmarks, jmh);
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
