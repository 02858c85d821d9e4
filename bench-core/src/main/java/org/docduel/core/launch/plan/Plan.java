package org.docduel.core.launch.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.group.GroupPlan;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Benchmarks;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Switch;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;

/**
 * What will run: each benchmark that the command line names, with each value of each parameter, on
 * each store. What cannot run is left out before anything starts, each time with a reason. Pure: it
 * is told which servers there are and starts nothing.
 */
public final class Plan {
  public final Workload workload;
  public final List<StoreProvider> stores;
  public final Arguments arguments;
  public final Comparisons comparisons;

  /** By their full names. */
  private final Map<String, Bench> benches = new LinkedHashMap<>();

  private final List<Combination> combinations = new ArrayList<>();

  public final Skips skips = new Skips();

  /** Of one client. */
  private final int threads;

  public final int clients;

  /** Those of {@code --flip}; none without it. */
  public final List<Switch> switches = new ArrayList<>();

  /**
   * Plans.
   *
   * @param servers which can be had; asked for when the names are known to be right
   * @throws BadInputException for a name that no benchmark has, a value that a check refuses, when
   *     what was named cannot be had, or when nothing is left
   */
  public Plan(
      Workload workload,
      List<StoreProvider> stores,
      Arguments arguments,
      Collection<BenchmarkListEntry> benchmarks,
      Supplier<ClientGroup.Stores> servers) {
    this.workload = workload;
    this.stores = List.copyOf(stores);
    this.comparisons = new Comparisons(workload, stores);
    this.arguments = arguments;
    benchmarks.forEach(
        entry -> benches.put(entry.getUsername(), Bench.of(entry, workload, stores)));
    this.threads = maxOf(this::threads);
    this.clients = arguments.group.map(GroupPlan::count).orElse(1);
    requireKnown();
    Set<Combination> all = new LinkedHashSet<>();
    Set<String> requestedSubjects = new LinkedHashSet<>();
    for (Bench bench : benches.values()) {
      for (Combination requested : bench.requestedCombinations(arguments)) {
        requestedSubjects.add(bench.subject(requested));
        bench
            .onEachStore(requested)
            .forEach(combination -> all.addAll(bench.withStoreParameters(combination, arguments)));
      }
    }
    ClientGroup.Stores availability = servers.get();
    for (Combination combination : all) {
      skip(combination, availability, requestedSubjects)
          .ifPresentOrElse(skips::add, () -> combinations.add(combination));
    }
    if (arguments.has(Option.FLIP) && !combinations.isEmpty()) {
      flip(new FlipDesign(bench(combinations.get(0)), List.copyOf(combinations)));
    }
    if (combinations.isEmpty()) {
      throw new BadInputException("nothing is left to run: " + String.join("; ", skips.lines()));
    }
    if (arguments.has(Option.TWIN) && twins(combinations).isEmpty()) {
      throw new BadInputException(
          "--twin: nothing in the plan is a store that keeps documents; name one, such as -p store=postgres-jsonb");
    }
    combinations.forEach(this::requireThreadsAndHeap);
  }

  /** Each store in each set-up of a design of switches, instead of what is kept. */
  private void flip(FlipDesign design) {
    switches.addAll(design.switches(arguments, skips));
    try {
      List<Combination> setUps = design.setUps(switches);
      combinations.clear();
      combinations.addAll(setUps);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      List<String> messages = new ArrayList<>(List.of("--flip: " + e.getMessage()));
      messages.add("-p NAME=OFF,ON adds one");
      messages.addAll(skips.lines());
      throw new BadInputException(String.join("; ", messages));
    }
  }

  private void requireThreadsAndHeap(Combination combination) {
    experiment(combination)
        .threadLimit(combination, threads * clients)
        .ifPresent(reason -> {
          String each = clients > 1 ? " on each of " + clients + " clients" : "";
          throw new BadInputException("-t " + threads + each + ": " + reason);
        });
    experiment(combination)
        .heapShortage(
            combination,
            threads,
            Benchmarks.forkHeapBytes(arguments.jmh, bench(combination).entry()))
        .ifPresent(reason -> {
          throw new BadInputException(reason + ", or give the forks more with -jvmArgsAppend");
        });
  }

