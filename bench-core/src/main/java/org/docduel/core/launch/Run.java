package org.docduel.core.launch;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerInUse;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.verdict.Looks;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** One run: the forks of a plan in order, and what is said of them. */
final class Run implements AutoCloseable {
  private final Workload workload;
  private final Arguments arguments;
  private final Plan plan;
  private final PrintWriter out;
  private final Instant started = Instant.now();
  private final Secrets secrets = new Secrets();
  private final Results results;
  private final RunRecord record;
  private final RunServers servers;
  private final RunFiles files;
  private final Comparisons comparisons;
  private final Optional<UntilDecided> until;
  private final RunResources resources;
  private final ConcurrentRuns concurrentRuns;

  /**
   * Begins a run.
   *
   * @throws BadInputException when it is to run until the verdicts are in and nothing is compared
   */
  Run(Plan plan, Arguments arguments, List<String> line, RunServers servers, PrintWriter out) {
    this.workload = plan.workload();
    this.arguments = arguments;
    this.plan = plan;
    this.servers = servers;
    this.out = out;
    comparisons = new Comparisons(workload, plan.stores());
    Map<String, String> contests =
        arguments.looks().isPresent() ? UntilDecided.contests(comparisons, plan.kept()) : Map.of();
    results = new Results(plan.kept());
    record = new RunRecord(started, line, arguments.order(), plan.skips(), this::family);
    files = new RunFiles(paths(), results, record, secrets::hide);
    until =
        arguments
            .looks()
            .map(looks -> new UntilDecided(looks, comparisons, contests, files, record, out));
    arguments.looks().ifPresent(record::looks);
    concurrentRuns = ConcurrentRuns.join();
    resources = new RunResources(files, record, servers, secrets, out);
  }

  private ResultFiles paths() {
    ResultFiles paths =
        ResultFiles.of(
            workload.name(),
            arguments.resultFile(),
            arguments.resultFormat(),
            arguments.logFile(),
            started);
    paths.requireNoneOf(
        plan.kept().stream().flatMap(one -> one.parameters().values().stream()).distinct());
    return paths;
  }

  /** The server behind a subject. */
  private String family(String subject) {
    String store =
        workload.experiments().stream()
            .filter(experiment -> experiment.needs().isPresent())
            .flatMap(one -> one.subjects(plan.stores()).stores().entrySet().stream())
            .filter(entry -> entry.getKey().equals(subject))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(subject);
    return plan.stores().stream()
        .filter(one -> one.name().equals(store))
        .findFirst()
        .flatMap(StoreProvider::server)
        .map(ServerFamily::name)
        .orElse("");
  }

  /** The parameters that name the subjects of the benchmarks that run. */
  private Set<String> subjectParameters() {
    return plan.kept().stream()
        .map(combination -> workload.experiment(combination.benchmark()))
        .filter(experiment -> experiment.needs().isPresent())
        .map(experiment -> experiment.subjects(plan.stores()).parameter())
        .collect(Collectors.toSet());
  }

  /** Starts the servers that the plan needs, and does what its benchmarks have to do once. */
  void start() {
    Set<String> stores = plan.used();
    for (ServerInUse server : servers.start(stores, plan.connections())) {
      secrets.add(server.address());
      out.println(server.family() + ": " + server.way() + ", " + server.address());
      record.server(server.family(), server.way());
    }
    plan.stores().stream()
        .filter(provider -> stores.contains(provider.name()))
        .forEach(provider ->
            provider.notices().forEach(line -> record.finding(provider.name() + ": " + line)));
    plan.kept().stream()
        .flatMap(one -> plan.store(one).map(it -> Map.entry(it, one.storeConfig())).stream())
        .distinct()
        .forEach(one -> servers.check(one.getKey(), one.getValue()));
    for (Experiment experiment : workload.experiments()) {
      List<Combination> own =
          plan.kept().stream()
              .filter(one -> plan.experiment(one).benchmark() == experiment.benchmark())
              .toList();
      if (!own.isEmpty()) {
        experiment.prepare(own, out);
      }
    }
  }

  /**
   * Runs the forks and says what came out.
   *
   * @return whether all went well
   */
  boolean forks() {
    int forks = plan.forks();
    OutputFormat format =
        OutputFormatFactory.createFormatInstance(
            resources.log(), arguments.options().verbosity().orElse(VerboseMode.NORMAL));
    announce(forks);
    Deque<Order.Turn> left =
        new ArrayDeque<>(arguments.order().turns(plan.kept(), Math.max(1, forks)));
    Labels labels = new Labels(subjectParameters(), plan.kept());
    Progress progress =
        new Progress(
            out,
            labels,
            left,
            until.isPresent(),
            benchmark -> workload.experiment(benchmark).primaryMetric().metric());
    Rounds rounds =
        new Rounds(
            arguments.options(),
            format,
            fork -> workload.experiment(fork.getParams().getBenchmark()).results(fork),
            results,
            record,
            progress,
            secrets,
            servers::lost);
    secrets.leaveFor(resources.directory().path());
    List<String> failures;
    try (progress) {
      failures =
          rounds.run(
              left,
              turn -> startCold(turn, forks),
              fork -> {
                lookForOthers();
                resources.save();
                until.ifPresent(looks -> looks.after(fork, left));
              });
    }
    BottleneckGuard.of(plan.stores(), labels).findings(results.merged()).forEach(record::finding);
    resources.save();
    boolean passed = failures.isEmpty() && files.failedChecks().stream().noneMatch(Run::isFatal);
    Optional<String> problem = resources.end(passed ? "complete" : "failed");
    out.println("took " + Progress.words(Duration.between(started, Instant.now())));
    boolean told =
        results.isEmpty()
            || new RunSummary(files, workload, comparisons, labels, resources.log(), out)
                .print(arguments.report() && problem.isEmpty());
    failures.forEach(failure -> out.println("failed: " + failure));
    problem.ifPresent(line -> out.println("failed: " + line));
    return passed && told && problem.isEmpty();
  }

  private void startCold(Order.Turn turn, int forks) {
    Experiment experiment = workload.experiment(turn.combination().benchmark());
    if (forks > 0 && experiment.startsCold()) {
      experiment
          .subjects(plan.stores())
          .store(turn.combination())
          .ifPresent(store -> servers.restart(store).leave(resources.directory(), store));
    }
  }

  /** A plan that uses no index makes no score wrong; every other check that fails does. */
  private static boolean isFatal(CheckFact check) {
    return check.outcome().equals("failed");
  }

  private void announce(int forks) {
    lookForOthers();
    int count = plan.kept().size();
    out.printf(
        "%s, %s%s, in %s order; JMH's own output goes to %s%n",
        count == 1 ? "1 combination" : count + " combinations",
        arguments.looks().isPresent()
            ? Looks.FIRST + " to " + forks + " forks"
            : forks == 0 ? "no fork" : forks == 1 ? "1 fork" : forks + " forks",
        count == 1 ? "" : " each",
        arguments.order(),
        ShownPath.of(files.paths().log()));
  }

  private void lookForOthers() {
    concurrentRuns
        .warning()
        .filter(record::finding)
        .ifPresent(warning -> out.println("warning: " + warning));
  }

  @Override
  public void close() {
    concurrentRuns.close();
    resources.close();
  }
}
