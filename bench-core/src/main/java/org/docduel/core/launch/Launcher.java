package org.docduel.core.launch;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.server.ServerException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Workload;
import org.docduel.core.workload.Workload.Command;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * The main class of every {@code benchmarks.jar}: from a command line ({@link Arguments}) to a
 * {@link Plan}, the servers, the {@linkplain Forks forks}, the results, their {@link Summary} and
 * an exit status.
 */
public final class Launcher {
  /** All went well. */
  public static final int DONE = 0;

  /** A fork or a check failed, or the run could not be finished. */
  public static final int FAILED = 1;

  /** The arguments are wrong, or a server that was asked for cannot be had. Nothing ran. */
  public static final int BAD_INPUT = 2;

  private final Workload workload;
  private List<StoreProvider> stores;
  private final PrintWriter out;
  private final PrintWriter err;

  private Launcher(Workload workload, PrintWriter out, PrintWriter err) {
    this.workload = workload;
    this.stores = StoreProviders.all();
    this.out = out;
    this.err = err;
  }

  /** Runs and exits. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    // two runs on one machine are told of each other (ConcurrentRuns) instead of failing half-way
    System.setProperty("jmh.ignoreLock", "true");
    Charset charset = Charset.defaultCharset();
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, charset), true);
    PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, charset), true);
    // such as a thread of JMH's that cannot have another: the run would wait for it for ever
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
      err.println("docduel: " + unforeseen(e));
      System.exit(FAILED);
    });
    Workload workload = ServiceLoader.load(Workload.class).findFirst().orElseThrow();
    System.exit(new Launcher(workload, out, err).run(Arrays.asList(arguments)));
  }

  private int run(List<String> line) {
    if (line.contains(Option.VERSION.typed)) {
      out.println(HostFacts.version());
      return DONE;
    }
    try {
      for (Command command : workload.commands()) {
        List<String> name = List.of(command.name().split(" "));
        if (Collections.indexOfSubList(line, name) == 0) {
          return command(command, line.subList(name.size(), line.size()));
        } else if (!line.isEmpty() && line.get(0).equals(name.get(0))) {
          throw new BadInputException(
              "'" + name.get(0) + "' begins a command: " + command.name() + " " + command.usage());
        }
      }
      Map<String, String> profilers = new TreeMap<>();
      stores.stream()
          .flatMap(store -> store.server().stream())
          .forEach(family -> profilers.putAll(family.profilers()));
      Arguments arguments = new Arguments(line, workload, profilers);
      stores = StoreProviders.all(arguments.values());
      return run(line, arguments);
    } catch (BadInputException e) {
      err.println("docduel: " + e.getMessage());
      return BAD_INPUT;
    } catch (ClientGroup.Ended e) {
      err.println("docduel: " + e.getMessage());
      return e.status();
    } catch (ServerException
        | StoreException
        | RunFiles.Unwritten
        | IOException
        | UncheckedIOException e) {
      // Java's own words on programs that do not start go on with guesses
      err.println("docduel: " + firstLine(e));
      return FAILED;
    } catch (RuntimeException | Error e) {
      err.println("docduel: " + unforeseen(e));
      return FAILED;
    }
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").stripTrailing();
  }

  /** One line for whatever is thrown; the trace is for those who mend it. */
  private static String unforeseen(Throwable e) {
    String what = e.getClass().getSimpleName();
    String line = e.getMessage() == null ? what : what + ": " + firstLine(e);
    try {
      Path trace = Files.createTempFile("docduel-trace-", ".log");
      try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(trace))) {
        e.printStackTrace(out);
      }
      return line + "; the trace is in " + trace;
    } catch (IOException | RuntimeException nowhere) {
      return line + "; the trace cannot be written (" + nowhere.getMessage() + ")";
    }
  }

  private int command(Command command, List<String> line) {
    if (line.contains("-h") || line.contains("--help")) {
      out.println(command.name() + " " + command.usage());
    } else {
      command.run(line, out);
    }
    return DONE;
  }

  private int run(List<String> line, Arguments arguments) throws IOException {
    if (arguments.help()) {
      new Help(out, workload, stores, Plan.named(arguments.shown())).print();
    } else if (arguments.has(Option.HELP_JMH)) {
      arguments.options().showHelp();
    } else if (!arguments.list(out)) {
      Settings settings =
          arguments
              .sameServer()
              .map(url -> RunServers.together(stores, Settings.ofProcess(), url))
              .orElseGet(Settings::ofProcess);
      try (RunServers servers = new RunServers(stores, settings)) {
        if (!arguments.has(Option.CLEAN)) {
          return measure(arguments.shown(line), arguments, servers);
        }
        servers.clean(out);
      }
    }
    return DONE;
  }

  private int measure(List<String> line, Arguments arguments, RunServers servers)
      throws IOException {
    Waits.ofProcess(); // forks read them too, when servers have been started
    Collection<BenchmarkListEntry> benchmarks = Plan.named(arguments.options());
    arguments.check(benchmarks, workload);
    if (arguments.group().isEmpty()) {
      return measure(line, arguments, servers, benchmarks, Optional.empty());
    }
    try (ClientGroup group =
        ClientGroup.form(arguments.group().get(), same(arguments), HostFacts.gather(), out)) {
      try {
        return measure(line, arguments, servers, benchmarks, Optional.of(group));
      } catch (RuntimeException e) {
        group.end(
            group.name() + ": " + e.getMessage(),
            e instanceof BadInputException ? BAD_INPUT : FAILED);
        throw e;
      }
    }
  }

  private static Map<String, String> same(Arguments arguments) {
    Map<String, String> same = new LinkedHashMap<>();
    same.put("revision", HostFacts.gitRevision());
    same.put("JDK", String.valueOf(Runtime.version().feature()));
    same.put("command line", String.join(" ", arguments.common()));
    return same;
  }

  private int measure(
      List<String> line,
      Arguments arguments,
      RunServers servers,
      Collection<BenchmarkListEntry> benchmarks,
      Optional<ClientGroup> group)
      throws IOException {
    Optional<ClientGroup> others = group.filter(it -> it.plan().isFirst());
    Optional<ClientGroup.Stores> told =
        group.filter(it -> !it.plan().isFirst()).map(it -> it.told(ClientGroup.Stores.class));
    Plan plan =
        new Plan(
            workload,
            stores,
            arguments,
            benchmarks,
            () -> told.map(ClientGroup.Stores::missing).orElseGet(servers::unavailable),
            told.map(ClientGroup.Stores::asked).orElseGet(servers::ofAskedVersion));
    plan.skipLines().forEach(out::println);
    others.ifPresent(it ->
        it.tell(
            new ClientGroup.Stores(
                servers.unavailable(), servers.ofAskedVersion(), plan.toString())));
    if (told.filter(it -> !it.plan().equals(plan.toString())).isPresent()) {
      throw new BadInputException("another plan than that of client 1; nothing ran");
    }
    try (Run run = new Run(plan, arguments, line, servers, out, group)) {
      run.start();
      return run.forks() ? DONE : FAILED;
    }
  }
}