  private void requireKnown() {
    Set<String> names = new TreeSet<>();
    for (Bench bench : benches.values()) {
      names.addAll(bench.defaults().keySet());
      names.addAll(bench.declared().keySet());
      bench.validateValues(arguments);
    }
    String benchmarkNames =
        benches.values().stream()
            .map(bench -> bench.experiment().benchmark().getSimpleName())
            .distinct()
            .collect(Collectors.joining(", "));
    arguments.parameters.forEach((name, values) -> {
      if (!names.contains(name)) {
        throw BadInputException.of(
            "-p %s=%s: no such parameter of %s; there are %s",
            name, String.join(",", values), benchmarkNames, String.join(", ", names));
      }
    });
  }

  private Optional<Sidecar.Skip> skip(
      Combination combination, ClientGroup.Stores servers, Set<String> requestedSubjects) {
    Bench bench = bench(combination);
    String subject = bench.subject(combination);
    String what = bench.subjects().parameter() + "=" + subject;
    Optional<String> reason = bench.unsupportedReason(combination);
    if (reason.isPresent()) {
      boolean onEachStore = bench.experiment().unsupportedReason(combination).isPresent();
      return Optional.of(
          new Sidecar.Skip(onEachStore ? combination.shortName() : what, reason.get(), "", 1));
    }
    String store = provider(combination).map(StoreProvider::name).orElse("");
    Sidecar.Skip missing = servers.missing().get(store);
    if (missing == null) {
      return Optional.empty();
    }
    if (requestedSubjects.contains(subject) || servers.requested().contains(store)) {
      if (servers.onRequest().contains(store)) {
        return Optional.empty();
      }
      throw new BadInputException("-p " + what + ": " + missing.reason() + "; " + missing.remedy());
    }
    return Optional.of(new Sidecar.Skip(what, missing.reason(), missing.remedy(), 1));
  }

  /** The most that any of the benchmarks asks for. */
  private int maxOf(ToIntFunction<BenchmarkListEntry> count) {
    return benches.values().stream().map(Bench::entry).mapToInt(count).max().orElse(1);
  }

  private int threads(BenchmarkListEntry entry) {
    int requested = arguments.jmh.getThreads().orElse(entry.getThreads().orElse(Defaults.THREADS));
    return requested == Threads.MAX ? Runtime.getRuntime().availableProcessors() : requested;
  }

  /** The combinations and how often each runs, for clients that have to do the same. */
  @Override
  public String toString() {
    return forkCount() + " x " + arguments.threadCounts + combinations;
  }

  /** The combinations that run, in the benchmarks' order. */
  public List<Combination> combinations() {
    return List.copyOf(combinations);
  }

  /** Those of the combinations of a benchmark that run. */
  public List<Map<String, String>> parametersOf(String benchmark) {
    return combinations.stream()
        .filter(combination -> combination.benchmark().equals(benchmark))
        .map(Combination::parameters)
        .toList();
  }

  /**
   * What is written in the results for values that name files of this machine, by {@code
   * name=value}.
   *
   * @throws BadInputException when two of a parameter's values are the same thing, whose forks
   *     nobody could tell apart
   */
  public Map<String, String> publishedValues() {
    Map<String, String> written = new LinkedHashMap<>();
    Map<String, String> typed = new LinkedHashMap<>();
    for (Combination combination : combinations) {
      experiment(combination)
          .publishedValues(combination)
          .forEach((name, content) -> {
            String value = combination.value(name);
            String other = typed.putIfAbsent(name + "=" + content, value);
            if (other != null && !other.equals(value)) {
              throw BadInputException.of(
                  "-p %s=%s,%s: both have the same content, %s; name one of them",
                  name, other, value, content);
            }
            written.put(name + "=" + value, content);
          });
    }
    return written;
  }

