package org.docduel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.audit.Audit;
import org.docduel.audit.ClaimsCommand;
import org.docduel.audit.Reproduce;
import org.docduel.capture.CaptureCommand;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.FindMax;
import org.docduel.core.launch.Launcher;
import org.docduel.read.suite.init.SuiteInit;
import org.docduel.stats.cli.Main;
import org.docduel.stats.cli.Program;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code docduel COMMAND}: benchmarks by a verb, what reads their results, and
 * what prepares them. A line that begins with an option or with the name of a benchmark is one of
 * JMH's, as {@code java -jar benchmarks.jar} takes it.
 */
public final class Docduel {
  static final String HELP =
      """
      Usage: docduel COMMAND [OPTIONS]      docduel COMMAND -h explains one of them

      Measure, and end with a verdict
        insert, ingest        documents in batches; bulk loading by phase
        read, links, key      indexed reads; links between documents; one key of all
        suite [FOLDER]        a folder of queries, whose answers are compared
        update, mixed         updates of one field; mixes of reads and updates
        run BENCHMARK         any benchmark, by JMH's own command line
        findmax               the highest rate with the 99th percentile under a bound
        revisions             whether a revision is slower than another, in turn
        reproduce, audit      a published benchmark, run again; all of them

      Read results
        report, summary       an HTML page; the tables at the end of a run again
        superiority, compare  verdicts between stores; between two files
        plan, check           how many forks are needed; what is wrong with a result
        explain, flip         where the time goes; what would turn a verdict
        claims, convert-csv   published claims beside results; results from CSV
        export                results as CSV, for Prometheus, for Apache Otava

      Prepare
        suite init FOLDER     starter queries for your documents
        capture               a suite from what a server really ran
        servers               which servers would be used; what is unfair here
        selftest, clean       check a store on its server; remove what runs have left
        completion, version   a script for bash and zsh; the version

      Exit status: 0 done, 1 failed, 2 bad input or arguments, 3 a gate is undecided.\
      """;

  /** What a command does with the words behind its name; gives the exit status. */
  private interface Action {
    int run(List<String> arguments);
  }

  private final Map<String, Action> actions = new LinkedHashMap<>();
  private final PrintStream out;
  private final PrintStream err;

  Docduel(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
    for (Verb verb : Verb.values()) {
      actions.put(verb.typed(), line -> measure(verb, line));
    }
    actions.put("run", this::launch);
    actions.put("findmax", line -> FindMax.run(line, out, err));
    actions.put("revisions", line -> Revisions.run(line, out, err));
    actions.put("reproduce", line -> Reproduce.run(line, out, err));
    actions.put("audit", line -> Audit.run(line, out, err));
    actions.put("capture", line -> Launcher.status(() -> CaptureCommand.run(line, out, err), err));
    actions.put("servers", this::servers);
    actions.put("selftest", line -> launch(with("selftest", line)));
    actions.put("clean", line -> helps(line) ? help() : launch(with("--clean", line)));
    actions.put("version", line -> helps(line) ? help() : launch(List.of("--version")));
    actions.put(
        "completion",
        line -> {
          out.print(helps(line) ? HELP + "\n" : AutoComplete.bash("docduel", commandLine()));
          return Launcher.DONE;
        });
  }

  /** Runs a command and ends the virtual machine with its status. */
  public static void main(String[] arguments) {
    Program results = results();
    if (arguments.length > 0 && results.commands().contains(arguments[0])) {
      results.start(arguments);
    }
    System.exit(new Docduel(System.out, System.err).run(Arrays.asList(arguments)));
  }

  /** What reads results. */
  private static Program results() {
    return ClaimsCommand.addTo(Main.program("docduel"));
  }

  int run(List<String> line) {
    String first = line.isEmpty() ? "" : line.get(0);
    if (helps(List.of(first)) || first.equals("help")) {
      return help();
    }
    Action action = actions.get(first);
    if (action != null) {
      return action.run(line.subList(1, line.size()));
    }
    if (first.matches("[a-z][a-z-]*")) {
      return reject(first);
    }
    return launch(line);
  }

