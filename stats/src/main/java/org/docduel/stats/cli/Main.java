package org.docduel.stats.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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

  Main(CommandSpec spec) {
    this.spec = spec;
  }

  /** Runs a command and ends the virtual machine with its status. */
  public static void main(String[] args) {
    program("stats").start(args);
  }

  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("superiority", SuperiorityCommand::new);
    COMMANDS.put("summary", SummaryCommand::new);
    COMMANDS.put("compare", CompareCommand::new);
    COMMANDS.put("plan", PlanCommand::new);
    COMMANDS.put("check", CheckCommand::new);
    COMMANDS.put("explain", SubjectTablesCommand.Explain::new);
    COMMANDS.put("flip", SubjectTablesCommand.Flip::new);
    COMMANDS.put("convert-csv", ConvertCsvCommand::new);
    COMMANDS.put("export", ExportCommand::new);
    COMMANDS.put("report", ReportCommand::new);
  }

  /**
   * The commands of this module.
   *
   * @param name what help and messages call the program
   */
  public static Program program(String name) {
    return new Program(name, COMMANDS);
  }

  /** Runs a command of this module as a function; see {@link Program#run}. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return program("stats").run(out, err, args);
  }

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name a command; --help lists them");
  }
}
