package org.docduel.core.harness.launch;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.harness.jmh.RunDirectory;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerInUse;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One run: its files, its servers, its forks. Whatever ends it, a failure or Ctrl-C, the results so
 * far and the sidecar are on disk and the servers are stopped.
 */
final class Run implements AutoCloseable {
  private final Workload workload;
  private final LaunchArguments launch;
  private final CommandLineOptions jmh;
  private final CommandLineOptions forkOptions;
  private final RunPlan plan;
  private final PrintWriter out;
  private final Instant started = Instant.now();
  private final ResultFiles files;
  private final LatencyFile latencies;
  private final Sidecar sidecar;
  private final Results results;
  private final PrintStream log;
  private final RunDirectory directory;
  private final Thread interrupted = new Thread(() -> end("interrupted"), "docduel-interrupted");
  private final Set<Path> factsRead = new HashSet<>();
  private boolean checksPassed = true;
  private final Servers servers;
  private Optional<AddressFile> addresses = Optional.empty();
  private boolean ended;

  private Run(
      Workload workload,
      LaunchArguments launch,
      CommandLineOptions jmh,
      List<String> arguments,
      RunPlan plan,
      Servers servers,
      PrintWriter out) {
    this.servers = servers;
    this.workload = workload;
    this.launch = launch;
    this.jmh = jmh;
    this.forkOptions = forkOptions(launch);
    this.plan = plan;
    this.results = new Results(plan.kept());
    this.out = out;
    Optional<String> file =
        jmh.getResult().hasValue() ? Optional.of(jmh.getResult().get()) : Optional.empty();
    Optional<ResultFormatType> format =
        jmh.getResultFormat().hasValue()
            ? Optional.of(jmh.getResultFormat().get())
            : Optional.empty();
    Optional<String> output =
        jmh.getOutput().hasValue() ? Optional.of(jmh.getOutput().get()) : Optional.empty();
    files = ResultFiles.of(workload.name(), file, format, output, started);
    latencies = new LatencyFile(files);
    sidecar = new Sidecar(files.sidecar(), started, arguments, launch.order(), plan.skips());
    log = open(files.log());
    directory = RunDirectory.create(); // last: what fails above leaves none behind
  }

