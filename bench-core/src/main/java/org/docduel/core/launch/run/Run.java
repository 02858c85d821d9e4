package org.docduel.core.launch.run;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.fork.ServerRestart;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.launch.result.ClientWarnings;
import org.docduel.core.launch.result.EarlierRun;
import org.docduel.core.launch.result.ResultPaths;
import org.docduel.core.launch.result.ResultWriteException;
import org.docduel.core.launch.result.RunFiles;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.launch.result.SeriesJournal;
import org.docduel.core.launch.result.Summary;
import org.docduel.core.server.HeldLock;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Looks;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One run: the forks of a plan in order, what it holds until it ends, and what is said of it.
 * Whatever ends it, a failure or Ctrl-C, the results so far and the sidecar are on disk, the
 * servers are stopped and the directory of the forks is gone.
 */
public final class Run implements AutoCloseable {
  private final Plan plan;
  private final Arguments arguments;
  private final RunServers servers;
  private final PrintWriter out;
  private final Optional<ClientGroup> group;

  /** Whether this is a client that is not the first, which keeps no results. */
  private final boolean isFollower;

  private final Set<Combination> ready = new LinkedHashSet<>();
  private final Instant started = Instant.now();
  private final RunRecord record;
  private final RunFiles files;
  private final SeriesJournal journal;
  private final Optional<DiskFloor> floor;
  private final Optional<UntilDecided> until;
  private final HeldLock presence;
  private final RunDirectory directory;
  private final Thread interruption = new Thread(this::interrupted, "docduel-interrupted");

  /** JMH's output; before the first fork the one of an older run stays as it is. */
  private volatile Optional<PrintStream> log = Optional.empty();

  /** What the run holds until it ends, the last first. */
  private final Deque<Map.Entry<String, Runnable>> held = new ArrayDeque<>();

  /** Bound before the jar can change, from which no class is loaded then. */
  private final Runnable killForks = ForkProcesses::kill;

  private boolean lastSaveFailed;
  private boolean settingsSaved;

  /** Why the run ends before its forks do. */
  private volatile Optional<String> stopReason = Optional.empty();

  private boolean ended;

  /** What is on disk of the fork that the end of the run interrupted. */
  private String unfinished = "";

  /** Takes hold of all that it needs but the servers. */
  public Run(
      Plan plan,
      List<String> line,
      RunServers servers,
      PrintWriter out,
      Optional<ClientGroup> group) {
    this.plan = plan;
    this.arguments = plan.arguments;
    this.servers = servers;
    this.out = out;
    this.group = group;
    isFollower = group.filter(clients -> !clients.plan().isFirst()).isPresent();
    record = new RunRecord(plan, line, started, group);
    arguments.value(Option.SAME_SERVER).map(ServerAddress::new).ifPresent(record.secrets::add);
    until = arguments.looks.map(any -> UntilDecided.of(record, out));
    try {
      directory = RunDirectory.create();
      hold("the directory of the forks", directory::close);
      files = new RunFiles(paths());
      journal = new SeriesJournal(record, files, this::onIterationEnd, this::warn);
      floor =
          DiskFloor.of(
              arguments, requireNonNullElse(files.paths.json.getParent(), files.paths.json));
      floor
          .flatMap(DiskFloor::shortage)
          .ifPresent(shortage -> {
            throw new BadInputException(shortage);
          });
      presence = ResultPaths.registerRun();
      hold("the lock of this run", presence::close);
      files.paths.lock();
      group.ifPresent(clients -> clients.serveBarrier(directory.path()));
      hold("the servers", servers::close);
      if (arguments.memory.isPresent()) {
        ServerSocketChannel restarts = ServerRestart.serve(directory, this::restart);
        hold("the socket for restarts", () -> close(restarts));
      }
    } catch (RuntimeException e) {
      releaseAll();
      throw e;
    }
    setProperty(
        ServerWatches.SETTING, Optional.of(String.join(",", arguments.requestedServerProfilers)));
    Optional<String> set = Optional.of(String.valueOf(true));
    if (arguments.has(Option.EXPLAIN)) {
      setProperty(ExplainedTime.SETTING, set);
    }
    setProperty(
        ForkProfiler.STEADY,
        arguments.steadyLimitSeconds.stream().mapToObj(String::valueOf).findFirst());
    setProperty(
        ForkProfiler.SETTLE_AFTER, set.filter(any -> plan.hasSeveralServers() && !isFollower));
    Runtime.getRuntime().addShutdownHook(interruption);
  }

