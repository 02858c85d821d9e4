package org.docduel.core.launch;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.SecretText;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Benchmarks;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.cli.ServerOptions;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.result.EarlierRun;
import org.docduel.core.launch.result.HostFacts;
import org.docduel.core.launch.result.ResultWriteException;
import org.docduel.core.launch.run.ForkProcesses;
import org.docduel.core.launch.run.Run;
import org.docduel.core.launch.run.RunServers;
import org.docduel.core.server.ServerException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Workload;
import org.docduel.core.workload.Workload.Command;
import org.docduel.stats.jmh.Printable;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * The main class of every {@code benchmarks.jar}: from a command line ({@link Arguments}) to a
 * {@link Plan}, a {@link Run} of it with its servers and results, and an exit status.
 */
public final class Launcher {
  /** All went well. */
  public static final int DONE = 0;

  /** A fork or a check failed, or the run could not be finished. */
  public static final int FAILED = 1;

  /** The arguments are wrong, or a server that was asked for cannot be had. Nothing ran. */
  public static final int BAD_INPUT = 2;

  private final Workload workload = Workload.load();
  private final PrintWriter out;

  private final int maxCombinations;

  /**
   * For a command line.
   *
   * @param maxCombinations how many combinations it may name
   */
  Launcher(PrintWriter out, int maxCombinations) {
    this.out = out;
    this.maxCombinations = maxCombinations;
  }

  /** Runs and exits. */
  public static void main(String[] arguments) {
    System.exit(run(Arrays.asList(arguments), System.out, System.err));
  }

