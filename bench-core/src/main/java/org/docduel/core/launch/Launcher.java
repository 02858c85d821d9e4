package org.docduel.core.launch;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Command;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.verdict.Looks;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

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
        new Help(out, workload, ChosenBenchmarks.all(workload, stores).parameters(), stores)
            .print(jmh);
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

  private int measure(List<String> arguments, LaunchArguments launch, CommandLineOptions jmh)
      throws IOException {
    JmhArguments.check(jmh, profilers);
    ChosenBenchmarks benchmarks = ChosenBenchmarks.of(workload, stores, jmh);
    StoreParameters declared = new StoreParameters(stores, launch.parameters());
    Set<Experiment> experiments = benchmarks.experiments();
    Set<String> declaredNames = new LinkedHashSet<>();
    experiments.forEach(experiment -> declaredNames.addAll(declared.of(experiment).keySet()));
    List<Combination> asked =
        new CrossProduct(benchmarks.entries(), launch.parameters())
            .combinations(benchmarks.parameters(), declaredNames).stream()
                .map(one -> experiment(one).settled(one))
                .distinct()
                .toList();
    experiments.forEach(declared::check);
    SubjectStores storesOf = new SubjectStores(workload, stores);
    List<Combination> subjects =
        asked.stream().flatMap(one -> storesOf.expand(one).stream()).distinct().toList();
    List<Combination> all =
        subjects.stream().flatMap(one -> declared.multiply(one, experiment(one)).stream()).toList();
    Servers servers = new Servers(settings);
    StoreServers storeServers = new StoreServers(stores, servers);
    Set<String> asVersion = storeServers.ofAskedVersion(settings);
    Set<String> named =
        storesOf.names(all, store -> subjects.equals(asked) || asVersion.contains(store));
    RunPlan plan =
        new PlanFilter(workload, stores, declared, storeServers.unavailable(), named).filter(all);
    plan.skips().forEach(skip -> out.println(skip.line()));
    int forks = launch.looks().map(Looks::maxForks).orElseGet(() -> benchmarks.forks(jmh));
    System.setProperty(
        Settings.property(Servers.CONNECTIONS),
        String.valueOf(connections(plan, benchmarks.threads(jmh))));
    try (Run run =
        new Run(
            workload, launch, jmh, arguments, plan, new RunServers(servers, storeServers), out)) {
      run.servers(storesOf.of(plan.kept()));
      plan.kept().stream()
          .flatMap(one -> storesOf.of(one).map(it -> Map.entry(it, one.storeConfig())).stream())
          .distinct()
          .forEach(one -> storeServers.check(one.getKey(), one.getValue()));
      prepare(plan.kept());
      return run.rounds(launch.order().turns(plan.kept(), Math.max(1, forks)), forks)
          ? DONE
          : FAILED;
    }
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

  /** The most that a combination of the plan needs. */
  private int connections(RunPlan plan, int threads) {
    int most = 1;
    for (Combination combination : plan.kept()) {
      most = Math.max(most, experiment(combination).connections(combination, threads));
    }
    return most;
  }
}
