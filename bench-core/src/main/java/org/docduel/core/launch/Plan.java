package org.docduel.core.launch;

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
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Switch;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What will run: each benchmark that the command line names, with each value of each parameter, on
 * each store. What cannot run is left out before anything starts, each time with a reason. Pure: it
 * is told which servers there are and starts nothing.
 */
final class Plan {
  final Workload workload;
  final List<StoreProvider> stores;
  final Arguments arguments;
  final Comparisons comparisons;

  /** By their full names. */
  private final Map<String, Bench> benches = new LinkedHashMap<>();

  private final List<Combination> kept = new ArrayList<>();

  /** Of each combination that is left out. */
  private final List<Sidecar.Skip> skips = new ArrayList<>();

  /** Of one client. */
  private final int threads;

  final int clients;

  /** Those of {@code --flip}; none without it. */
  final List<Switch> switches = new ArrayList<>();

  /**
   * Plans.
   *
   * @param servers which can be had; asked for when the names are known to be right
   * @throws BadInputException for a name that no benchmark has, a value that a check refuses, when
   *     what was named cannot be had, or when nothing is left
   */
  Plan(
      Workload workload,
      List<StoreProvider> stores,
      Arguments arguments,
      Collection<BenchmarkListEntry> benchmarks,
      Supplier<ClientGroup.Stores> servers) {
    this.workload = workload;
    this.stores = List.copyOf(stores);
    this.comparisons = new Comparisons(workload, stores);
    this.arguments = arguments;
    benchmarks.forEach(it -> benches.put(it.getUsername(), Bench.of(it, workload, stores)));
    this.threads = most(this::threads);
    this.clients = arguments.group.map(GroupPlan::count).orElse(1);
    requireKnown();
    Set<Combination> all = new LinkedHashSet<>();
    Set<String> named = new LinkedHashSet<>();
    for (Bench bench : benches.values()) {
      for (Combination asked : bench.asked(arguments)) {
        named.add(bench.subject(asked));
        bench
            .onEachStore(asked)
            .forEach(one -> all.addAll(bench.withStoreParameters(one, arguments)));
      }
    }
    ClientGroup.Stores known = servers.get();
    for (Combination one : all) {
      skip(one, known, named).ifPresentOrElse(skips::add, () -> kept.add(one));
    }
    if (arguments.has(Option.FLIP) && !kept.isEmpty()) {
      flip(bench(kept.get(0)));
    }
    if (kept.isEmpty()) {
      throw new BadInputException("nothing is left to run: " + String.join("; ", skipLines()));
    }
    if (arguments.has(Option.TWIN) && twins(kept).isEmpty()) {
      throw new BadInputException(
          "--twin: nothing in the plan is a store that keeps documents; name one, such as -p store=postgres-jsonb");
    }
    kept.forEach(this::requireThreadsAndHeap);
  }

  /** Each store in each set-up of a design of switches, instead of what is kept. */
  private void flip(Bench bench) {
    switches.addAll(bench.switches(kept, arguments, skips));
    try {
      List<Combination> setUps = bench.setUps(kept, switches);
      kept.clear();
      kept.addAll(setUps);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      List<String> words = new ArrayList<>(List.of("--flip: " + e.getMessage()));
      words.add("-p NAME=OFF,ON adds one");
      words.addAll(skipLines());
      throw new BadInputException(String.join("; ", words));
    }
  }

  private void requireThreadsAndHeap(Combination one) {
    experiment(one)
        .threadLimit(one, threads * clients)
        .ifPresent(reason -> {
          String each = clients > 1 ? " on each of " + clients + " clients" : "";
          throw new BadInputException("-t " + threads + each + ": " + reason);
        });
    experiment(one)
        .heapRefusal(one, threads, arguments.forkHeapBytes(bench(one).entry()))
        .ifPresent(reason -> {
          throw new BadInputException(reason + ", or give the forks more with -jvmArgsAppend");
        });
  }

