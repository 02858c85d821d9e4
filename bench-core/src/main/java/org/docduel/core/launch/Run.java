package org.docduel.core.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.Comparisons.UntilDecided;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.sidecar.Fact.StoreFact;
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
final class Run implements AutoCloseable {
  /** The main class of JMH's forks. */
  private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";

  private final Plan plan;
  private final Arguments arguments;
  private final RunServers servers;
  private final PrintWriter out;
  private final Optional<ClientGroup> group;

  /** Whether this is a client that is not the first, which keeps no results. */
  private final boolean follows;

  private final Set<Combination> ready = new LinkedHashSet<>();
  private final Instant started = Instant.now();
  private final RunRecord record;
  private final RunFiles files;
  private final Optional<UntilDecided> until;
  private final HeldLock amongRuns;
  private final RunDirectory directory;
  private final Thread interruption = new Thread(this::interrupted, "docduel-interrupted");

  /** JMH's output; before the first fork the one of an older run stays as it is. */
  private volatile Optional<PrintStream> log = Optional.empty();

  private boolean unwritten;
  private boolean ended;

  /** Takes hold of all that it needs but the servers. */
  Run(
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
    follows = group.filter(it -> !it.plan().isFirst()).isPresent();
    record = new RunRecord(plan, line, started, group);
    arguments.sameServer().map(ServerAddress::new).ifPresent(record.secrets::add);
    until = arguments.looks.map(any -> UntilDecided.of(record, out));
    Deque<Runnable> held = new ArrayDeque<>();
    try {
      directory = RunDirectory.create();
      held.push(directory::close);
      files = files();
      held.push(files::close);
      amongRuns = RunFiles.amongRuns();
      held.push(amongRuns::close);
      files.lock();
      group.ifPresent(it -> it.open(directory.path()));
    } catch (RuntimeException e) {
      held.forEach(Runnable::run);
      throw e;
    }
    System.setProperty(
        Settings.property(ServerWatches.SETTING), String.join(",", arguments.onServers));
    if (arguments.has(Option.EXPLAIN)) {
      System.setProperty(Settings.property(ExplainedTime.SETTING), String.valueOf(true));
    }
    String steady = Settings.property(ForkProfiler.STEADY);
    arguments.steadyLimitSeconds.ifPresentOrElse(
        seconds -> System.setProperty(steady, String.valueOf(seconds)),
        () -> System.clearProperty(steady));
    Runtime.getRuntime().addShutdownHook(interruption);
  }

  /**
   * Those of a client that is not the first are not kept, but for its log, which lies beside the
   * files that the first would write on this machine.
   */
  private RunFiles files() {
    Optional<String> results = arguments.whole.one("-rff");
    Optional<String> output = arguments.whole.one("-o");
    if (follows) {
      String ending = ".client" + (group.orElseThrow().plan().number() + 1) + ".log";
      output = output.or(() -> arguments.whole.one("-rff")).map(file -> file + ending);
      results = Optional.of(directory.path().resolve("results/client.json").toString());
    }
    RunFiles chosen =
        new RunFiles(
            plan.workload.of(plan.experiment(plan.kept().get(0))).name(),
            results,
            arguments.resultFormat().filter(format -> !follows),
            output,
            started);
    chosen.requireNoneOf(
        plan.kept().stream().flatMap(one -> one.parameters().values().stream()).distinct());
    return chosen;
  }

  private PrintStream openLog() {
    try {
      return record.secrets.hiding(Files.newOutputStream(files.log));
    } catch (IOException e) {
      throw new BadInputException(
          "%s: JMH's output cannot be written: %s; name another file with -o"
              .formatted(RunFiles.shown(files.log), BadInputException.reason(e)),
          e);
    }
  }

  /** Starts the servers that the plan needs, and does what its benchmarks have to do once. */
  void start() {
    Map<String, ServerAddress> known = ClientGroup.agreed(group, this::prepare);
    if (follows) {
      known.values().forEach(record.secrets::add);
      directory.tell(known);
      ready.addAll(plan.kept());
    }
  }

