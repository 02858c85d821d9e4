package org.docduel.core.launch.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.cli.Order;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;
import org.docduel.core.work.Latencies;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.docduel.stats.sidecar.Fact.WorkloadFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.docduel.stats.sidecar.Sidecar.UntilDecided;
import org.docduel.stats.verdict.Switch;
import org.docduel.stats.verdict.Twins;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * What is known of a run: its results, many runs of one fork each put together as if each benchmark
 * had run once with many forks, and beside them machine, servers, settings, sizes as stored,
 * checks, skips, findings, which become the sidecar.
 */
public final class RunRecord {
  /**
   * The forks of one result.
   *
   * @param place in the plan
   * @param processes stands for its forks, which the queries of a suite share
   * @param rounds in which each ran, from 1
   */
  private record Merged(
      BenchmarkParams head,
      int place,
      String processes,
      List<BenchmarkResult> forks,
      List<Integer> rounds) {}

  public final Plan plan;

  /** Hidden in all free text that comes in here. */
  public final Secrets secrets = new Secrets();

  private final List<String> command;
  private final Instant started;

  /** The clients that measure, if they are several. */
  public final Optional<ClientGroup> group;

  /** What is written for parameters' values, by {@code name=value}. */
  private final Map<String, String> publishedValues;

  private final Map<String, String> environment = HostFacts.gather();
  private final Map<String, Merged> results = new LinkedHashMap<>();
  private final Map<String, Sidecar.Server> servers = new LinkedHashMap<>();
  private final Map<ServerAddress, String> names = new LinkedHashMap<>();
  private final Map<String, String> serverOf = new LinkedHashMap<>();

  /** What an earlier run was measured on, until a fork of this one says it too. */
  private final Map<List<Object>, StoreFact> earlierStores = new HashMap<>();

  /** What forks have said of stores, plans, checks, questions and where time goes. */
  private final Map<Object, Fact> facts = new LinkedHashMap<>();

  private final StringBuilder latencies = new StringBuilder();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> findings = new LinkedHashSet<>();
  private final List<UntilDecided.Look> looked = new ArrayList<>();
  private List<Combination> order = List.of();
  private List<Description> descriptions = List.of();
  private String twin = "";

  /** Nothing is known but the plan. */
  public RunRecord(Plan plan, List<String> command, Instant started, Optional<ClientGroup> group) {
    this.plan = plan;
    this.command = List.copyOf(command);
    this.started = started;
    this.group = group;
    publishedValues = plan.publishedValues();
  }

  /** Says in which order the combinations that run are written. */
  public void order(List<Combination> combinations) {
    order = List.copyOf(combinations);
    descriptions = descriptions();
  }

  /** The benchmarks in words; of combinations that need different ones, none. */
  private List<Description> descriptions() {
    Map<String, List<Description>> byBenchmark = new LinkedHashMap<>();
    for (Combination combination : order) {
      plan.workload
          .experiment(combination.benchmark())
          .description(combination)
          .map(each -> withDurability(each, combination))
          .ifPresent(each ->
              byBenchmark.computeIfAbsent(each.benchmark(), key -> new ArrayList<>()).add(each));
    }
    byBenchmark
        .values()
        .removeIf(all -> all.stream().map(Description::text).distinct().count() > 1);
    return byBenchmark.values().stream().map(this::merged).toList();
  }

  private static Description withDurability(Description description, Combination combination) {
    String name = Durability.PARAMETER.name();
    if (combination.value(name).isEmpty()) {
      return description;
    }
    Map<String, String> labels = new LinkedHashMap<>(description.labels());
    labels.put(
        name + "=" + combination.value(name), combination.get(Durability.PARAMETER).promise());
    return new Description(
        description.benchmark(),
        description.text() + ", {" + name + "}",
        labels,
        description.example());
  }