  private void hold(String what, Runnable close) {
    held.push(Map.entry(what, close));
  }

  private static void close(ServerSocketChannel socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One that cannot be released keeps none of the others. An error is among the failures: of a jar
   * that was built again no further class can be loaded.
   */
  private void releaseAll() {
    held.forEach(resource -> {
      try {
        resource.getValue().run();
      } catch (RuntimeException | Error e) {
        out.println("warning: " + resource.getKey() + " could not be released: " + e.getMessage());
      }
    });
  }

  /** Of this process, whose forks get it too. */
  private static void setProperty(String setting, Optional<String> value) {
    String name = Settings.property(setting);
    value.ifPresentOrElse(text -> System.setProperty(name, text), () -> System.clearProperty(name));
  }

  /**
   * Those of a client that is not the first are not kept, but for its log, which lies beside the
   * files that the first would write on this machine.
   */
  private ResultPaths paths() {
    Optional<String> results = arguments.effective.value("-rff");
    Optional<String> output = arguments.effective.value("-o");
    if (isFollower) {
      String ending = ".client" + (group.orElseThrow().plan().number() + 1) + ".log";
      output = output.or(() -> arguments.effective.value("-rff")).map(file -> file + ending);
      results = Optional.of(directory.path().resolve("results/client.json").toString());
    }
    ResultPaths chosen =
        new ResultPaths(
            plan.workload.of(plan.experiment(plan.combinations().get(0))).name(),
            results,
            arguments.resultFormat().filter(format -> !isFollower),
            output,
            started);
    hold("the lock on the results", chosen::close);
    chosen.requireNoneOf(
        plan.combinations().stream()
            .flatMap(combination -> combination.parameters().values().stream())
            .distinct());
    return chosen;
  }

  private PrintStream openLog() {
    try {
      return record.secrets.hiding(Files.newOutputStream(files.paths.log));
    } catch (IOException e) {
      throw new BadInputException(
          "%s: JMH's output cannot be written: %s; name another file with -o"
              .formatted(ResultPaths.displayPath(files.paths.log), BadInputException.reason(e)),
          e);
    }
  }

  /** Starts the servers that the plan needs, and does what its benchmarks have to do once. */
  public void start() {
    Map<String, ServerAddress> addresses =
        ClientGroup.agreed(
            group,
            () -> {
              ready.addAll(new Preparation(servers, record, directory, this::warn, out).prepare());
              return servers.addresses();
            });
    if (isFollower) {
      addresses.values().forEach(record.secrets::add);
      directory.publishAddresses(addresses);
      ready.addAll(plan.combinations());
    }
  }

  private String restart(String store) {
    String problem = servers.restartLoaded(store);
    directory.publishMemory(servers.memory());
    return problem;
  }

  /** Goes on with an earlier run, once everything is ready: its forks do not run again. */
  public void resume(EarlierRun earlier) {
    record.order(inOrder());
    record.resume(earlier);
    files.resume(earlier);
  }

  /** Runs the forks and says what came out. */
  public boolean execute() {
    int forks = plan.forkCount();
    PrintStream output = openLog();
    log = Optional.of(output);
    OutputFormat format =
        OutputFormatFactory.createFormatInstance(
            output, arguments.jmh.verbosity().orElse(VerboseMode.NORMAL));
    announce(forks);
    record.order(inOrder());
    Deque<Turn> remainingForks =
        new ArrayDeque<>(Turn.inOrder(arguments.order, plan.first(inOrder()), Math.max(1, forks)));
    int planned = remainingForks.size();
    remainingForks.removeIf(record.results::isMeasured);
    if (remainingForks.size() < planned) {
      out.printf(
          "resumed: %d of %d forks are measured%n", planned - remainingForks.size(), planned);
    }
    Labels labels = new Labels(plan.subjectParameters(), inOrder());
    Progress progress =
        new Progress(
            out,
            labels,
            remainingForks,
            until.isPresent(),
            new Progress.Compared(plan.workload::experiment));
    Forks rounds =
        new Forks(
            Forks.withoutSecrets(arguments.jmh, record.secrets),
            format,
            record,
            journal,
            progress,
            servers,
            group,
            directory,
            Forks.JarFingerprint.now(),
            () -> stopReason);
    record.secrets.leaveFor(directory);
    try (progress) {
      for (boolean continueRun = true; continueRun && !remainingForks.isEmpty(); ) {
        Turn turn = remainingForks.remove();
        record.setCurrentFork(turn);
        continueRun = rounds.run(turn, remainingForks.size());
        lookForOthers();
        save();
        if (continueRun || group.isEmpty()) { // else it has ended
          until.ifPresent(looks -> looks.onRoundEnd(turn, remainingForks, currentResults()));
        }
        continueRun = continueRun && rounds.canContinue(remainingForks.size());
      }
    }
    Labels productLabels = labels.withProductNames(StoreFact.displayNames(record.stores()));
    notePace(productLabels);
    save();
    if (record.results.isEmpty() && record.failures().isEmpty()) {
      record.failure("no result; " + ResultPaths.displayPath(files.paths.json) + " is not written");
    }
    List<String> failures = record.failures();
    List<String> failedChecks = record.failedChecks();
    boolean succeeded = failures.isEmpty() && failedChecks.isEmpty();
    Optional<String> saveProblem = end(succeeded ? "complete" : "failed");
    String firsts = succeeded ? ClientGroup.agreed(group, () -> saveProblem.orElse("")) : "";
    Optional<String> problem =
        saveProblem.isPresent() || firsts.isEmpty()
            ? saveProblem
            : Optional.of(group.orElseThrow().plan().name(0) + ": " + firsts);
    out.println("took " + Progress.formatDuration(Duration.between(started, Instant.now())));
    // what is told is read from the files: where they are not written, it would be of an older run
    boolean summaryPrinted =
        isFollower
            || record.results.isEmpty()
            || problem.isPresent()
            || new Summary(record, files, productLabels, output, out)
                .print(!arguments.has(Option.NO_REPORT));
    if (isFollower) {
      out.println("the result is with " + group.orElseThrow().plan().name(0));
    }
    Stream<String> others =
        failedChecks.stream()
            .filter(check -> failures.stream().noneMatch(failure -> failure.contains(check)));
    Stream.of(failures.stream(), others, problem.stream())
        .flatMap(lines -> lines)
        .forEach(line -> out.println("failed: " + line));
    return succeeded && summaryPrinted && problem.isEmpty();
  }

  /** The results; where they could not be written, those in the file are of an older run. */
  private Optional<Path> currentResults() {
    return Optional.of(files.paths.json)
        .filter(file -> !lastSaveFailed && !record.results.isEmpty());
  }

  /** Notes where the client set the pace, or that it is unknown: results stay what they are. */
  private void notePace(Labels productLabels) {
    String unknown = "whether the client set the pace is unknown: ";
    if (lastSaveFailed && !record.results.isEmpty()) {
      record.finding(unknown + "the results could not be written");
    }
    try {
      new ClientWarnings(plan.workload, plan.stores, productLabels)
          .findings(currentResults().map(JmhFile::read).orElse(List.of()))
          .forEach(record::finding);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      record.finding(unknown + e.getMessage());
    }
  }

  /** What is ready, as it was planned; then what was put together. */
  private List<Combination> inOrder() {
    Set<Combination> order = new LinkedHashSet<>(plan.combinations());
    order.retainAll(ready);
    order.addAll(ready);
    return List.copyOf(order);
  }

  private void announce(int forks) {
    lookForOthers();
    List<Integer> threads = arguments.threadCounts;
    out.printf(
        "%s%s%s, %s%s, in %s order; JMH's own output goes to %s%n",
        Numbers.count(ready.size(), "combination", "combinations"),
        threads.isEmpty()
            ? ""
            : threads.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", " with ", " threads")),
        arguments.has(Option.TWIN) ? " and the twin of the first store" : "",
        arguments.looks.isPresent()
            ? Looks.FIRST + " to " + forks + " forks"
            : forks == 0 ? "no fork" : Numbers.count(forks, "fork", "forks"),
        ready.size() * Math.max(1, threads.size()) == 1 ? "" : " each",
        arguments.order,
        ResultPaths.displayPath(files.paths.log));
    long warmUps =
        ready.stream().filter(combination -> plan.experiment(combination).warmsUp()).count()
            * Math.max(1, threads.size());
    if (arguments.steadyLimitSeconds.isPresent() && warmUps > 0) {
      int limit = arguments.steadyLimitSeconds.getAsInt();
      out.printf(
          "each fork warms up until it is steady, for at most %d s, which is %s in all (--warmup)%n",
          limit, Progress.formatDuration(Duration.ofSeconds(limit * warmUps * Math.max(1, forks))));
    }
  }

  /** They go on: they share no file and no server of ours, but they share the processors. */
  private void lookForOthers() {
    try {
      if (!presence.hasNoOthers()) {
        warn(Sidecar.SHARED_MACHINE);
      }
    } catch (IOException e) {
      warn(Sidecar.UNKNOWN_NEIGHBOURS + e.getMessage());
    }
  }

  private void warn(String finding) {
    if (record.finding(finding)) {
      out.println("warning: " + finding);
    }
  }

  private void collect() {
    record
        .collect(directory)
        .forEach(check ->
            out.println(
                "check failed: " + check.store() + " " + check.check() + ": " + check.detail()));
  }

  /** Takes what the fork has left; after the first iteration there is a sidecar. */
  private void onIterationEnd() {
    collect();
    if (!settingsSaved) {
      settingsSaved = true;
      files.save(record, "running");
    }
    if (stopReason.isEmpty()) {
      stopReason = floor.flatMap(DiskFloor::shortage);
      stopReason.ifPresent(reason -> killForks.run());
    }
  }

  /** Takes what forks have left and brings the files on disk up to date. */
  private synchronized void save() {
    if (ended) {
      return; // interrupted while a fork was running: all is written, and the directory is gone
    }
    collect();
    try {
      files.save(record, "running");
      lastSaveFailed = false;
    } catch (ResultWriteException e) {
      if (!lastSaveFailed) {
        out.println("warning: " + e.getMessage() + "; the run goes on, and tries again");
      }
      lastSaveFailed = true;
    }
  }

  /**
   * Ends the run: writes the files for the last time, stops the servers and releases the rest.
   * Later calls do nothing.
   */
  private synchronized Optional<String> end(String status) {
    if (ended) {
      return Optional.empty();
    }
    ended = true;
    unfinished = journal.progress();
    journal.close();
    try {
      collect();
      if (log.isPresent()) {
        files.save(record, status);
      }
      return Optional.empty();
    } catch (ResultWriteException e) {
      String rescued =
          files
              .rescue(record)
              .map(file -> "; the results are in " + ResultPaths.displayPath(file) + " instead")
              .orElse("");
      return Optional.of(e.getMessage() + rescued);
    } finally {
      if (status.equals("interrupted")) {
        group.ifPresent(clients -> clients.terminate("it was interrupted", false));
        killForks.run();
      }
      releaseAll();
      log.ifPresent(PrintStream::flush);
    }
  }

  /** Whatever goes wrong, the hook has to end: the JVM waits for it. */
  private void interrupted() {
    try {
      interrupt();
    } catch (RuntimeException | Error e) {
      out.println("interrupted; the results could not be written: " + e);
    }
  }

  private synchronized void interrupt() {
    if (ended) {
      return;
    }
    Optional<String> problem = end("interrupted");
    out.println();
    out.println(
        problem
            .map(line -> "interrupted; " + line)
            .orElse(
                record.results.isEmpty()
                    ? unfinished.isEmpty()
                        ? "interrupted before the first result"
                        : "interrupted in the first fork"
                    : "interrupted; partial results in "
                        + ResultPaths.displayPath(files.paths.json)));
    if (!unfinished.isEmpty()) {
      out.println("of the fork that ran, " + unfinished + "; check and report take this file");
    }
    out.flush();
  }

  @Override
  public void close() {
    end("failed"); // does nothing when the run has come to its end
    log.ifPresent(PrintStream::close);
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException e) {
      // the JVM is going down, and the hook is what ended the run
    }
  }
}
