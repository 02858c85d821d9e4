package org.docduel.core.launch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.FindingFact;
import org.docduel.stats.sidecar.LatencyFact;
import org.docduel.stats.sidecar.PlanFact;
import org.docduel.stats.sidecar.QuestionFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.StoreFact;
import org.docduel.stats.sidecar.UntilDecided;
import org.docduel.stats.verdict.Looks;

/**
 * What is known of a run beside its scores: machine, servers, settings, sizes as stored, checks,
 * skips, findings. It becomes the sidecar.
 */
public final class RunRecord {
  private final Instant started;
  private final List<String> command;
  private final Order order;
  private final List<Sidecar.Skip> skips;
  private final UnaryOperator<String> family;
  private final Map<String, String> environment = HostFacts.gather();
  private final Map<String, Sidecar.Server> servers = new LinkedHashMap<>();
  private final Map<String, StoreFact> stores = new LinkedHashMap<>();
  private final List<CheckFact> checks = new ArrayList<>();
  private final Map<String, PlanFact> plans = new LinkedHashMap<>();
  private final Set<QuestionFact> questions = new LinkedHashSet<>();
  private final LatencyLines latencies = new LatencyLines();
  private final List<String> failures = new ArrayList<>();
  private final Set<String> findings = new LinkedHashSet<>();
  private final List<UntilDecided.Look> looked = new ArrayList<>();
  private Optional<Looks> looks = Optional.empty();

  /**
   * Nothing is known but the plan.
   *
   * @param started when the run began
   * @param command its arguments
   * @param order the order of the forks
   * @param skips what is left out
   * @param family the server's name behind a subject, or empty
   */
  public RunRecord(
      Instant started,
      List<String> command,
      Order order,
      List<Sidecar.Skip> skips,
      UnaryOperator<String> family) {
    this.started = started;
    this.command = List.copyOf(command);
    this.order = order;
    this.skips = List.copyOf(skips);
    this.family = family;
  }

  /**
   * Notes a server of the run.
   *
   * @param name its family
   * @param way how it was had
   */
  public synchronized void server(String name, String way) {
    servers.put(name, new Sidecar.Server(name, way, "", Map.of()));
  }

  /**
   * Takes what a fork says.
   *
   * @param fact any
   */
  public synchronized void take(Fact fact) {
    if (fact instanceof StoreFact store) {
      store(store);
    } else if (fact instanceof CheckFact check) {
      checks.add(check);
    } else if (fact instanceof PlanFact plan) {
      plan(plan);
    } else if (fact instanceof QuestionFact question) {
      questions.add(question);
    } else if (fact instanceof FindingFact finding) {
      findings.add(finding.finding());
    } else if (fact instanceof LatencyFact latency) {
      latencies.add(latency.log());
    }
  }

  private void store(StoreFact fact) {
    String name = family.apply(fact.store());
    stores.put(
        fact.store() + fact.parameters(),
        new StoreFact(
            fact.store(),
            name,
            fact.parameters(),
            fact.product(),
            fact.durability(),
            fact.sizes(),
            fact.settings()));
    servers.computeIfPresent(
        name,
        (ignored, server) ->
            server.product().isEmpty()
                ? new Sidecar.Server(name, server.way(), fact.product(), fact.settings())
                : server);
  }

  /** Each fork states its plan; once is enough unless they differ. */
  private void plan(PlanFact fact) {
    String what = fact.store() + " " + fact.parameters();
    PlanFact known = plans.putIfAbsent(what, fact);
    if (known != null && !known.equals(fact)) {
      findings.add("the plan of " + what + " was not the same in all forks");
    }
    if (fact.failed()) {
      findings.add(PlanFact.FAILED + ": no index is used by " + what);
    }
  }

  /** Notes that the run ends when its verdicts are in. */
  public synchronized void looks(Looks plan) {
    looks = Optional.of(plan);
  }

  synchronized Optional<Looks> looks() {
    return looks;
  }

  /** Notes a look at the verdicts. */
  public synchronized void look(UntilDecided.Look look) {
    looked.add(look);
  }

  /**
   * Notes a failure.
   *
   * @param line one line
   */
  public synchronized void failure(String line) {
    failures.add(line);
  }

  /**
   * Notes what a reader of the numbers has to know; once, however often it is found.
   *
   * @param line one line
   * @return whether it is new
   */
  public synchronized boolean finding(String line) {
    return findings.add(line);
  }

  synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  synchronized List<CheckFact> failedChecks() {
    return checks.stream().filter(CheckFact::failed).toList();
  }

  LatencyLines latencies() {
    return latencies;
  }

  /** What the stores said of each combination. */
  synchronized List<StoreFact> stores() {
    return List.copyOf(stores.values());
  }

  /** What the servers really were, a line each, with what their acknowledgements promised. */
  synchronized List<String> serverLines() {
    return servers.values().stream()
        .filter(server -> !server.product().isEmpty())
        .map(this::line)
        .toList();
  }

  private String line(Sidecar.Server server) {
    Set<String> promises = new TreeSet<>();
    for (StoreFact store : stores.values()) {
      if (store.server().equals(server.name()) && !store.durability().isEmpty()) {
        promises.add(store.durability());
      }
    }
    String promise = promises.isEmpty() ? "" : ", " + String.join(" or ", promises);
    return server.name() + ": " + server.product() + " (" + server.way() + promise + ")";
  }

  /**
   * All that is known now.
   *
   * @param status {@code running}, {@code complete}, {@code failed} or {@code interrupted}
   * @param hide takes secrets out of sentences and the command line; a secret may be a word that
   *     names and parameters hold too
   */
  synchronized Sidecar sidecar(String status, UnaryOperator<String> hide) {
    return new Sidecar(
        new Sidecar.Run(
            started.toString(),
            Instant.now().toString(),
            status,
            hidden(command, hide),
            order.toString()),
        environment,
        List.copyOf(servers.values()),
        List.copyOf(stores.values()),
        checks.stream()
            .map(check ->
                new CheckFact(
                    check.store(),
                    check.parameters(),
                    check.check(),
                    check.outcome(),
                    hide.apply(check.detail())))
            .toList(),
        List.copyOf(plans.values()),
        List.copyOf(questions),
        skips,
        hidden(failures, hide),
        hidden(findings, hide),
        looks.map(plan -> new UntilDecided(plan.maxForks(), plan.spending().label(), looked)));
  }

  private static List<String> hidden(Collection<String> texts, UnaryOperator<String> hide) {
    return texts.stream().map(hide).toList();
  }
}