  /**
   * Runs a command line in this process.
   *
   * @return {@link #DONE}, {@link #FAILED} or {@link #BAD_INPUT}
   */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    PrintWriter writer = configureProcess(out);
    return status(
        () -> new Launcher(writer, Integer.MAX_VALUE).run(arguments), configureProcess(err));
  }

  /** Prepares this process for runs; what it prints goes to a stream. */
  static PrintWriter configureProcess(PrintStream stream) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    // two runs on one machine are told of each other instead of failing half-way
    System.setProperty("jmh.ignoreLock", "true");
    PrintWriter writer =
        new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
      writer.println("docduel: " + thread.getName() + ": " + describeUnexpected(e));
      if (endsRun(e)
          && !ForkProcesses.isJvmEnding()) { // to exit while a hook runs would wait for that hook
        System.exit(FAILED);
      }
    });
    return writer;
  }

  /**
   * Whether a run would wait for ever for a thread that ends so, such as one of JMH's that cannot
   * have another. A library's own thread ends alone.
   */
  static boolean endsRun(Throwable e) {
    return e instanceof Error
        || Arrays.stream(e.getStackTrace())
            .anyMatch(
                frame -> frame.getClassName().matches("org\\.(?:openjdk\\.jmh|docduel)\\..*"));
  }

  /** What a main class does; gives the exit status. */
  public interface Work {
    int status() throws IOException;
  }

  /**
   * Does some work in this process, prepared as for a run; whatever goes wrong is one line.
   *
   * @return the exit status: that of the work, {@link #FAILED} or {@link #BAD_INPUT}
   */
  public static int status(Work work, PrintStream err) {
    return status(work, configureProcess(err));
  }

  /** The exit status of some work; whatever goes wrong is one line. */
  static int status(Work work, PrintWriter err) {
    String message;
    int status = FAILED;
    try {
      return work.status();
    } catch (BadInputException e) {
      message = String.valueOf(e.getMessage());
      status = BAD_INPUT;
    } catch (InvalidPathException e) {
      message = e.getInput() + ": no file has such a name here: " + e.getReason();
      status = BAD_INPUT;
    } catch (ServerException
        | StoreException
        | ResultWriteException
        | IOException
        | UncheckedIOException e) {
      message = firstLine(e); // Java's own words on programs that do not start go on with guesses
    } catch (RuntimeException | Error e) {
      message = describeUnexpected(e);
    }
    err.println("docduel: " + Printable.of(message)); // a name that was typed may hold a line break
    return status;
  }

  private static String firstLine(Throwable e) {
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return SecretText.mask(line).stripTrailing(); // libraries may repeat an address
  }

  /** One line for whatever is thrown; the trace is for those who mend it. */
  private static String describeUnexpected(Throwable e) {
    String what = e.getClass().getSimpleName();
    String line = e.getMessage() == null ? what : what + ": " + firstLine(e);
    try {
      Path trace = Files.createTempFile("docduel-trace-", ".log");
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text, true));
      Files.writeString(trace, SecretText.mask(text.toString()));
      return line + "; the trace is in " + trace;
    } catch (IOException | RuntimeException nowhere) {
      return line + "; the trace cannot be written (" + nowhere.getMessage() + ")";
    }
  }

  /** Carries a command line out; the exit status. */
  int run(List<String> line) throws IOException {
    if (line.contains(Option.VERSION.typed)) {
      out.println(HostFacts.version());
      return DONE;
    }
    if (!line.isEmpty() && line.get(0).equals(SelfTest.NAME)) {
      List<String> selfTestArguments = line.subList(1, line.size());
      if (selfTestArguments.contains("-h") || selfTestArguments.contains("--help")) {
        out.println(SelfTest.NAME + " " + SelfTest.USAGE);
        return DONE;
      }
      return new SelfTest(selfTestArguments, workload, out).run();
    }
    for (Command command : workload.commands()) {
      List<String> name = List.of(command.name().split(" "));
      if (Collections.indexOfSubList(line, name) == 0) {
        command(command, line.subList(name.size(), line.size()));
        return DONE;
      } else if (!line.isEmpty() && line.get(0).equals(name.get(0))) {
        throw BadInputException.of(
            "'%s' begins a command: %s %s", name.get(0), command.name(), command.usage());
      }
    }
    Optional<EarlierRun> earlier = EarlierRun.of(line);
    return run(earlier.isPresent() ? earlier.get().line(line) : line, earlier);
  }

  private int run(List<String> line, Optional<EarlierRun> earlier) throws IOException {
    Map<String, String> profilers = new TreeMap<>();
    StoreProviders.families(StoreProviders.all())
        .forEach(family -> profilers.putAll(family.profilers()));
    Arguments arguments = new Arguments(line, workload, profilers);
    List<StoreProvider> stores = StoreProviders.all(arguments.values());
    if (arguments.help()) {
      new Help(out, workload, stores, Benchmarks.matching(arguments.helpOptions())).print();
    } else if (arguments.has(Option.HELP_JMH)) {
      arguments.jmh.showHelp();
    } else if (!Benchmarks.list(arguments, out)) {
      Settings settings = ServerOptions.settings(stores, arguments);
      try (RunServers servers = new RunServers(stores, settings, out::println)) {
        if (!arguments.has(Option.CLEAN)) {
          return measure(line, arguments, stores, servers, earlier);
        }
        servers.clean(out);
      }
    }
    return DONE;
  }

  private void command(Command command, List<String> line) {
    if (line.contains("-h") || line.contains("--help")) {
      out.println(command.name() + " " + command.usage());
    } else {
      command.run(line, out);
    }
  }

  private int measure(
      List<String> line,
      Arguments arguments,
      List<StoreProvider> stores,
      RunServers servers,
      Optional<EarlierRun> earlier) {
    Waits.ofProcess(); // forks read them too, when servers have been started
    Collection<BenchmarkListEntry> benchmarks = Benchmarks.matching(arguments.jmh);
    Benchmarks.check(arguments, benchmarks, workload);
    Optional<ClientGroup> group = arguments.group.map(ClientGroup::join);
    try (Run run =
        new Run(plan(arguments, stores, benchmarks, servers, group), line, servers, out, group)) {
      run.start();
      earlier.ifPresent(run::resume);
      return run.execute() ? DONE : FAILED;
    } catch (RuntimeException e) {
      group.ifPresent(clients -> clients.terminate(e.getMessage(), e instanceof BadInputException));
      throw e;
    } finally {
      group.ifPresent(ClientGroup::close);
    }
  }

  /** Which servers can be had is what the first client of a group says. */
  private Plan plan(
      Arguments arguments,
      List<StoreProvider> stores,
      Collection<BenchmarkListEntry> benchmarks,
      RunServers servers,
      Optional<ClientGroup> group) {
    group.ifPresent(clients -> {
      clients.awaitMembers(out, HostFacts.gather());
      clients.requireSame("revision", HostFacts.gitRevision());
      clients.requireSame("JDK", String.valueOf(Runtime.version().feature()));
      clients.requireSame("command line", SecretText.mask(String.join(" ", arguments.common())));
    });
    Plan plan =
        new Plan(
            workload,
            stores,
            arguments,
            benchmarks,
            () -> ClientGroup.agreed(group, servers::availability));
    BadInputException.require(
        plan.first(plan.combinations()).size() <= maxCombinations,
        "%d combinations, and %d can be searched for: give one value of each parameter",
        plan.first(plan.combinations()).size(),
        maxCombinations);
    if (arguments.memory.isPresent()) {
      servers.requireRoom(plan.maxDataBytes());
    }
    plan.skips.lines().forEach(out::println);
    group.ifPresent(clients -> clients.requireSame("plan", plan.toString()));
    return plan;
  }
}