  /** Runs a command on results; gives the exit status. */
  static int statistics(List<String> line, PrintStream out, PrintStream err) {
    return Main.run(
        new PrintWriter(out, true, UTF_8),
        new PrintWriter(err, true, UTF_8),
        line.toArray(String[]::new));
  }

  private static boolean helps(List<String> line) {
    return line.contains("-h") || line.contains("--help");
  }

  private int help() {
    out.println(HELP);
    return Launcher.DONE;
  }

  private int launch(List<String> line) {
    return Launcher.run(line, out, err);
  }

  private static List<String> with(String first, List<String> line) {
    List<String> command = new ArrayList<>(List.of(first));
    command.addAll(line);
    return command;
  }

  /** A suite's folder may be given without {@code -p}, and {@code init} writes one. */
  private int measure(Verb verb, List<String> line) {
    if (verb == Verb.SUITE && !line.isEmpty() && line.get(0).equals("init")) {
      return initSuite(line.subList(1, line.size()));
    }
    if (helps(line)) {
      out.println(verb.help());
      return Launcher.DONE;
    }
    if (line.contains("--help-all")) {
      return helpAll(verb);
    }
    List<String> options = new ArrayList<>(line);
    if (verb == Verb.SUITE && !line.isEmpty() && !line.get(0).startsWith("-")) {
      options.set(0, "suite=" + line.get(0));
      options.add(0, "-p");
    }
    return launch(with(verb.benchmarkName(), options));
  }

  /** JMH's own help of a benchmark, with the command that was typed. */
  private int helpAll(Verb verb) {
    ByteArrayOutputStream help = new ByteArrayOutputStream();
    PrintStream text = new PrintStream(help, true, UTF_8);
    int status = Launcher.run(List.of(verb.benchmarkName(), "-h"), text, err);
    String command = "docduel " + verb.typed();
    out.print(
        help.toString(UTF_8)
            .replace("java -jar benchmarks.jar [BENCHMARK...]", command)
            .replace("java -jar benchmarks.jar " + verb.benchmarkName(), command)
            .replaceFirst("(?s)Without a name, .*?\\R\\R", ""));
    return status;
  }

  private int initSuite(List<String> line) {
    SuiteInit init = new SuiteInit("docduel suite ");
    if (helps(line)) {
      out.println("Usage: docduel " + init.name() + " " + init.usage());
      return Launcher.DONE;
    }
    return Launcher.status(
        () -> {
          init.run(line, new PrintWriter(out, true, Charset.defaultCharset()));
          return Launcher.DONE;
        },
        err);
  }

  private int servers(List<String> line) {
    if (line.isEmpty()) {
      return Launcher.status(() -> new ServersCommand(Settings.ofProcess(), out).run(), err);
    }
    (helps(line) ? out : err).println(ServersCommand.USAGE);
    return helps(line) ? Launcher.DONE : Launcher.BAD_INPUT;
  }

  private int reject(String name) {
    String similar = "";
    try {
      commandLine().parseArgs(name);
    } catch (UnmatchedArgumentException e) {
      similar = e.getSuggestions().stream().findFirst().orElse("");
    }
    err.println(
        "docduel: there is no command '%s'%s; docduel --help lists them"
            .formatted(name, similar.isEmpty() ? "" : "; did you mean " + similar + "?"));
    return Launcher.BAD_INPUT;
  }

  /** All commands, for suggestions and for completion. */
  CommandLine commandLine() {
    CommandSpec root = CommandSpec.create().name("docduel").mixinStandardHelpOptions(true);
    actions.keySet().forEach(name -> root.addSubcommand(name, CommandSpec.create()));
    root.removeSubcommand("capture");
    root.addSubcommand("capture", CaptureCommand.commandLine(out, err));
    results().commandLine().getSubcommands().forEach(root::addSubcommand);
    return new CommandLine(root);
  }
}
