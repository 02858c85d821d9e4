package org.docduel.stats.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Commands that read results, under the name of a program. What is wrong is one line on the error
 * stream. Immutable.
 */
public final class Program {
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

  private final String name;
  private final Map<String, Supplier<Object>> commands;

  /**
   * A program.
   *
   * @param name what help and messages call it
   * @param commands in the order of the help. Created when needed: reading the annotations of all
   *     commands takes longer than most of them
   */
  Program(String name, Map<String, Supplier<Object>> commands) {
    this.name = name;
    this.commands = commands;
  }

  /**
   * The same program with one more command, behind the others.
   *
   * @param created an object with picocli's annotations; its {@code call} gives an exit status
   */
  public Program with(String command, Supplier<Object> created) {
    Map<String, Supplier<Object>> more = new LinkedHashMap<>(commands);
    more.put(command, created);
    return new Program(name, more);
  }

  /** The names of the commands, in the order of the help. */
  public Set<String> commands() {
    return Collections.unmodifiableSet(commands.keySet());
  }

  /** Runs a command and ends the virtual machine with its status. */
  public void start(String... args) {
    Locale.setDefault(Locale.ROOT); // digits are the same for every reader
    Output standard = new Output();
    PrintWriter out = new PrintWriter(standard, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    int status = run(out, err, args);
    if (out.checkError()) {
      if (!standard.readerLeft) {
        err.println(name + ": not all of the output could be written: is the disk full?");
        err.flush();
      }
      status = status == Main.DONE ? Main.BAD_INPUT : status;
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

  /** The command that some arguments begin with, or all commands when they begin with none. */
  public CommandLine commandLine(String... args) {
    // No option is a date or a database's type; looking for them loads a hundred classes.
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    CommandLine line = new CommandLine(new Main(CommandSpec.create())).setCommandName(name);
    boolean hasCommand = args.length > 0 && commands.containsKey(args[0]);
    commands.forEach((command, created) -> {
      if (!hasCommand || command.equals(args[0])) { // all of them for the help and for messages
        CommandLine subcommand = new CommandLine(created.get());
        subcommand
            .getCommandSpec()
            .mixinStandardHelpOptions(true)
            .exitCodeOnExecutionException(Main.BAD_INPUT);
        line.addSubcommand(command, subcommand);
      }
    });
    return line;
  }

  /**
   * Runs a command as a function. Output is written whole or not at all.
   *
   * @param out takes the output
   * @param err takes one line when something is wrong
   * @param args the arguments
   * @return the exit status: 0 done, 1 a gate failed, 2 bad input or arguments, 3 an undecided gate
   */
  public int run(PrintWriter out, PrintWriter err, String... args) {
    if (args.length > 0 && !args[0].startsWith("-") && !commands.containsKey(args[0])) {
      return complain(
          err,
          "there is no command '%s'; the commands are %s"
              .formatted(args[0], String.join(", ", commands.keySet())));
    }
    CommandLine line = commandLine(args);
    line.setOut(out).setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, ignored) -> complain(err, plain(e.getMessage())));
    line.setExecutionExceptionHandler((e, ignored, result) -> {
      if (e instanceof BadInputException || e instanceof IllegalArgumentException) {
        return complain(err, e.getMessage());
      }
      throw e;
    });
    int status;
    try {
      status = line.execute(args);
    } catch (OutOfMemoryError e) {
      status =
          complain(err, "the input needs more memory; give the virtual machine more with -Xmx");
    } catch (Error e) { // such as a class of a jar that is gone
      e.printStackTrace(err);
      status = Main.BAD_INPUT;
    }
    out.flush();
    err.flush();
    return status;
  }

  private int complain(PrintWriter err, @Nullable String message) {
    err.println(name + ": " + String.valueOf(message).replaceAll("\\s+", " ").strip());
    err.flush();
    return Main.BAD_INPUT;
  }

  private static String plain(@Nullable String message) {
    String plain = String.valueOf(message).replaceAll("\\s+", " ").strip();
    for (Map.Entry<Pattern, String> rule : PLAIN.entrySet()) {
      plain = rule.getKey().matcher(plain).replaceFirst(rule.getValue());
    }
    return plain;
  }
}