  private Map<String, ServerAddress> prepare() {
    List<Networks.Reached> reached = new ArrayList<>();
    for (Servers.InUse server : servers.start(plan.used(), plan.connections())) {
      record.secrets.add(server.address());
      out.println(server.family() + ": " + server.way() + ", " + server.address());
      Networks.Reached one =
          new Networks.Reached(
              server.family(), Networks.of(server), servers.roundTripNanos(server));
      record.server(server, one.network(), one.roundTripNanos());
      servers.untuned(server).ifPresent(this::warn);
      reached.add(one);
    }
    new Networks(reached).warnings().forEach(this::warn);
    directory.tell(servers.addresses());
    Map<String, String> notices = new LinkedHashMap<>();
    for (StoreProvider store : plan.used()) {
      store.notices().forEach(it -> notices.merge(it, store.name(), (a, b) -> a + ", " + b));
    }
    notices.forEach((line, names) -> record.finding(names + ": " + line));
    plan.idle().forEach(it -> record.finding("-prof " + it + ": no server of this run has it"));
    plan.kept().stream()
        .flatMap(one -> plan.provider(one).map(it -> Map.entry(it, one.storeConfig())).stream())
        .distinct()
        .forEach(one -> servers.check(one.getKey(), one.getValue()));
    for (Experiment experiment : plan.workload.experiments()) {
      List<Combination> own =
          plan.kept().stream()
              .filter(one -> plan.experiment(one).benchmark() == experiment.benchmark())
              .toList();
      if (!own.isEmpty()) {
        ready.addAll(experiment.prepare(own, arguments.has(Option.ALLOW_MISSING), out));
      }
    }
    return servers.addresses();
  }

  /** Runs the forks and says what came out. */
  boolean forks() {
    int forks = plan.forks();
    PrintStream output = openLog();
    log = Optional.of(output);
    OutputFormat format =
        OutputFormatFactory.createFormatInstance(
            output, arguments.jmh.verbosity().orElse(VerboseMode.NORMAL));
    announce(forks);
    record.order(inOrder());
    Deque<Order.Turn> left =
        new ArrayDeque<>(arguments.order.turns(plan.first(inOrder()), Math.max(1, forks)));
    Labels labels = new Labels(plan.subjectParameters(), inOrder());
    Progress progress =
        new Progress(
            out, labels, left, until.isPresent(), new Progress.Compared(plan.workload::experiment));
    Forks rounds =
        new Forks(
            Forks.withoutSecrets(arguments.jmh, record.secrets),
            format,
            record,
            progress,
            servers,
            group,
            directory,
            Forks.Program.now());
    record.secrets.leaveFor(directory);
    try (progress) {
      for (boolean goesOn = true; goesOn && !left.isEmpty(); ) {
        Order.Turn turn = left.remove();
        record.running(turn);
        goesOn = rounds.run(turn, left.size());
        lookForOthers();
        save();
        if (goesOn || group.isEmpty()) { // else it has ended
          until.ifPresent(looks -> looks.after(turn, left, written()));
        }
        goesOn = goesOn && rounds.goOn(left.size());
      }
    }
    Labels shown = labels.showing(StoreFact.shown(record.stores()));
    notePace(shown);
    save();
    if (record.isEmpty() && record.failures().isEmpty()) {
      record.failure("no result; " + RunFiles.shown(files.json) + " is not written");
    }
    List<String> failures = record.failures();
    List<String> wrong = record.wrong();
    boolean passed = failures.isEmpty() && wrong.isEmpty();
    Optional<String> own = end(passed ? "complete" : "failed");
    String firsts = passed ? ClientGroup.agreed(group, () -> own.orElse("")) : "";
    Optional<String> problem =
        own.isPresent() || firsts.isEmpty()
            ? own
            : Optional.of(group.orElseThrow().plan().name(0) + ": " + firsts);
    out.println("took " + Progress.words(Duration.between(started, Instant.now())));
    // what is told is read from the files: where they are not written, it would be of an older run
    boolean told =
        follows
            || record.isEmpty()
            || problem.isPresent()
            || new Summary(record, files, shown, output, out)
                .print(!arguments.has(Option.NO_REPORT));
    if (follows) {
      out.println("the result is with " + group.orElseThrow().plan().name(0));
    }
    Stream<String> others =
        wrong.stream().filter(it -> failures.stream().noneMatch(failure -> failure.contains(it)));
    Stream.of(failures.stream(), others, problem.stream())
        .flatMap(lines -> lines)
        .forEach(line -> out.println("failed: " + line));
    return passed && told && problem.isEmpty();
  }

  /** The results; where they could not be written, those in the file are of an older run. */
  private Optional<Path> written() {
    return Optional.of(files.json).filter(file -> !unwritten && !record.isEmpty());
  }