  /** The benchmarks of the jar that a command line names. */
  static Collection<BenchmarkListEntry> named(Options jmh) {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
    BenchmarkList all = BenchmarkList.defaultList();
    String excludes = String.join(",", jmh.getExcludes());
    for (String name : jmh.getIncludes()) {
      if (all.find(silent, List.of(name), jmh.getExcludes()).isEmpty()) {
        throw BadInputException.of(
            "no benchmark matches %s%s; -l lists those that there are",
            name, excludes.isEmpty() ? "" : " and is not left out by -e " + excludes);
      }
    }
    return all.find(silent, jmh.getIncludes(), jmh.getExcludes());
  }

  private void requireKnown() {
    Set<String> names = new TreeSet<>();
    for (Bench bench : benches.values()) {
      names.addAll(bench.defaults().keySet());
      names.addAll(bench.declared().keySet());
      bench.requireTaken(arguments);
    }
    String asked =
        benches.values().stream()
            .map(bench -> bench.experiment().benchmark().getSimpleName())
            .distinct()
            .collect(Collectors.joining(", "));
    arguments.parameters.forEach((name, values) -> {
      if (!names.contains(name)) {
        throw BadInputException.of(
            "-p %s=%s: no such parameter of %s; there are %s",
            name, String.join(",", values), asked, String.join(", ", names));
      }
    });
  }

  private Optional<Sidecar.Skip> skip(
      Combination one, ClientGroup.Stores servers, Set<String> named) {
    Bench bench = bench(one);
    String subject = bench.subject(one);
    String what = bench.subjects().parameter() + "=" + subject;
    Optional<String> refused = bench.refusal(one);
    if (refused.isPresent()) {
      boolean onEachStore = bench.experiment().refusal(one).isPresent();
      return Optional.of(
          new Sidecar.Skip(onEachStore ? one.shortName() : what, refused.get(), "", 1));
    }
    String store = provider(one).map(StoreProvider::name).orElse("");
    Sidecar.Skip missing = servers.missing().get(store);
    if (missing == null) {
      return Optional.empty();
    }
    if (named.contains(subject) || servers.asked().contains(store)) {
      if (servers.onRequest().contains(store)) {
        return Optional.empty();
      }
      throw new BadInputException("-p " + what + ": " + missing.reason() + "; " + missing.remedy());
    }
    return Optional.of(new Sidecar.Skip(what, missing.reason(), missing.remedy(), 1));
  }

  /** The most that any of the benchmarks asks for. */
  private int most(ToIntFunction<BenchmarkListEntry> asked) {
    return benches.values().stream().map(Bench::entry).mapToInt(asked).max().orElse(1);
  }

  private int threads(BenchmarkListEntry entry) {
    int asked = arguments.jmh.getThreads().orElse(entry.getThreads().orElse(Defaults.THREADS));
    return asked == Threads.MAX ? Runtime.getRuntime().availableProcessors() : asked;
  }

  /** The combinations and how often each runs, for clients that have to do the same. */
  @Override
  public String toString() {
    return forks() + " x " + kept;
  }

  /** The combinations that run, in the benchmarks' order. */
  List<Combination> kept() {
    return List.copyOf(kept);
  }

