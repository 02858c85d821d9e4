package org.docduel.stats.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line: {@code java -jar stats.jar COMMAND}. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Statistical verdicts from JMH results.",
    synopsisSubcommandLabel = "COMMAND",
    footer =
        "Exit status: 0 done, 1 a gate failed, 2 bad input or arguments, or output that could not be"
            + " written, 3 a gate is undecided.")
public final class Main implements Callable<Integer> {
  public static final int DONE = 0;

  /** A gate failed; nothing else has this status. */
  public static final int GATE_FAILED = 1;

  /** Bad input or arguments, output that could not be written, or a fault of the program. */
  public static final int BAD_INPUT = 2;

  /** A gate could neither exclude a slowdown of its limit nor show one. */
  public static final int GATE_UNDECIDED = 3;

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      try (InputStream in = Main.class.getResourceAsStream("version.txt")) {
        String version =
            new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        return new String[] {"DocDuel stats " + version.strip()};
      }
    }
  }

  @Spec private CommandSpec spec;

  private Main(CommandSpec spec) {
    this.spec = spec;
  }

  /** Runs a command and ends the virtual machine with its status. */
  public static void main(String[] args) {
    start("stats", args);
  }

  /**
   * Runs a command and ends the virtual machine with its status.
   *
   * @param program what help and messages call the program
   */
  public static void start(String program, String... args) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    Output standard = new Output();
    PrintWriter out = new PrintWriter(standard, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    int status = run(program, out, err, args);
    if (out.checkError()) {
      if (!standard.readerLeft) {
        err.println(program + ": not all of the output could be written: is the disk full?");
        err.flush();
      }
      status = status == DONE ? BAD_INPUT : status;
    }
    System.exit(status);
  }

  /** Standard output, which knows a reader that has seen enough, such as {@code head}. */
  private static final class Output extends FilterOutputStream {
    private boolean readerLeft;

    Output() {
      super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        readerLeft = String.valueOf(e.getMessage()).contains("pipe");
        throw e;
      }
    }
  }

  /**
   * The commands, in the order of the help. Built when asked for: reading the annotations of all
   * commands takes longer than most of them.
   */
  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("superiority", SuperiorityCommand::new);
    COMMANDS.put("summary", SummaryCommand::new);
    COMMANDS.put("compare", CompareCommand::new);
    COMMANDS.put("plan", PlanCommand::new);
    COMMANDS.put("check", CheckCommand::new);
    COMMANDS.put("explain", SubjectTablesCommand.Explain::new);
    COMMANDS.put("flip", SubjectTablesCommand.Flip::new);
    COMMANDS.put("claims", ClaimsCommand::new);
    COMMANDS.put("convert-csv", ConvertCsvCommand::new);
    COMMANDS.put("export", ExportCommand::new);
    COMMANDS.put("report", ReportCommand::new);
  }

  /**
   * The command that some arguments begin with, or all commands when they begin with none.
   *
   * @param program what the help calls the program
   */
  public static CommandLine commandLine(String program, String... args) {
    // No option is a date or a database's type; looking for them loads a hundred classes.
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    CommandLine line = new CommandLine(new Main(CommandSpec.create())).setCommandName(program);
    boolean hasCommand = args.length > 0 && COMMANDS.containsKey(args[0]);
    COMMANDS.forEach((name, command) -> {
      if (!hasCommand || name.equals(args[0])) { // all of them for the help and for messages
        CommandLine subcommand = new CommandLine(command.get());
        subcommand
            .getCommandSpec()
            .mixinStandardHelpOptions(true)
            .exitCodeOnExecutionException(BAD_INPUT);
        line.addSubcommand(name, subcommand);
      }
    });
    return line;
  }

  /** The names of the commands, in the order of the help. */
  public static Set<String> commands() {
    return Collections.unmodifiableSet(COMMANDS.keySet());
  }

  /**
   * Runs a command as a function. Output is written whole or not at all.
   *
   * @param out takes the output
   * @param err takes one line when something is wrong
   * @param args the arguments
   * @return the exit status: 0 done, 1 a gate failed, 2 bad input or arguments, 3 an undecided gate
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return run("stats", out, err, args);
  }

  private static int run(String program, PrintWriter out, PrintWriter err, String... args) {
    if (args.length > 0 && !args[0].startsWith("-") && !COMMANDS.containsKey(args[0])) {
      return complain(
          program,
          err,
          "there is no command '%s'; the commands are %s"
              .formatted(args[0], String.join(", ", COMMANDS.keySet())));
    }
    CommandLine line = commandLine(program, args);
    line.setOut(out).setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(
        (e, ignored) -> complain(program, err, plain(e.getMessage())));
    line.setExecutionExceptionHandler((e, ignored, result) -> {
      if (e instanceof BadInputException || e instanceof IllegalArgumentException) {
        return complain(program, err, e.getMessage());
      }
      throw e;
    });
    int status;
    try {
      status = line.execute(args);
    } catch (OutOfMemoryError e) {
      status =
          complain(
              program, err, "the input needs more memory; give the virtual machine more with -Xmx");
    } catch (Error e) { // such as a class of a jar that is gone
      e.printStackTrace(err);
      status = BAD_INPUT;
    }
    out.flush();
    err.flush();
    return status;
  }

  private static int complain(String program, PrintWriter err, @Nullable String message) {
    err.println(program + ": " + String.valueOf(message).replaceAll("\\s+", " ").strip());
    err.flush();
    return BAD_INPUT;
  }

  /** The library's words for what Java calls a type or a place. */
  private static final Map<Pattern, String> PLAIN = new LinkedHashMap<>();

  static {
    PLAIN.put(
        Pattern.compile(
            "positional parameter at index \\S+ \\((.+?)\\) requires at least (\\d+) values?, but (?:only )?(\\S+) were specified.*"),
        "$1: at least $2 are needed, and $3 given");
    PLAIN.put(Pattern.compile("(is not an? )(?:double|float)$"), "$1number");
    PLAIN.put(Pattern.compile("is not an? (?:int|long|short)$"), "is not a whole number");
    PLAIN.put(Pattern.compile("Unmatched arguments? (?:at|from) index \\d+: "), "unknown: ");
    PLAIN.put(Pattern.compile(" \\(case-insensitive\\)"), "");
  }

  private static String plain(@Nullable String message) {
    String plain = String.valueOf(message).replaceAll("\\s+", " ").strip();
    for (Map.Entry<Pattern, String> rule : PLAIN.entrySet()) {
      plain = rule.getKey().matcher(plain).replaceFirst(rule.getValue());
    }
    return plain;
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command; --help lists them");
  }
}