  /** Notes where the client set the pace, or that it is unknown: results stay what they are. */
  private void notePace(Labels shown) {
    String unknown = "whether the client set the pace is unknown: ";
    if (unwritten && !record.isEmpty()) {
      record.finding(unknown + "the results could not be written");
    }
    try {
      new ClientWarnings(plan.workload, plan.stores, shown)
          .findings(written().map(JmhFile::read).orElse(List.of()))
          .forEach(record::finding);
    } catch (org.docduel.stats.jmh.BadInputException e) {
      record.finding(unknown + e.getMessage());
    }
  }

  /** What is ready, as it was planned; then what was put together. */
  private List<Combination> inOrder() {
    Set<Combination> order = new LinkedHashSet<>(plan.kept());
    order.retainAll(ready);
    order.addAll(ready);
    return List.copyOf(order);
  }

  private void announce(int forks) {
    lookForOthers();
    out.printf(
        "%s%s, %s%s, in %s order; JMH's own output goes to %s%n",
        Numbers.count(ready.size(), "combination", "combinations"),
        arguments.has(Option.TWIN) ? " and the twin of the first store" : "",
        arguments.looks.isPresent()
            ? Looks.FIRST + " to " + forks + " forks"
            : forks == 0 ? "no fork" : Numbers.count(forks, "fork", "forks"),
        ready.size() == 1 ? "" : " each",
        arguments.order,
        RunFiles.shown(files.log));
    long own = ready.stream().filter(one -> plan.experiment(one).warmsUp()).count();
    if (arguments.steadyLimitSeconds.isPresent() && own > 0) {
      int limit = arguments.steadyLimitSeconds.getAsInt();
      out.printf(
          "each fork warms up until it is steady, for at most %d s, which is %s in all (--warmup)%n",
          limit, Progress.words(Duration.ofSeconds(limit * own * Math.max(1, forks))));
    }
  }

  /** They go on: they share no file and no server of ours, but they share the processors. */
  private void lookForOthers() {
    try {
      if (!amongRuns.isAlone()) {
        warn("another run measures on this machine at the same time: the two disturb each other");
      }
    } catch (IOException e) {
      warn("whether another run measures on this machine is unknown: " + e.getMessage());
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

  /** Takes what forks have left and brings the files on disk up to date. */
  private synchronized void save() {
    if (ended) {
      return; // interrupted while a fork was running: all is written, and the directory is gone
    }
    collect();
    try {
      files.save(record, "running");
      unwritten = false;
    } catch (RunFiles.Unwritten e) {
      if (!unwritten) {
        out.println("warning: " + e.getMessage() + "; the run goes on, and tries again");
      }
      unwritten = true;
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
    try {
      collect();
      if (log.isPresent()) {
        files.save(record, status);
      }
      return Optional.empty();
    } catch (RunFiles.Unwritten e) {
      String rescued =
          files
              .rescue(record)
              .map(file -> "; the results are in " + RunFiles.shown(file) + " instead")
              .orElse("");
      return Optional.of(e.getMessage() + rescued);
    } finally {
      if (status.equals("interrupted")) {
        group.ifPresent(it -> it.end("it was interrupted", false));
        ProcessHandle.current()
            .descendants()
            .filter(Run::isFork)
            .forEach(ProcessHandle::destroyForcibly); // a fork that loads would go on for long
      }
      release("the servers", servers::close);
      release("the directory of the forks", directory::close);
      release("the lock on the results", files::close);
      release("the lock of this run", amongRuns::close);
      log.ifPresent(PrintStream::flush);
    }
  }

  /** The command line that Java tells is cut after a page where there is a long class path. */
  static boolean isFork(ProcessHandle process) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc", process.pid() + "", "cmdline"));
      return new String(line, StandardCharsets.ISO_8859_1).contains(FORK);
    } catch (IOException notLinux) {
      return process.info().commandLine().orElse("").contains(FORK);
    }
  }

  /**
   * One that cannot be released keeps none of the others. An error is among the failures: of a jar
   * that was built again no further class can be loaded.
   */
  private void release(String what, Runnable close) {
    try {
      close.run();
    } catch (RuntimeException | Error e) {
      out.println("warning: " + what + " could not be released: " + e.getMessage());
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
                record.isEmpty()
                    ? "interrupted before the first result"
                    : "interrupted; partial results in " + RunFiles.shown(files.json)));
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