  /** One for all combinations of a benchmark, with values as results have them. */
  private Description merged(List<Description> all) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (Description each : all) {
      each.labels()
          .forEach((assignment, text) -> {
            String name = assignment.substring(0, assignment.indexOf('='));
            String value = assignment.substring(name.length() + 1);
            labels.putIfAbsent(name + "=" + written(name, value), text);
          });
    }
    Description first = all.get(0);
    return new Description(first.benchmark(), first.text(), labels, printable(first.example()));
  }

  /** Parameters as results have them. */
  public Map<String, String> written(Map<String, String> parameters) {
    Map<String, String> written = new LinkedHashMap<>(parameters);
    written.replaceAll(this::written);
    return written;
  }

  private String written(String parameter, String value) {
    return publishedValues.getOrDefault(parameter + "=" + value, value);
  }

  private Switch written(Switch toggle) {
    String name = toggle.parameter();
    return new Switch(name, written(name, toggle.off()), written(name, toggle.on()));
  }

  /**
   * Adds what a fork measured: a result for each mode, or each value where the plan says all.
   *
   * @param turn of the fork; its results get the name of its twin, if it is one
   */
  public synchronized void add(Collection<RunResult> fork, Turn turn) {
    Map<Mode, String> processes = new EnumMap<>(Mode.class); // each mode has its own
    for (RunResult result : fork) {
      BenchmarkParams params = flattenParams(result.getParams(), turn.twin());
      // not by BenchmarkParams.compareTo, which looks at positions and would merge different stores
      String key = key(params);
      Merged merged =
          results.computeIfAbsent(
              key,
              ignored ->
                  new Merged(
                      params,
                      order.indexOf(turn.combination()),
                      processes.getOrDefault(params.getMode(), key),
                      new ArrayList<>(),
                      new ArrayList<>()));
      processes.putIfAbsent(params.getMode(), merged.processes);
      Collection<BenchmarkResult> forks = result.getBenchmarkResults();
      merged.forks.addAll(forks);
      merged.rounds.addAll(Collections.nCopies(forks.size(), turn.fork() + 1));
    }
  }

  /** Takes the results and facts of an earlier run; the order is known. */
  public synchronized void resume(EarlierRun earlier) {
    for (EarlierRun.Part part : earlier.parts()) {
      BenchmarkParams params = part.params();
      results.put(
          key(params),
          new Merged(
              params,
              place(params),
              "resumed " + part.processes(),
              new ArrayList<>(part.forks()),
              new ArrayList<>(part.rounds())));
    }
    earlier.facts().forEach(this::addFact);
    earlier
        .sidecar()
        .stores()
        .forEach(store -> earlierStores.put(List.of(store.store(), store.parameters()), store));
  }

  private static String key(BenchmarkParams params) {
    return params.getBenchmark()
        + params.getMode()
        + params.getThreads()
        + StoreState.parameters(params);
  }

  /** Of its combination in the plan, whose twin has the same. */
  private int place(BenchmarkParams params) {
    Map<String, String> parameters = new LinkedHashMap<>(StoreState.parameters(params));
    parameters.replaceAll((name, value) -> value.replaceFirst(Twins.SUFFIX + "$", ""));
    return IntStream.range(0, order.size())
        .filter(i -> isOf(order.get(i), params.getBenchmark(), parameters))
        .findFirst()
        .orElse(order.size());
  }

  /** Whether a result is of a combination; one that stands for all of a kind has several. */
  private boolean isOf(Combination combination, String benchmark, Map<String, String> parameters) {
    return benchmark.equals(combination.benchmark())
        && written(combination.parameters()).entrySet().stream()
            .allMatch(each ->
                each.getValue().equals("all")
                    || each.getValue()
                        .equals(parameters.getOrDefault(each.getKey(), each.getValue())));
  }

  /** Whether an earlier run has measured a fork. */
  public synchronized boolean isMeasured(Turn turn) {
    return results.values().stream()
        .anyMatch(merged ->
            merged.rounds.contains(turn.fork() + 1)
                && turn.threads().orElse(merged.head.getThreads()) == merged.head.getThreads()
                && isOf(
                    turn.publishedCombination(),
                    merged.head.getBenchmark(),
                    StoreState.parameters(merged.head)));
  }

  /** Whether nothing was measured yet. */
  public synchronized boolean isEmpty() {
    return results.isEmpty();
  }

  /** The merged results, in the plan's order. */
  synchronized List<RunResult> results() {
    return inOrder().map(merged -> new RunResult(merged.head, List.copyOf(merged.forks))).toList();
  }

  private Stream<Merged> inOrder() {
    return results.values().stream()
        .sorted(
            Comparator.comparingInt(Merged::place)
                .thenComparing(
                    merged -> StoreState.parameters(merged.head).toString().contains(Twins.SUFFIX))
                .thenComparingInt(merged -> merged.head.getThreads()));
  }

  /** The parameters that stores declare travel as one field of JMH's; here each stands alone. */
  BenchmarkParams flattenParams(BenchmarkParams params, String twinned) {
    WorkloadParams all = new WorkloadParams();
    if (plan.clients > 1) {
      all.put("clients", String.valueOf(plan.clients), 0);
    }
    written(StoreState.parameters(params))
        .forEach(
            (name, value) -> all.put(name, name.equals(twinned) ? value + Twins.SUFFIX : value, 0));
    return ResultParts.params(params, params.getThreads() * plan.clients, all);
  }

  /** Takes the facts that forks have left since the last time; the checks that failed. */
  public synchronized List<CheckFact> collect(RunDirectory directory) {
    List<CheckFact> before = all(CheckFact.class);
    readNewFacts(directory).forEach(this::addFact);
    return all(CheckFact.class).stream().skip(before.size()).filter(RunRecord::failed).toList();
  }

  /** The facts that forks have left since the last time, without taking note of them. */
  public synchronized List<Fact> readNewFacts(RunDirectory directory) {
    try {
      return directory.facts().stream().map(RunRecord::take).toList();
    } catch (UncheckedIOException e) { // results are kept, whatever became of the directory
      return List.of(new FindingFact("what forks said is lost: " + e.getMessage()));
    }
  }

  /** An iteration leaves facts too: those of hours must not pile up. */
  private static Fact take(Path file) {
    try {
      String text = Files.readString(file);
      Files.delete(file);
      return Fact.parse(file.toString(), text);
    } catch (IOException | BadInputException e) {
      return new FindingFact("a fork's facts cannot be read: " + e.getMessage());
    }
  }

  /**
   * Notes a server of the run. Families with one address have one server, named for the first.
   *
   * @param network what lies between
   * @param roundTripNanos of the shortest request, 0 when it was not measured
   */
  public synchronized void server(Servers.InUse server, Network network, long roundTripNanos) {
    String name = names.computeIfAbsent(server.address(), ignored -> server.family());
    serverOf.put(server.family(), name);
    servers.putIfAbsent(
        name,
        new Sidecar.Server(
            name,
            server.source(),
            "",
            Map.of(),
            network.label(),
            server.container().map(ServerSource.Container::image).orElse(""),
            roundTripNanos,
            server.tuning().map(Tuning::label).orElse(Sidecar.Server.AS_FOUND),
            server.memory().map(ServerSource.Memory::facts)));
  }

  /** Takes what a fork says, under the names that results have. */
  public synchronized void addFact(Fact received) {
    Fact fact = received.withNames(this::written);
    if (fact instanceof StoreFact store) {
      List<Object> key = List.of(store.store(), store.parameters());
      facts.put(key, onServer(store));
      StoreFact other = earlierStores.remove(key);
      if (other != null && !store.isOfSameServer(other)) {
        failure(
            "%s: its server was %s %s, and is %s %s: forks of both are no sample"
                .formatted(
                    store.store(),
                    other.product(),
                    other.settings(),
                    store.product(),
                    store.settings()));
      }
    } else if (fact instanceof PlanFact planFact) {
      plan(planFact);
    } else if (fact instanceof FindingFact finding) {
      finding(finding.finding());
    } else if (fact instanceof LatencyFact latency) {
      latencies.append(withPublishedNames(latency.log()));
    } else if (fact instanceof CheckFact check) {
      facts.put(facts.size(), check.withDetail(printable(check.detail())));
    } else {
      boolean ofFork = fact instanceof ExplainFact || fact instanceof WarmUpFact;
      facts.put(facts.size(), ofFork ? fact.withNames(this::twin) : fact);
    }
  }

  private <T extends Fact> List<T> all(Class<T> type) {
    return facts.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Says whose fork leaves the facts that come next: a twin's does not know its name. */
  public synchronized void setCurrentFork(Turn turn) {
    twin = turn.twin();
  }

  private Map<String, String> twin(Map<String, String> parameters) {
    Map<String, String> renamed = new LinkedHashMap<>(parameters);
    renamed.computeIfPresent(twin, (name, store) -> store + Twins.SUFFIX);
    return renamed;
  }

  private String withPublishedNames(String log) {
    String written = log;
    for (Map.Entry<String, String> entry : publishedValues.entrySet()) {
      String name = entry.getKey().substring(0, entry.getKey().indexOf('=') + 1);
      written =
          written.replace(
              Latencies.inTag(";" + entry.getKey() + ";"),
              Latencies.inTag(";" + name + entry.getValue() + ";"));
    }
    return twin.isEmpty()
        ? written
        : written.replaceAll("(" + twin + "=[^;,]*);", "$1" + Twins.SUFFIX + ";");
  }

  private StoreFact onServer(StoreFact fact) {
    String family = plan.family(fact.store());
    String name = serverOf.getOrDefault(family, family);
    servers.computeIfPresent(
        name,
        (ignored, server) ->
            server.product().isEmpty() && family.equals(name)
                ? server.of(fact.product(), fact.settings())
                : server);
    return fact.on(name);
  }

  /** Each fork states its plan; once is enough unless they differ. */
  private void plan(PlanFact fact) {
    String what = fact.store() + " " + fact.parameters();
    Fact existing = facts.putIfAbsent(what, fact);
    if (existing != null && !existing.equals(fact)) {
      finding("the plan of " + what + " was not the same in all forks");
    }
    if (fact.failed()) {
      finding(PlanFact.FAILED + ": no index is used by " + what);
    }
  }

  public synchronized void look(UntilDecided.Look look) {
    looked.add(look);
  }

  /** Whether an earlier look told the verdict on a pair. */
  public synchronized boolean isDecided(String benchmark, String pair) {
    return looked.stream()
        .filter(look -> look.benchmark().equals(benchmark))
        .flatMap(look -> look.decided().stream())
        .anyMatch(decision -> decision.startsWith(pair + ": "));
  }

  public synchronized void failure(String line) {
    failures.add(printable(line));
  }

  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  /** Notes what a reader of the numbers has to know; once, however often it is found. */
  public synchronized boolean finding(String line) {
    return findings.add(printable(line));
  }

  /** In one line, whatever a row of a query holds, and without secrets. */
  private String printable(String line) {
    return Printable.of(secrets.hide(line));
  }

  synchronized List<WarmUpFact> warmUps() {
    return all(WarmUpFact.class);
  }

  synchronized List<PlanFact> plans() {
    return all(PlanFact.class);
  }

  /** Whether a suite says how often its queries are called. */
  synchronized boolean hasWeights() {
    return all(WorkloadFact.class).stream().anyMatch(fact -> !fact.callsPerMinute().isEmpty());
  }

  synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  /** What checks say that failed. A plan without an index fails none: it makes no score wrong. */
  public synchronized List<String> failedChecks() {
    return all(CheckFact.class).stream()
        .filter(RunRecord::failed)
        .map(CheckFact::detail)
        .distinct()
        .toList();
  }

  private static boolean failed(CheckFact check) {
    return check.outcome().equals("failed");
  }

  /** The latencies since the last time, lines of an HdrHistogram log. */
  synchronized String takeLatencies() {
    String lines = latencies.toString();
    latencies.setLength(0);
    return lines;
  }

  public synchronized List<StoreFact> stores() {
    return all(StoreFact.class);
  }

  /** What the servers really were, with what their acknowledgements promised and what differs. */
  synchronized List<String> serverLines() {
    List<Sidecar.Server> identified =
        servers.values().stream().filter(server -> !server.product().isEmpty()).toList();
    List<String> lines = new ArrayList<>(identified.stream().map(this::line).toList());
    Sidecar.Server.differences(identified).ifPresent(line -> lines.add("note: " + line));
    return lines;
  }

  private String line(Sidecar.Server server) {
    String promises =
        stores().stream()
            .filter(store -> store.server().equals(server.name()))
            .map(StoreFact::durability)
            .filter(promise -> !promise.isEmpty())
            .distinct()
            .sorted()
            .collect(Collectors.joining(" or "));
    return "%s: %s (%s%s)"
        .formatted(
            server.name(),
            server.product(),
            server.provision(),
            promises.isEmpty() ? "" : ", " + promises);
  }

  /** The metric by which each benchmark is judged; of those judged by JMH's score nothing. */
  private Map<String, String> metrics() {
    Map<String, String> metrics = new LinkedHashMap<>();
    inOrder()
        .map(merged -> merged.head.getBenchmark())
        .forEach(benchmark ->
            metrics.put(benchmark, plan.workload.experiment(benchmark).primaryMetric().metric()));
    metrics.values().removeIf(String::isEmpty);
    return metrics;
  }

  /** All that is known now. */
  synchronized Sidecar sidecar(String status) {
    List<List<Integer>> forks =
        plan.arguments.order.kind() == Order.Kind.SEQUENTIAL
            ? List.of()
            : inOrder().map(merged -> List.copyOf(merged.rounds)).toList();
    Map<String, Integer> numbers = new HashMap<>();
    List<Integer> processes =
        inOrder()
            .map(merged -> numbers.computeIfAbsent(merged.processes, key -> numbers.size() + 1))
            .toList();
    return new Sidecar(
        new Sidecar.Run(
            started.toString(),
            Instant.now().toString(),
            status,
            command.stream().map(secrets::hide).toList(),
            plan.arguments.order.toString(),
            forks,
            processes),
        environment,
        List.copyOf(servers.values()),
        stores(),
        all(CheckFact.class),
        plans(),
        all(QuestionFact.class).stream().distinct().toList(),
        all(WorkloadFact.class).stream().distinct().toList(),
        all(ExplainFact.class),
        warmUps(),
        plan.skips(),
        failures(),
        findings(),
        plan.arguments.looks.map(until ->
            new UntilDecided(until.maxForks(), until.spending().label(), List.copyOf(looked))),
        plan.switches.stream().map(this::written).toList(),
        metrics(),
        group.map(ClientGroup::rows),
        descriptions,
        Optional.empty());
  }
}
