package org.docduel.core.launch.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.cli.Order;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.server.Servers;
import org.docduel.core.workload.Combination;
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
import org.docduel.stats.verdict.Twins;

/**
 * What is known of a run: its results, and beside them machine, servers, settings, sizes as stored,
 * checks, skips, findings, which become the sidecar.
 */
public final class RunRecord {
  public final Plan plan;

  /** Hidden in all free text that comes in here. */
  public final Secrets secrets = new Secrets();

  private final List<String> command;
  private final Instant started;

  /** The clients that measure, if they are several. */
  public final Optional<ClientGroup> group;

  public final PublishedNames names;
  public final MergedResults results;
  private final Map<String, String> environment = HostFacts.gather();
  private final MeasuredServers servers = new MeasuredServers();

  /** What an earlier run was measured on, until a fork of this one says it too. */
  private final Map<List<Object>, StoreFact> earlierStores = new HashMap<>();

  /** What forks have said of stores, plans, checks, questions and where time goes. */
  private final Map<Object, Fact> facts = new LinkedHashMap<>();

  private final StringBuilder latencies = new StringBuilder();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> findings = new LinkedHashSet<>();
  private final List<UntilDecided.Look> looked = new ArrayList<>();
  private List<Description> descriptions = List.of();
  private String twin = "";

  /** Nothing is known but the plan. */
  public RunRecord(Plan plan, List<String> command, Instant started, Optional<ClientGroup> group) {
    this.plan = plan;
    this.command = List.copyOf(command);
    this.started = started;
    this.group = group;
    names = new PublishedNames(plan.publishedValues());
    results = new MergedResults(plan, names);
  }

  /** Says in which order the combinations that run are written. */
  public void order(List<Combination> combinations) {
    results.order(combinations);
    descriptions = Descriptions.of(plan, combinations, names, this::printable);
  }

  /** Takes the results and facts of an earlier run; the order is known. */
  public synchronized void resume(EarlierRun earlier) {
    results.resume(earlier.parts());
    earlier.facts().forEach(this::addFact);
    earlier
        .sidecar()
        .stores()
        .forEach(store -> earlierStores.put(List.of(store.store(), store.parameters()), store));
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

  /** Notes a server of the run. */
  public synchronized void server(Servers.InUse server, Network network, long roundTripNanos) {
    servers.add(server, network, roundTripNanos);
  }

  /** Takes what a fork says, under the names that results have. */
  public synchronized void addFact(Fact received) {
    Fact fact = received.withNames(names::of);
    if (fact instanceof StoreFact store) {
      List<Object> key = List.of(store.store(), store.parameters());
      facts.put(key, servers.identify(store, plan.family(store.store())));
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
      latencies.append(names.inLog(latency.log(), twin));
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
    return servers.lines(stores());
  }

  /** All that is known now. */
  synchronized Sidecar sidecar(String status) {
    boolean isSequential = plan.arguments.order.kind() == Order.Kind.SEQUENTIAL;
    return new Sidecar(
        new Sidecar.Run(
            started.toString(),
            Instant.now().toString(),
            status,
            command.stream().map(secrets::hide).toList(),
            plan.arguments.order.toString(),
            isSequential ? List.of() : results.rounds(),
            results.processes()),
        environment,
        servers.all(),
        stores(),
        all(CheckFact.class),
        plans(),
        all(QuestionFact.class).stream().distinct().toList(),
        all(WorkloadFact.class).stream().distinct().toList(),
        all(ExplainFact.class),
        warmUps(),
        plan.skips.all(),
        failures(),
        findings(),
        plan.arguments.looks.map(until ->
            new UntilDecided(until.maxForks(), until.spending().label(), List.copyOf(looked))),
        plan.switches.stream().map(names::of).toList(),
        results.metrics(),
        group.map(ClientGroup::rows),
        descriptions,
        Optional.empty());
  }
}