  private static PrintStream open(Path log) {
    try {
      return new PrintStream(Files.newOutputStream(log), false, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInputException(
          "JMH's output cannot be written: " + e.getMessage() + "; name another file with -o", e);
    }
  }

  static Run start(
      Workload workload,
      LaunchArguments launch,
      CommandLineOptions jmh,
      List<String> arguments,
      RunPlan plan,
      Servers servers,
      PrintWriter out) {
    Run run = new Run(workload, launch, jmh, arguments, plan, servers, out);
    System.setProperty(Settings.property(RunDirectory.SETTING), run.directory.path().toString());
    Runtime.getRuntime().addShutdownHook(run.interrupted);
    return run;
  }

  /**
   * Starts the servers that the plan needs, once, and leaves their addresses for the forks.
   *
   * @param all the stores' servers
   * @param stores the stores that will run
   */
  void servers(StoreServers all, Set<String> stores) {
    for (ServerInUse server : all.start(stores)) {
      out.println(server.family() + ": " + server.way() + ", " + server.address());
      sidecar.server(server.family(), server.way());
    }
    AddressFile file = servers.addresses().write();
    addresses = Optional.of(file);
    System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
  }

  /**
   * Runs the forks and says what came out.
   *
   * @param turns the forks in order
   * @param forks how many each combination has; 0 for none, all in this process
   * @return whether every fork gave a result and every check passed
   */
  boolean rounds(List<Order.Turn> turns, int forks) {
    OutputFormat format =
        OutputFormatFactory.createFormatInstance(log, jmh.verbosity().orElse(VerboseMode.NORMAL));
    MachineLock.warning().ifPresent(this::find);
    out.printf(
        "%d combinations, %s each, in %s order; JMH's own output goes to %s%n",
        plan.kept().size(),
        forks == 0 ? "no fork" : forks == 1 ? "1 fork" : forks + " forks",
        launch.order(),
        Shown.path(files.log()));
    Contestants contestants = workload.contestants(StoreProviders.all());
    Labels labels = new Labels(contestants.parameter(), plan.kept());
    Progress progress =
        new Progress(
            out,
            Terminal.isInteractive(),
            labels,
            turns.size(),
            benchmark -> workload.judged(benchmark).metric());
    List<String> failures =
        new Rounds(forkOptions, format, results, sidecar, progress).run(turns, this::save);
    BottleneckGuard.of(StoreProviders.all(), labels).findings(results.merged()).forEach(this::find);
    end(failures.isEmpty() && checksPassed ? "complete" : "failed");
    out.println("took " + Progress.words(Duration.between(started, Instant.now())));
    if (!results.isEmpty()) {
      close(new Closing(files, contestants, StoreProviders.all(), out));
    }
    failures.forEach(failure -> out.println("failed: " + failure));
    return failures.isEmpty() && checksPassed;
  }

  private void close(Closing closing) {
    Map<String, List<RunResult>> benchmarks = results.byBenchmark();
    benchmarks.forEach((name, of) -> closing.tables(of, workload.judged(name)));
    out.println();
    sidecar.serverLines().forEach(out::println);
    sidecar.findings().forEach(finding -> out.println("note: " + finding));
    closing.paths();
    latencies.path().ifPresent(file -> out.println("latencies " + Shown.path(file)));
    String first = benchmarks.keySet().iterator().next();
    if (launch.report()) {
      closing.report(benchmarks.getOrDefault(first, List.of()), workload.judged(first));
    }
    out.flush();
  }

  private void find(String finding) {
    sidecar.finding(finding);
  }

  /** Takes what forks have left and brings the files on disk up to date. */
  private synchronized void save() {
    if (ended) {
      return; // interrupted while a fork was running: all is written, and the directory is gone
    }
    for (Path file : directory.facts()) {
      if (factsRead.add(file)) {
        take(file);
      }
    }
    sidecar.write("running");
    if (!results.isEmpty()) {
      results.write(files.json(), ResultFormatType.JSON);
      files.asked().ifPresent(asked -> results.write(asked.file(), asked.format()));
    }
  }

  private void take(Path file) {
    Map<String, Object> fact;
    try {
      fact = JSON.std.mapFrom(Files.readString(file));
    } catch (IOException e) {
      sidecar.finding("a fork's facts cannot be read: " + e.getMessage());
      return;
    }
    String name = String.valueOf(file.getFileName());
    if (name.startsWith("finding")) {
      sidecar.finding(String.valueOf(fact.get("finding")));
    } else if (name.startsWith("latencies")) {
      latencies.append(String.valueOf(fact.get("log")));
    } else if (name.startsWith("plan")) {
      sidecar.plan(fact);
    } else if (name.startsWith("check")) {
      sidecar.check(fact);
      if ("failed".equals(fact.get("outcome"))) {
        checksPassed = false;
        out.println(
            "check failed: "
                + fact.get("store")
                + " "
                + fact.get("check")
                + ": "
                + fact.get("detail"));
      }
    } else {
      sidecar.store(fact, family(String.valueOf(fact.get("store"))));
    }
  }

  private static CommandLineOptions forkOptions(LaunchArguments launch) {
    try {
      return new CommandLineOptions(FileArguments.removedFrom(launch.jmh()).toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      throw new BadInputException(e.getMessage() + "; see -h", e);
    }
  }

  private String family(String contestant) {
    Map<String, String> stores = workload.contestants(StoreProviders.all()).stores();
    return StoreProviders.named(stores.getOrDefault(contestant, contestant))
        .flatMap(StoreProvider::server)
        .map(ServerFamily::name)
        .orElse("");
  }

  private synchronized void end(String status) {
    if (ended) {
      return;
    }
    save();
    ended = true;
    sidecar.write(status);
    addresses.ifPresent(AddressFile::close);
    servers.close();
    log.close();
    directory.close();
  }

  @Override
  public void close() {
    end("failed"); // does nothing when the run has come to its end
    try {
      Runtime.getRuntime().removeShutdownHook(interrupted);
    } catch (IllegalStateException e) {
      // the JVM is going down, and the hook is what ended the run
    }
  }
}