  /** The first fork of everything that is ready, twins last. */
  public List<Turn> first(List<Combination> ready) {
    List<Turn> turns =
        Stream.concat(
                ready.stream().map(combination -> new Turn(combination, 0)),
                arguments.has(Option.TWIN) ? twins(ready).stream() : Stream.of())
            .toList();
    return arguments.threadCounts.isEmpty()
        ? turns
        : turns.stream()
            .flatMap(turn -> arguments.threadCounts.stream().map(turn::withThreads))
            .toList();
  }

  /** The combinations of the first store of each benchmark that keeps something, as its twin. */
  private List<Turn> twins(List<Combination> ready) {
    List<Turn> twins = new ArrayList<>();
    for (Experiment experiment : workload.experiments()) {
      List<Combination> candidates =
          ready.stream()
              .filter(combination -> experiment(combination).benchmark() == experiment.benchmark())
              .filter(
                  combination -> provider(combination).filter(Comparisons::retainsData).isPresent())
              .toList();
      List<String> subjects =
          candidates.stream().map(combination -> bench(combination).subject(combination)).toList();
      String parameter = experiment.subjects(stores).parameter();
      String first =
          Stream.concat(arguments.valuesOf(parameter).stream(), subjects.stream())
              .filter(subjects::contains)
              .findFirst()
              .orElse("");
      candidates.stream()
          .filter(combination -> bench(combination).subject(combination).equals(first))
          .forEach(combination -> twins.add(new Turn(combination, 0, parameter)));
    }
    return twins;
  }

  /** The most forks that a combination has. */
  public int forkCount() {
    return arguments
        .looks
        .map(Looks::maxForks)
        .orElseGet(() ->
            maxOf(entry ->
                arguments
                    .jmh
                    .getForkCount()
                    .orElse(entry.getForks().orElse(Defaults.MEASUREMENT_FORKS))));
  }

  /** How many connections a server has to take at once. */
  public int connections() {
    return combinations.stream()
        .mapToInt(
            combination -> experiment(combination).connections(combination, threads) * clients)
        .max()
        .orElse(1);
  }

  /** How large the documents of its largest combination are, as JSON, in bytes; 0 when unknown. */
  public double maxDataBytes() {
    return combinations.stream()
        .mapToDouble(combination -> experiment(combination).dataBytes(combination).orElse(0))
        .max()
        .orElse(0);
  }

  public Experiment experiment(Combination combination) {
    return bench(combination).experiment();
  }

  private Bench bench(Combination combination) {
    return requireNonNull(benches.get(combination.benchmark()));
  }

  /** The stores that run. */
  public List<StoreProvider> plannedStores() {
    Set<StoreProvider> run =
        combinations.stream()
            .flatMap(combination -> provider(combination).stream())
            .collect(Collectors.toSet());
    return stores.stream().filter(run::contains).toList();
  }

  /** Whether data are on more than one server; files without a server are one. */
  public boolean hasSeveralServers() {
    return plannedStores().stream()
            .filter(Comparisons::retainsData)
            .map(store -> store.server().map(ServerFamily::name).orElse(""))
            .distinct()
            .count()
        > 1;
  }

  /** The profilers that are asked for by name and that no server has of the stores that run. */
  public List<String> unsupportedProfilers() {
    return arguments.effective.values("-prof").stream()
        .filter(arguments.requestedServerProfilers::contains)
        .filter(profiler ->
            StoreProviders.families(plannedStores()).stream()
                .noneMatch(family -> family.profilers().containsKey(profiler)))
        .toList();
  }

  /** The store that a combination runs on. */
  public Optional<StoreProvider> provider(Combination combination) {
    return bench(combination).subjects().store(combination);
  }

  /** The name of the server behind a subject or a store, or empty. */
  public String family(String name) {
    return combinations.stream()
        .filter(combination ->
            bench(combination).subject(combination).equals(name)
                || provider(combination).filter(store -> store.name().equals(name)).isPresent())
        .flatMap(combination -> provider(combination).flatMap(StoreProvider::server).stream())
        .map(ServerFamily::name)
        .findFirst()
        .orElse("");
  }

  /** The parameters that name the subjects of the benchmarks that run. */
  public Set<String> subjectParameters() {
    return combinations.stream()
        .map(combination -> bench(combination).subjects().parameter())
        .collect(Collectors.toSet());
  }
}