  /** Those of the combinations of a benchmark that run. */
  List<Map<String, String>> parametersOf(String benchmark) {
    return kept.stream()
        .filter(one -> one.benchmark().equals(benchmark))
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
  Map<String, String> recorded() {
    Map<String, String> written = new LinkedHashMap<>();
    Map<String, String> typed = new LinkedHashMap<>();
    for (Combination one : kept) {
      experiment(one)
          .recorded(one)
          .forEach((name, content) -> {
            String value = one.value(name);
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
  List<Order.Turn> first(List<Combination> ready) {
    return Stream.concat(
            ready.stream().map(one -> new Order.Turn(one, 0)),
            arguments.has(Option.TWIN) ? twins(ready).stream() : Stream.of())
        .toList();
  }

  /** The combinations of the first store of each benchmark that keeps something, as its twin. */
  private List<Order.Turn> twins(List<Combination> ready) {
    List<Order.Turn> twins = new ArrayList<>();
    for (Experiment experiment : workload.experiments()) {
      List<Combination> own =
          ready.stream()
              .filter(one -> experiment(one).benchmark() == experiment.benchmark())
              .filter(one -> provider(one).filter(Comparisons::keeps).isPresent())
              .toList();
      List<String> subjects = own.stream().map(one -> bench(one).subject(one)).toList();
      String parameter = experiment.subjects(stores).parameter();
      String first =
          Stream.concat(arguments.given(parameter).stream(), subjects.stream())
              .filter(subjects::contains)
              .findFirst()
              .orElse("");
      own.stream()
          .filter(one -> bench(one).subject(one).equals(first))
          .forEach(one -> twins.add(new Order.Turn(one, 0, parameter)));
    }
    return twins;
  }

  /** What was left out, each reason once. */
  List<Sidecar.Skip> skips() {
    Map<Sidecar.Skip, Long> counted =
        skips.stream()
            .collect(Collectors.groupingBy(it -> it, LinkedHashMap::new, Collectors.counting()));
    List<Sidecar.Skip> each = new ArrayList<>();
    counted.forEach((skip, count) ->
        each.add(new Sidecar.Skip(skip.what(), skip.reason(), skip.remedy(), count)));
    return each;
  }

  /** The same for people: what is left out for the same reason is one line. */
  List<String> skipLines() {
    Map<List<String>, List<String>> alike = new LinkedHashMap<>();
    for (Sidecar.Skip skip : skips) {
      String parameter = skip.what().replaceFirst("(?<==).*", "");
      alike
          .computeIfAbsent(
              List.of(parameter, skip.reason(), skip.remedy()), it -> new ArrayList<>())
          .add(skip.what().substring(parameter.length()));
    }
    List<String> lines = new ArrayList<>();
    alike.forEach((why, values) ->
        lines.add(
            "skipped %s%s (%s): %s%s"
                .formatted(
                    why.get(0),
                    values.stream().distinct().collect(Collectors.joining(",")),
                    Numbers.count(values.size(), "combination", "combinations"),
                    why.get(1),
                    why.get(2).isEmpty() ? "" : "; " + why.get(2))));
    return lines;
  }

  /** The most forks that a combination has. */
  int forks() {
    return arguments
        .looks
        .map(Looks::maxForks)
        .orElseGet(() ->
            most(own ->
                arguments
                    .jmh
                    .getForkCount()
                    .orElse(own.getForks().orElse(Defaults.MEASUREMENT_FORKS))));
  }

  /** How many connections a server has to take at once. */
  int connections() {
    return kept.stream()
        .mapToInt(one -> experiment(one).connections(one, threads) * clients)
        .max()
        .orElse(1);
  }

  Experiment experiment(Combination one) {
    return bench(one).experiment();
  }

  private Bench bench(Combination one) {
    return requireNonNull(benches.get(one.benchmark()));
  }

  /** The stores that run. */
  List<StoreProvider> used() {
    Set<StoreProvider> run =
        kept.stream().flatMap(one -> provider(one).stream()).collect(Collectors.toSet());
    return stores.stream().filter(run::contains).toList();
  }

  /** The profilers that are asked for by name and that no server has of the stores that run. */
  List<String> idle() {
    return arguments.whole.values("-prof").stream()
        .filter(arguments.onServers::contains)
        .filter(profiler ->
            used().stream()
                .flatMap(store -> store.server().stream())
                .noneMatch(family -> family.profilers().containsKey(profiler)))
        .toList();
  }

  /** The store that a combination runs on. */
  Optional<StoreProvider> provider(Combination one) {
    return bench(one).subjects().store(one);
  }

  /** The name of the server behind a subject or a store, or empty. */
  String family(String name) {
    return kept.stream()
        .filter(one ->
            bench(one).subject(one).equals(name)
                || provider(one).filter(store -> store.name().equals(name)).isPresent())
        .flatMap(one -> provider(one).flatMap(StoreProvider::server).stream())
        .map(ServerFamily::name)
        .findFirst()
        .orElse("");
  }

  /** The parameters that name the subjects of the benchmarks that run. */
  Set<String> subjectParameters() {
    return kept.stream().map(one -> bench(one).subjects().parameter()).collect(Collectors.toSet());
  }
}
